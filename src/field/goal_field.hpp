#pragma once

#include "../sweep/sweep.hpp"

#include <throng/grid.hpp>
#include <throng/query.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace throng {

/// The costs of getting from each cell to the nearest of some goals, in the padded layout,
/// and memory to find them again for other goals. Memory: 9 bytes a padded cell.
class GoalField {
 public:
  /// grid: outlives this. No goals: none is reached.
  explicit GoalField(const Grid& grid);

  /// Replaces the goals, which lie in the map; closed ones are reached by nobody. Cells
  /// that are farther than `radius` from all of them reach none.
  ///
  /// Cost: a sweep of the cells within the radius, and of those that the last call changed
  /// to be blank again: of all, where the one or the other is most of the map or there are
  /// links. No allocation but for a larger number of goals than ever before.
  void make(std::span<const Position> goals, Cost radius, SweepScratch& scratch);

  /// kUnreachable where no goal is reached, and on closed cells.
  Cost operator[](CellIndex cell) const noexcept {
    const Cost cost = field_[cell] | ~space_.blank[cell];  // closed cells: blank is 0
    return cost <= radius_ ? cost : kUnreachable;
  }

  /// The open goals.
  std::span<const CellIndex> goals() const noexcept { return goals_; }
  const SweepSpace& space() const noexcept { return space_; }
  /// All costs, for FieldWalk, which reads those of cells that reach a goal alone.
  const Cost* data() const noexcept { return field_.data(); }

  std::size_t memory_bytes() const noexcept;

 private:
  void make_blank();

  const Grid& grid_;
  SweepSpace space_;
  Cost radius_ = kUnreachable - 1;
  std::vector<CellIndex> goals_;
  std::vector<Cost> field_;
};

}  // namespace throng

#pragma once

#include "../sweep/sweep.hpp"

#include <throng/grid.hpp>
#include <throng/query.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace throng {

/// The cost from each cell to the nearest of some goals, in the padded layout, and memory
/// to compute it again for other goals. Memory: 9 bytes per padded cell.
class GoalField {
 public:
  /// grid: outlives this object. At first there are no goals, and no cell reaches one.
  explicit GoalField(const Grid& grid);

  /// Replaces the goals. Goals on closed cells and outside the map are unreachable. Cells
  /// farther than `radius` from all goals reach none.
  ///
  /// Cost: a sweep of the cells within the radius, and the time to blank the cells that the
  /// last call changed. All cells are blanked if most of the map changed or if there are
  /// links. Allocates only if there are more goals than ever before.
  void make(std::span<const Position> goals, Cost radius, SweepScratch& scratch);

  /// kUnreachable where no goal is reached, and on closed cells.
  Cost operator[](CellIndex cell) const noexcept {
    const Cost cost = field_[cell] | ~space_.blank[cell];  // closed cells: blank is 0
    return cost <= radius_ ? cost : kUnreachable;
  }

  /// The open goals.
  std::span<const CellIndex> goals() const noexcept { return goals_; }
  const SweepSpace& space() const noexcept { return space_; }
  /// All costs, for FieldWalk, which reads only those of cells that reach a goal.
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

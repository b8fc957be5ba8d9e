#pragma once

#include "../core/scratch.hpp"
#include "../front/fronts.hpp"
#include "../sweep/field_repair.hpp"
#include "../sweep/sweep.hpp"

#include <throng/grid.hpp>
#include <throng/map_changes.hpp>
#include <throng/query.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace throng {

/// The cost from each cell to the nearest of some goals, in the padded layout, and memory
/// to compute it again for other goals. Memory: 9 bytes per padded cell.
class GoalField {
 public:
  /// grid and fronts: outlive this object, or are replaced by follow(). fronts: of the
  /// grid; null: none. At first there are no goals, and no cell reaches one.
  explicit GoalField(const Grid& grid, const Fronts* fronts = nullptr);

  /// Replaces the goals. Goals on closed cells and outside the map are unreachable. Cells
  /// farther than `radius` from all goals reach none.
  ///
  /// If an allocation fails, the exception leaves no goals.
  ///
  /// Cost: a sweep of the cells within the radius, and the time to blank the cells that
  /// changed since the last sweep. All cells are blanked if most of the map changed or if
  /// there are links. With fronts, a pass over these if that takes less time. Allocates
  /// only if there are more goals than ever before.
  void make(std::span<const Position> goals, Cost radius, Scratch& scratch);

  /// Moves on to another version of the grid, with the same goals and radius. Goals count
  /// that were closed and are open now. Repairs the field, or makes it again if that takes
  /// less time or the two have different costs(). If an allocation fails, the exception
  /// leaves a field of the new version that no cell reaches a goal in, until the next
  /// make() or follow(). Pre: same size and topology. fronts: of the new version; null:
  /// none.
  void follow(const GridChange& change, const Fronts* fronts, Scratch& scratch);

  /// kUnreachable where no goal is reached, and on closed cells.
  Cost operator[](CellIndex cell) const noexcept {
    const Cost cost = field_[cell] | ~space_.blank[cell];  // closed cells: blank is 0
    return cost <= radius_ ? cost : kUnreachable;
  }

  /// The cells of all goals, open or closed; 0: the goal lies outside the map.
  std::span<const CellIndex> goals() const noexcept { return goals_; }
  const SweepSpace& space() const noexcept { return space_; }
  /// All costs, for FieldWalk, which reads only those of cells that reach a goal.
  const Cost* data() const noexcept { return field_.data(); }

  std::size_t memory_bytes() const noexcept;

 private:
  static constexpr std::uint64_t kEverywhere = std::numeric_limits<std::uint64_t>::max();

  std::uint64_t reach() const noexcept;
  std::size_t swept_cells() const noexcept;
  void follow_goals(const GridChange& change, Scratch& scratch);
  void find_open_goals();
  void clear() noexcept;
  void fill(Scratch& scratch);

  const Grid* grid_;  ///< never null
  const Fronts* fronts_;
  SweepSpace space_;
  Cost radius_ = kUnreachable - 1;
  std::vector<CellIndex> goals_;
  std::vector<CellIndex> open_goals_;
  /// Each cell whose value may differ from space_.blank is fewer steps away from a goal.
  std::uint64_t reach_ = 0;
  std::vector<Cost> field_;
  bool complete_ = true;  ///< otherwise the field is blank, although there may be goals
};

}  // namespace throng

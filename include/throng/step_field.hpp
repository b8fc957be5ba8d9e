#pragma once

#include <throng/export.hpp>
#include <throng/grid.hpp>
#include <throng/workers.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace throng {

/// For every cell, the moves with which a cheapest path to the nearest of some goals
/// begins: all of them, not one as Field::next(), and no costs. For games with hundreds of
/// goals, and for units that choose among several good moves, as a Crowd does.
///
/// Memory: for each cell of the padded map 2 bits on plain tile grids, 4 bits on others
/// with
///         four neighbours, else 8 bits. (A Field takes 72 bits.) Keeps its grid alive.
/// Thread safety: const members may be called concurrently.
class StepField {
 public:
  /// Without goals. To guide units over some steps more than over others, pass a grid of
  /// its own (lanes are one-way steps, closed in the other direction), while the units move
  /// on another. Links of the grid are not used. Pre: `grid` is not null. Cost: O(1).
  THRONG_API explicit StepField(std::shared_ptr<const Grid> grid);
  THRONG_API ~StepField();
  THRONG_API StepField(StepField&&) noexcept;
  THRONG_API StepField& operator=(StepField&&) noexcept;

  THRONG_API const std::shared_ptr<const Grid>& grid() const noexcept;

  /// Replaces the goals. Goals on closed cells and outside the map are unreachable.
  /// Cost: a sweep of the map and a pass over it, on the calling thread: 0.3 to 1 ms for
  ///       512 x 512 cells, ten times that on weighted ground. Workers keep the memory of
  ///       the sweep. If an allocation fails, the field is as it was.
  THRONG_API void set_goals(std::span<const Position> goals, Workers& workers);

  /// Moves on to another version of the map, with the same goals: open ones that were
  /// closed count. Cost: that of set_goals(). If an allocation fails, the field is as it
  /// was. Pre: `grid` has the size and the topology of grid().
  THRONG_API void follow(std::shared_ptr<const Grid> grid, Workers& workers);

  /// A set of moves, bit d for Move d. Empty at a goal, where no goal is reachable, on
  /// closed cells and outside the map. All of them are legal, and each leads to a cell that
  /// costs less. Cost: 1 to 5 reads.
  THRONG_API std::uint8_t moves(Position from) const noexcept;

  /// Bytes, without the grid.
  THRONG_API std::size_t memory_bytes() const noexcept;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace throng

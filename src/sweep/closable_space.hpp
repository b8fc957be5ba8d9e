#pragma once

#include "sweep_space.hpp"

#include <throng/algorithm.hpp>
#include <throng/grid.hpp>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace throng {

/// A SweepSpace of one thread from which cells can be removed for some sweeps: no path
/// enters them. Steps between other cells stay legal, even diagonal ones past the corner of
/// a removed cell. Fields hold 0 on removed cells, as on closed ones.
///
/// The pruning of sweeps relies on detours through the cells around a cell, and these may
/// now be missing. If the moves of a cell are as if the removed cells were closed, it is
/// pruned as usual. A cell with a diagonal move but without both of its components, which
/// occurs on no map, tries all moves but those back.
///
/// Memory: that of a SweepSpace, and one more byte a cell. Pre: the grid outlives it.
class ClosableSpace {
 public:
  ClosableSpace(const Grid& grid, FieldMetric metric);
  ClosableSpace(const ClosableSpace&) = delete;
  ClosableSpace& operator=(const ClosableSpace&) = delete;

  /// Removes `cells` and restores those removed before. Pre: they are open and differ; the
  /// array stays unchanged until the next call. Cost: O(cells removed, now and before).
  void close(std::span<const CellIndex> cells);

  const SweepSpace& space() const noexcept { return space_; }

 private:
  void set_moves(CellIndex cell, std::uint8_t moves) noexcept;

  const Grid* grid_;  ///< never null
  SuccessorTable successors_;
  std::vector<std::uint8_t> moves_;
  SweepSpace space_;
  std::span<const CellIndex> closed_;
};

}  // namespace throng

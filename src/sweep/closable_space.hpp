#pragma once

#include "sweep_space.hpp"

#include <throng/algorithm.hpp>
#include <throng/grid.hpp>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace throng {

/// A SweepSpace of one thread from which cells can be taken out for some sweeps: no path
/// enters them. Steps between other cells stay legal, even diagonal ones past the corner of
/// a cell taken out. Fields hold 0 on the cells taken out, as on closed ones.
///
/// What sweeps prune rests on detours through the cells around a cell, and these may now be
/// missing. A cell whose moves look as if the cells taken out were closed can be pruned as
/// there; one that has a diagonal move without both its components, which no map gives,
/// tries all moves but those back.
///
/// Memory: a SweepSpace's, and one more byte a cell. Pre: the grid outlives it.
class ClosableSpace {
 public:
  ClosableSpace(const Grid& grid, FieldMetric metric);
  ClosableSpace(const ClosableSpace&) = delete;
  ClosableSpace& operator=(const ClosableSpace&) = delete;

  /// Takes out `cells` instead of those taken out before.
  /// Pre: they are open and differ; the array stays as it is until the next call.
  /// Cost: O(cells taken out, now and before).
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

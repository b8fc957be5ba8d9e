#pragma once

#include "../jump/bit_lines.hpp"
#include "../jump/diagonal_stops.hpp"
#include "line_walker.hpp"

#include <throng/grid.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace throng {

/// Finds the subgoals that a cell sees.
/// - With jump points: those to which the canonical way from the cell (some steps
///   diagonally, then straight) is free, with no other subgoal in between. All cells of the
///   parallelogram of such a way are open, so each order of its steps is legal.
/// - With TurnCorners: those whose area with the cell is free and holds no third subgoal.
///
/// Bytes: two bits a padded cell.
class SubgoalScan {
 public:
  /// subgoals: open cells. Keeps a reference to the grid.
  SubgoalScan(const Grid& grid, std::span<const CellIndex> subgoals);

  /// Calls visit(cell of a subgoal, diagonal steps, straight steps) for each subgoal that
  /// an open cell sees; never for the cell itself. On a tile grid these are the steps of a
  /// leg, see leg_costs(). Cost: the diagonals that leave the cell, and up to two scans for
  /// each of their cells; on a tile grid two scans for each open cell above and below.
  template <class Visit>
  void for_each_seen(CellIndex cell, const Visit& visit) const {
    for (unsigned move = 0; move < 4; ++move) {
      const std::int32_t steps = this->steps(move, cell);
      const CellIndex end = walker_.walk(cell, move, steps);
      if (is_open(end)) visit(end, 0, steps);
    }
    for (unsigned corner = 4; corner < kMoves; ++corner)
      if (is_tile_)
        look_over_rows(cell, corner, visit);
      else
        look_diagonally(cell, corner, visit);
  }

  std::size_t memory_bytes() const noexcept {
    return rows_.memory_bytes() + columns_.memory_bytes();
  }

 private:
  /// Along a diagonal, looks along both straight components, no farther than from the cells
  /// before: beyond their ends a subgoal is hidden or not the next one.
  template <class Visit>
  void look_diagonally(CellIndex cell, unsigned corner, const Visit& visit) const {
    const std::array sides{across_of(corner), along_of(corner)};
    CellIndex at = cell;
    const auto advance = [&](std::int32_t walked) {
      if ((moves_[at] >> corner & 1U) == 0) return false;
      at = walker_.walk(at, corner, 1);
      if (!walker_.stops(rows_, at)) return true;
      visit(at, walked, 0);
      return false;
    };
    descend_diagonal(
        {steps(sides[0], cell), steps(sides[1], cell)}, advance,
        [&](unsigned side) { return steps(sides[side], at); },
        [&](unsigned side, std::int32_t walked, std::int32_t column) {
          const CellIndex end = walker_.walk(at, sides[side], column);
          if (is_open(end)) visit(end, walked, column);
        });
  }

  /// Looks along each row of a quadrant.
  template <class Visit>
  void look_over_rows(CellIndex cell, unsigned corner, const Visit& visit) const {
    const unsigned across = across_of(corner), along = along_of(corner);
    const auto steps_of_row = [&](std::int32_t row) {
      return steps(across, walker_.walk(cell, along, row));
    };
    descend_stairs(steps(along, cell), steps(across, cell), steps_of_row,
                   [&](std::int32_t row, std::int32_t column) {
                     const std::int32_t diagonal = std::min(row, column);
                     const CellIndex end =
                         walker_.walk(walker_.walk(cell, along, row), across, column);
                     if (is_open(end)) visit(end, diagonal, row + column - 2 * diagonal);
                   });
  }

  /// Steps from an open cell to the next stop: a closed cell or a subgoal.
  std::int32_t steps(unsigned move, CellIndex cell) const noexcept {
    return walker_.steps(LineWalker::is_vertical(move) ? columns_ : rows_, move, cell);
  }
  /// Of a stop: a subgoal has moves, a closed cell has none.
  bool is_open(CellIndex stop) const noexcept { return moves_[stop] != 0; }

  const std::uint8_t* moves_;
  LineWalker walker_;
  bool is_tile_;
  BitLines rows_;     ///< stops
  BitLines columns_;  ///< the same, by column
};

}  // namespace throng

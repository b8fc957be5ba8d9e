#pragma once

#include "../jump/bit_lines.hpp"
#include "../jump/diagonal_stops.hpp"
#include "line_walker.hpp"

#include <throng/grid.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

namespace throng {

/// Finds the corners of a tile grid at which shortest paths from a cell may turn first.
/// They are fewer than the corners that the cell sees, so that more cells share a view.
///
/// A corner c serves a cell s if the rectangle of both is empty, and the step on from c
/// that a closed diagonal neighbour of c hides from s leads away from s: with c in the
/// north-east of s, the north-western or south-eastern neighbour is closed; with c in the
/// east, one of the two western ones. The scan finds those whose rectangle holds no third
/// one that serves s. A path over c can be led over the third one instead.
///
/// Theorem: unless the rectangle of two connected cells s and t is empty, a shortest path
/// between them passes a corner found from s, and then one found from t; both may be equal.
///
/// Proof: the corner c of the theorem of TurnCorners serves s, so a corner p in the
/// rectangle of s and c is found from s, and lies on a shortest path over c. If the
/// rectangle of p and t is not empty, that theorem, from t to p, gives the other one.
/// Otherwise, with c as in its proof, t is north of c, and not west of it: the path from p
/// over c would be longer than the distance in the rectangle. The closed cell in the
/// north-west of c is not in the rectangle, so p is in the column of c. Hence c serves t as
/// well, and a corner in the rectangle of c and t is found from t.
///
/// Bytes: six bits a padded cell.
class TurnScan {
 public:
  /// Keeps a reference to the grid. Pre: a tile grid.
  explicit TurnScan(const Grid& grid);

  /// Calls visit(cell of a corner) for each corner found from an open cell, never for the
  /// cell itself. Cost: two scans for each open cell above and below.
  template <class Visit>
  void for_each(CellIndex cell, const Visit& visit) const {
    std::array<std::int32_t, 4> steps{};
    for (unsigned move = 0; move < steps.size(); ++move) {
      steps[move] = walker_.steps(ahead_[move], move, cell);
      meet(walker_.walk(cell, move, steps[move]), visit);
    }
    for (unsigned corner = 4; corner < kMoves; ++corner) {
      const unsigned across = across_of(corner), along = along_of(corner);
      const BitLines& rows = beside_[corner % 2];
      const auto steps_of_row = [&](std::int32_t row) {
        return walker_.steps(rows, across, walker_.walk(cell, along, row));
      };
      descend_stairs(steps[along], steps[across], steps_of_row,
                     [&](std::int32_t row, std::int32_t column) {
                       meet(walker_.walk(walker_.walk(cell, along, row), across, column),
                            visit);
                     });
    }
  }

 private:
  TurnScan(const Grid& grid, const BitLines& open);

  template <class Visit>
  void meet(CellIndex stop, const Visit& visit) const {
    if (moves_[stop] != 0) visit(stop);  // a closed cell has none
  }

  const std::uint8_t* moves_;
  LineWalker walker_;
  // Stops are closed cells, and corners that serve the cells from which they are reached.
  std::array<BitLines, 4> ahead_;   ///< by straight Move; by column if it is vertical
  std::array<BitLines, 2> beside_;  ///< by diagonal Move modulo 2, in its two quadrants
};

}  // namespace throng

#pragma once

#include "../jump/bit_lines.hpp"
#include "../jump/diagonal_stops.hpp"
#include "line_walker.hpp"

#include <throng/grid.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng {

/// What a TurnScan finds on a tile grid, on an octile grid on which corners are cut.
///
/// A corner c serves a cell s if their area is free (see TurnCorners), and a closed cell
/// beside c hides a step on from s. With c = s + a (1,1) + b (1,0), in the octant between
/// east and north-east, and the other octants mirrored: c serves s
/// - if b > 0, and the northern neighbour of c is closed, the north-eastern one open; under
///   cut_one, the eastern one too;
/// - if a > 0, and the southern one is closed, the eastern one open, or, under always, the
///   south-eastern one.
/// The scan finds corners that serve s; all whose area with s holds no other one of these.
///
/// Theorem: unless the area of two connected cells s and t is free, a shortest path between
/// them passes a corner found from s, and then one found from t; both may be equal.
///
/// Proof: each corner c in the proof of TurnCorners serves s, so a corner p in the area of
/// s and c is found from s, and lies on a shortest path over c. If the area of p and t is
/// not free, that theorem, from t to p, gives the other one. Otherwise c is in this area,
/// as is the way from c over u and v to t, and no closed cell is. So with c, u and v as
/// there:
/// - If the step to v leads north-east, t is east of c, north-east, or in between: nearer
///   to the north, the closed cell in the north of c would be in the area of c and t. Seen
///   from t, c is at least one diagonal step away, and its western neighbour is open. So c
///   serves t by the second condition, turned by half a circle.
/// - If it leads east, and t is not south of c, then c is at least one straight step away
///   from t, and its south-western neighbour is open: c serves t by the first condition.
///   If t is south of c, but nearer to the east, c is at least one diagonal step away from
///   t: c serves t by the second one, as that neighbour is open, and the western one too
///   under cut_one.
/// - If it leads south-east, t is in the octant between east and south-east, for the reason
///   given for north-east, and c serves t by the second condition.
/// So a corner in the area of c and t is found from t.
///
/// Bytes: sixteen bits a padded cell.
class CutScan {
 public:
  /// Keeps a reference to the grid. Pre: an octile grid on which corners are cut.
  explicit CutScan(const Grid& grid);

  /// Calls visit(cell of a corner) for each corner found from an open cell, never for the
  /// cell itself. Cost: the diagonals that leave the cell, and two scans for each of their
  /// cells.
  template <class Visit>
  void for_each(CellIndex cell, const Visit& visit) const {
    std::array<std::int32_t, 4> steps{};
    for (unsigned move = 0; move < steps.size(); ++move) {
      steps[move] = walker_.steps(ahead_[move], move, cell);
      meet(walker_.walk(cell, move, steps[move]), visit);
    }
    for (unsigned corner = 4; corner < kMoves; ++corner) {
      const std::array sides{across_of(corner), along_of(corner)};
      const BitLines* const octants = &octants_[2 * (corner - 4)];
      CellIndex at = cell;
      const auto advance = [&](std::int32_t) {
        if ((moves_[at] >> corner & 1U) == 0) return false;
        at = walker_.walk(at, corner, 1);
        if (!walker_.stops(diagonals_[corner - 4], at)) return true;
        visit(at);
        return false;
      };
      descend_diagonal(
          {steps[sides[0]], steps[sides[1]]}, advance,
          [&](unsigned side) { return walker_.steps(octants[side], sides[side], at); },
          [&](unsigned side, std::int32_t, std::int32_t column) {
            meet(walker_.walk(at, sides[side], column), visit);
          });
    }
  }

 private:
  CutScan(const Grid& grid, const BitLines& open);

  template <class Visit>
  void meet(CellIndex stop, const Visit& visit) const {
    if (moves_[stop] != 0) visit(stop);  // a closed cell has none
  }

  const std::uint8_t* moves_;
  LineWalker walker_;
  // Stops are closed cells, and corners that serve the cells from which they are reached.
  std::vector<BitLines> ahead_;      ///< by straight Move
  std::vector<BitLines> diagonals_;  ///< by diagonal Move; rows
  /// By diagonal Move, and its straight component: across_of(), along_of().
  std::vector<BitLines> octants_;
};

}  // namespace throng

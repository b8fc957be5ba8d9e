#pragma once

#include "../jump/bit_lines.hpp"
#include "legs.hpp"

#include <throng/grid.hpp>
#include <throng/rules.hpp>

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <vector>

namespace throng {

/// The neighbours of 64 open cells of a row in the direction of a Move. y, w: a line of
/// open_rows() and a word of it.
std::uint64_t neighbours(const BitLines& open, std::size_t y, std::size_t w,
                         unsigned move) noexcept;

/// The corners of tile grids among 64 open cells of a row that have a closed neighbour at a
/// diagonal Move.
std::uint64_t corners_at(const BitLines& open, std::size_t y, std::size_t w,
                         Move diagonal) noexcept;

/// The subgoals of a grid of squares without jump points, and its closed cells. The
/// subgoals are the corners: open cells at which shortest paths may turn. With the straight
/// moves X and Y at a right angle, -Y the opposite of Y, and X+Y the diagonal between X and
/// Y, a cell is a corner if for some X and Y
/// - on a tile grid, the neighbours X and Y are open, and X+Y is closed;
/// - under cut_one, the neighbour X is closed, and Y, -Y and X+Y are open;
/// - under always, X is closed, X+Y is open, and so is one of -Y and X-Y.
///
/// The area of two cells consists of the cells of all shortest ways between them on an open
/// map. On a tile grid it is the rectangle with these opposite corners, on an octile grid
/// the parallelogram of their diagonal and straight steps. It is free if all these ways are
/// legal: if all of its cells are open, and under cut_one, if it is one diagonal line, the
/// steps of that line are legal. (In a wider parallelogram one of the cells beside each
/// diagonal step is in the area.)
///
/// Theorem: if the area of two connected cells s and t is not free, some shortest path from
/// s to t passes a corner c other than s whose area with s is free.
///
/// Proof for tile grids: let v be the first cell of a shortest path whose area with s is
/// not free, and u the cell before it. Any monotone way through the area of s and u costs
/// what the path costs up to u. Say that the step from u to v leads north, and that u is
/// not west of s. Then u is not south of s, or v would lie in the free area of s and u. So
/// the cells of the area of v that are new are those of its row, and one of them is closed.
/// Let x be the column east of the last closed one, and c the cell (x, u.y). It is in the
/// area of s and u, as is its western neighbour; its northern neighbour is v or between the
/// closed cell and v, hence open; and its north-western one is closed. So c is a corner,
/// and the way from s to c, on to u and to v is as short as the path.
///
/// Proof for octile grids: u and v as before, on a shortest path that has the fewest steps
/// of all, and of those the fewest diagonal ones. Any way through the area of s and u may
/// replace it up to u, as it costs no more and has no more of either. Say that u is
/// s + a (1,1) + b (1,0), where (1,1) is north-east, (1,0) east, and a, b >= 0 are not both
/// 0. The step from u to v is one of these:
/// - North-east. The new cells are s + (a + 1) (1,1) + j (1,0) with j <= b, the last of
///   them v. Let j be that of the last closed one. The cell c = s + a (1,1) + (j + 1) (1,0)
///   has the closed cell in its north, an open cell in its north-east, and its western
///   neighbour is in the area of s and u; c is u, or the eastern one is in that area too.
///   Under cut_one, if c is u, its step north-east is legal, so the eastern one is open.
/// - East. The new cells are s + i (1,1) + (b + 1) (1,0) with i <= a, the last of them v.
///   Let i be that of the last closed one. The cell c = s + (i + 1) (1,1) + b (1,0) has the
///   closed cell in its south, an open one in its east, and its south-western one is in the
///   area of s and u. If b > 0, the western one is as well; if b = 0, under cut_one, the
///   western one is open, because the step from the south-west to c is legal.
/// - South-east with a > 0. The southern neighbour of u is closed: otherwise two steps east
///   would replace the step from the south-west, which may come last, and this one. So u is
///   a corner: both diagonal neighbours in the south are open; under cut_one, so are the
///   western one, as before, and the eastern one, as the step to v is legal.
/// - South-east with a = 0, and north or north-west with b = 0: mirrored at the line from s
///   to u, this is one of the cases above.
/// - All others: a single step leads to v from the cell before u on some way through the
///   area, or v is on such a way. Under cut_one, a diagonal one passes the open cell u.
/// In the first three cases, c is a corner in the area of s and u (or is u), so that the
/// way over c is as short as the path. Other directions of u are mirrored.
///
/// By induction, some shortest path leads over corners with free areas in between, and
/// these may be chosen so that no area contains a third corner: a path through a free area
/// can be led over any of its cells.
///
/// Bytes: 2 bits a padded cell, 12 a corner. Cost: O(cells / 64), and the order of corners.
class TurnCorners {
 public:
  /// Pre: a grid of squares on plain ground, not one with jump points.
  explicit TurnCorners(const Grid& grid);

  /// Close corners have close numbers, as in a JumpGraph.
  SubgoalPlaces subgoals() const noexcept { return {cells_, places_}; }

  /// Whether a certain shortest way on an open map between two open cells is legal: on a
  /// tile grid any, as the area is free; on an octile grid the one whose diagonal steps
  /// come first. Cost: on a tile grid a scan for each line along the longer side, on an
  /// octile grid a look for each diagonal step, and a scan.
  bool sees(PaddedPosition from, PaddedPosition to) const noexcept;

  /// The number of open cells in a row in a diagonal direction (a Move), without the first.
  std::int32_t run(unsigned direction, PaddedPosition from) const noexcept;

  std::size_t memory_bytes() const noexcept {
    return rows_.memory_bytes() + columns_.memory_bytes() +
           cells_.size() * sizeof(CellIndex) + places_.size() * sizeof(PaddedPosition);
  }

 private:
  TurnCorners(const Rules& rules, const BitLines& open);

  bool is_closed(std::int32_t x, std::int32_t y) const noexcept {
    return rows_.test(static_cast<std::size_t>(y), static_cast<std::size_t>(x));
  }
  bool is_empty(PaddedPosition a, PaddedPosition b) const noexcept;

  Topology topology_;
  Corners rule_;
  BitLines rows_;     ///< closed cells
  BitLines columns_;  ///< the same, by column
  std::pmr::vector<CellIndex> cells_;
  std::vector<PaddedPosition> places_;
};

}  // namespace throng

#pragma once

#include "../jump/bit_lines.hpp"
#include "legs.hpp"

#include <throng/grid.hpp>

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <vector>

namespace throng {

/// The corners among 64 open cells of a row that have a closed neighbour at a diagonal
/// Move. y, w: a line of open_rows() and a word of it.
std::uint64_t corners_at(const BitLines& open, std::size_t y, std::size_t w,
                         Move diagonal) noexcept;

/// The subgoals of a tile grid, and its closed cells. The subgoals are the corners: open
/// cells with a closed diagonal neighbour between two open straight ones.
///
/// Theorem: if the rectangle between two connected cells s and t is not empty, which means
/// that it contains closed cells, then some shortest path from s to t passes a corner c
/// other than s whose rectangle with s is empty.
///
/// Proof: let v be the first cell of a shortest path whose rectangle with s is not empty,
/// and u the cell before it. Any monotone way through the rectangle of s and u costs what
/// the path costs up to u. Say that the step from u to v leads north, and that u is not
/// west of s. Then u is not south of s, or v would lie in the empty rectangle of s and u.
/// So the cells of the rectangle of v that are new are those of its row, and one of them is
/// closed. Let x be the column east of the last closed one, and c the cell (x, u.y). It is
/// in the rectangle of s and u, as is its western neighbour; its northern neighbour is v or
/// between the closed cell and v, hence open; and its north-western one is closed. So c is
/// a corner, and the way from s to c, on to u and to v is as short as the path.
///
/// By induction, some shortest path leads over corners with empty rectangles in between,
/// and these may be chosen so that no rectangle contains a third corner: a path through an
/// empty rectangle can be led over any of its cells.
///
/// Bytes: 2 bits a padded cell, 12 a corner. Cost: O(cells / 64), and the order of corners.
class TileCorners {
 public:
  /// Pre: a tile grid on plain ground.
  explicit TileCorners(const Grid& grid);

  /// Close corners have close numbers, as in a JumpGraph.
  SubgoalPlaces subgoals() const noexcept { return {cells_, places_}; }

  /// Whether the rectangle with these two opposite corners is empty. Pre: both are on the
  /// map. Cost: a scan for each line along its longer side.
  bool is_empty(PaddedPosition a, PaddedPosition b) const noexcept;

  /// The number of open cells in a row in a diagonal direction (a Move), without the first.
  std::int32_t run(unsigned direction, PaddedPosition from) const noexcept;

  std::size_t memory_bytes() const noexcept {
    return rows_.memory_bytes() + columns_.memory_bytes() +
           cells_.size() * sizeof(CellIndex) + places_.size() * sizeof(PaddedPosition);
  }

 private:
  explicit TileCorners(const BitLines& open);

  BitLines rows_;     ///< closed cells
  BitLines columns_;  ///< the same, by column
  std::pmr::vector<CellIndex> cells_;
  std::vector<PaddedPosition> places_;
};

}  // namespace throng

#pragma once

#include <throng/grid.hpp>

#include <cstdint>
#include <vector>

namespace throng {

inline constexpr std::uint32_t kNoArea = 0xFFFF'FFFF;

/// A grid divided into areas: rooms, corridors, pieces of open land. Every open cell lies
/// in exactly one area. In each row an area has at most one contiguous run of cells, and
/// straight steps inside the area connect all its cells. Areas are not always convex: two
/// cells of one may be further apart than on an open map.
struct AreaMap {
  std::vector<std::uint32_t> area_of;  ///< by padded cell; kNoArea on closed ones
  std::uint32_t count = 0;  ///< areas, numbered from 0 in the order of their first cells
};

/// Divides a grid into areas, from the top. An area starts at the first free cell (open,
/// and in no area yet) in reading order. Its first row extends right until a cell is not
/// free or the cell above it is: there the map opens upwards. Each further row starts at
/// the first free cell below the last row and extends left and right by the same rule. The
/// area ends before a row that has no such cell, or that extends further on a side on which
/// an earlier row had shrunk.
///
/// The areas depend only on which cells are open, not on topology and corner rule, because
/// straight steps between open cells are always legal.
///
/// Pre: a grid of squares. Cost: O(cells) time, 4 bytes a cell.
/// Source: Y. Bjornsson, K. Halldorsson, "Improved Heuristics for Optimal Pathfinding on
/// Game Maps", AIIDE 2006, Algorithm 1. Unlike there, a row is measured before it is
/// marked, so that nothing has to be undone, and all areas grow at once, row by row, which
/// changes none of them.
AreaMap decompose(const Grid& grid);

}  // namespace throng

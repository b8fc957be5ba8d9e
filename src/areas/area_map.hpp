#pragma once

#include <throng/grid.hpp>

#include <cstdint>
#include <vector>

namespace throng {

inline constexpr std::uint32_t kNoArea = 0xFFFF'FFFF;

/// A grid cut into areas: rooms, corridors, pieces of open land. Every open cell lies in
/// exactly one; in each row that an area touches it holds one unbroken run of cells, and
/// straight steps inside the area join all its cells. Areas are not always convex: two
/// cells of one may be further apart than on an open map.
struct AreaMap {
  std::vector<std::uint32_t> area_of;  ///< by padded cell; kNoArea on closed ones
  std::uint32_t count = 0;  ///< numbered from 0 in the order of their first cells
};

/// Cuts a grid into areas, from the top. An area starts at the first free cell (open, and
/// in no area yet) in reading order. Its first row goes right until a cell is not free or
/// the cell above that is: there the map opens upwards. Each further row starts at the
/// first free cell below the last row, goes left and right by the same rule, and ends the
/// area, without becoming part of it, when there is no such cell or when it sticks out on a
/// side on which an earlier row had drawn back.
///
/// The areas depend on which cells are open alone, not on topology and corner rule, as
/// straight steps between open cells are always legal.
///
/// Cost: O(cells) time, 4 bytes a cell.
/// Source: Y. Bjornsson, K. Halldorsson, "Improved Heuristics for Optimal Pathfinding on
/// Game Maps", AIIDE 2006, Algorithm 1. Different here: a row is measured before it is
/// marked, so that there is nothing to undo.
AreaMap decompose(const Grid& grid);

}  // namespace throng

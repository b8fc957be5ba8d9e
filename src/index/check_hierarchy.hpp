#pragma once

#include "../hierarchy/hierarchy.hpp"

#include <throng/grid.hpp>
#include <throng/result.hpp>

#include <span>

namespace throng {

/// Checks a hierarchy from a file: queries neither read outside of it nor unpack shortcuts
/// without end. Each corner has a node. Arcs lead to higher ranks, or from core to core;
/// each costs as much as its leg, or as its two halves, which begin at a node of lower rank
/// and lead to its ends.
/// The rows of landmarks are consistent with the arcs of the core, so that they give lower
/// bounds; ways of the core lead where their arcs lead, at their cost. Not checked: whether
/// legs are legal on the map, and whether arcs are missing.
///
/// corners: the jump points of the grid.
/// Pre:    a place for each corner, as many firsts and one more, rows of equal length, no
///         ways or one for each arc of the core.
/// Errors: bad_format. Cost: O(cells + arcs). Memory: 4 bytes an arc, one bit a cell.
Outcome check_hierarchy(const Grid& grid, std::span<const CellIndex> corners,
                        const Hierarchy::Arrays& arrays);

}  // namespace throng

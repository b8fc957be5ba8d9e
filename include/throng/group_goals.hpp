#pragma once

#include <throng/export.hpp>
#include <throng/grid.hpp>
#include <throng/query.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

// Group orders whose units do not all end in one cell.

namespace throng {

/// Returns at most `count` places around a goal, for units of the grid's size.
/// - The first place is the goal. If the goal is closed or lies in another component than
///   `from`, the first place is the cell of that component that is nearest to it on an open
///   map; ties: the least CellIndex.
/// - The other places are ordered by the cost of a path from the first place; ties: the
///   least CellIndex. A unit that can reach the first place can reach all of them.
/// - Places do not overlap: units of size k that stand on them share no cell. Each place is
///   the next one in this order that overlaps none before it.
/// - It returns fewer than `count` if no other place is left, and none if `from` is closed.
///
/// Pre:  `from`, for example the position of a unit, and `goal` lie in the map.
/// Cost: a search outwards from the goal, about 0.4 us for each cell within the cost of the
///       last place. Allocates memory for these cells.
THRONG_API std::vector<Position> spread_goals(const Grid& grid, Position from,
                                              Position goal, std::size_t count);

/// Assigns each of the first n units one of the first n places, where n is the smaller of
/// both numbers. Returns the index of the place of each of these units.
///
/// Splits units and places at their medians, across the longer side of the places, again
/// and again. So a group keeps its formation: the western half of the units receives the
/// western half of a wide group of places, and units in a row keep their order. Units that
/// stand on the places stay there. The sum of the distances is not minimal.
///
/// Pre:  fewer than 2^32 units.
/// Cost: O(n log n); about 0.6 ms for 1,000 units.
THRONG_API std::vector<std::uint32_t> assign_places(std::span<const Position> units,
                                                    std::span<const Position> places);

}  // namespace throng

#pragma once

#include <throng/export.hpp>
#include <throng/grid.hpp>
#include <throng/index.hpp>
#include <throng/query.hpp>
#include <throng/result.hpp>
#include <throng/taken_cells.hpp>
#include <throng/workers.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

// Group orders whose units do not all end in one cell.

namespace throng {

/// Returns at most `count` places around a goal, for units of the grid's size. For units of
/// several sizes, and where others stand or were sent, see promise_places().
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

/// A unit of a group order.
struct GroupUnit {
  Position at;
  /// Its movement class: index into the movements of the call. Its size is that of the grid
  /// of this class.
  std::uint32_t movement = 0;

  friend constexpr bool operator==(GroupUnit, GroupUnit) = default;
};

/// The place of a unit that has none. It lies outside of every map, so a request to go
/// there has the status out_of_map, and TakenCells::remove ignores it.
inline constexpr Position kNowhere{-1, -1};

/// Returns a place around a goal for each unit of a group, and takes these places. They
/// overlap neither each other nor a cell that was taken before. So several groups that go
/// to one goal, in one frame or later, receive places of their own. First remove the
/// squares that the units of the group hold, since they leave them.
///
/// - Units of the same movement class and component have one list of places: the places of
///   spread_goals(), in its order, with one of these units as `from`.
/// - Larger units choose first, since small units fit into the gaps between them and not
///   the other way round. Of one size, units choose in the order of `units`. Each of them
///   chooses the first place in its list that is free.
/// - Then units with one list exchange their places as assign_places() does. To let them
///   exchange places by path cost, call exchange_places() next.
/// - A unit that is on a closed cell or outside the map, and one for which no place is left
///   within max_cost, receives kNowhere and takes nothing.
///
/// movements: for each movement class a grid, or an index of it, all of one size.
/// max_cost:  no place costs more than this from the first place in its list, in units of
///            Grid::costs(). It bounds the work where the goal is crowded.
///
/// Cost:   for each list, a search outwards from the goal: 0.1 to 0.3 us for each cell
///         within the cost of its last place, free or taken; at most for each cell of the
///         component within max_cost. Three groups of 120 units in six classes with one
///         goal on brc202d: 250, 400 and 600 us; the 25th such group: 10 ms. Allocates
///         memory for these cells.
/// Errors: bad_argument, and nothing is taken: a movement class has no grid, or its grid
///         differs in size from `taken`; a unit has no such movement class; the goal lies
///         outside the map.
/// Pre:    fewer than 2^32 units.
THRONG_API Result<std::vector<Position>> promise_places(std::span<const Index> movements,
                                                        std::span<const GroupUnit> units,
                                                        Position goal, TakenCells& taken,
                                                        Cost max_cost = kUnreachable - 1);

/// Assigns each of the first n units one of the first n places, where n is the smaller of
/// both numbers. Returns the index of the place of each of these units.
///
/// Splits units and places at their medians, across the longer side of the places, again
/// and again. So a group keeps its formation: the western half of the units receives the
/// western half of a wide group of places, and units in a row keep their order. Units that
/// stand on the places stay there. Knows nothing about walls, and the sum of the distances
/// is not minimal: see assign_by_cost().
///
/// Pre:  fewer than 2^32 units.
/// Cost: O(n log n); about 0.6 ms for 1,000 units.
THRONG_API std::vector<std::uint32_t> assign_places(std::span<const Position> units,
                                                    std::span<const Position> places);

/// Assigns each of the first n units one of the places by a table of costs, where n is the
/// smaller of both numbers. Returns the index of the place of each of these units.
/// - costs[unit * places + place] is what it costs the unit to reach the place, as
///   fill_distances() computes it, or kUnreachable if it must not go there.
/// - The units come in turn. Each receives a place that it can reach, if then the units
///   before it that received one still do.
/// - The largest cost of these units is as small as possible: the group is complete as soon
///   as possible. Where all paths lead through one door, their sum does not depend on the
///   assignment, but the largest cost does: the last unit then receives a near place, and
///   the first ones walk past it instead of standing in its way.
/// - Of all such assignments, the sum of the costs is as small as possible.
/// - All other units, in turn, receive the places that are left, the least index first.
///
/// Cost:   O(n^2 * places). Random costs with n = places: 30 us for 30, 1 ms for 120, 50 ms
///         for 500.
/// Errors: bad_argument unless costs.size() is units * places.
/// Pre:    fewer than 2^31 units, and as many places.
/// Source: U. Derigs, U. Zimmermann, "An augmenting path method for solving linear
///         bottleneck assignment problems", Computing 19(4), 1978; R. Jonker, A. Volgenant,
///         "A shortest augmenting path algorithm for dense and sparse linear assignment
///         problems", Computing 38(4), 1987.
THRONG_API Result<std::vector<std::uint32_t>> assign_by_cost(std::size_t units,
                                                             std::size_t places,
                                                             std::span<const Cost> costs);

/// Exchanges places among units of the same movement class and component, as
/// assign_by_cost() assigns them by the costs of their paths. Call it after
/// promise_places() with the same movements and units. places[i] is that of units[i]. A
/// unit that is on a closed cell, or outside the map, or in another component than its
/// place keeps its place; so does one without a place (kNowhere).
///
/// Cost:   a table of distances and an assignment for each class and component. Without an
///         index of fronts or hub labels, the table costs a sweep of the map for each unit;
///         see fill_distances(). 120 units of one class on brc202d, one thread: 20 ms, with
///         fronts or hub labels 2 ms. Threads share the work of tables.
/// Errors: bad_argument, and no place changes: places.size() is not units.size(), a
///         movement class has no grid, or a unit has no such movement class.
/// Pre:    fewer than 2^31 units.
/// Throws: see Workers. Then no place has changed.
THRONG_API Outcome exchange_places(std::span<const Index> movements,
                                   std::span<const GroupUnit> units,
                                   std::span<Position> places, Workers& workers);

}  // namespace throng

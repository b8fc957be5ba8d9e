#pragma once

#include <compare>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>

namespace throng {

/// A cell of a map. 0,0 is top left; y grows downwards, as in MovingAI files.
struct Position {
  std::int32_t x = 0;  ///< column
  std::int32_t y = 0;  ///< row

  friend constexpr auto operator<=>(Position, Position) = default;
};

/// One request: a cheapest path from `start` to `goal`.
struct Query {
  Position start;
  Position goal;

  friend constexpr bool operator==(const Query&, const Query&) = default;
};

/// How a query ended. The values are part of `result_hash` and never change meaning.
enum class Status : std::uint8_t {
  found,          ///< a cheapest path; start == goal is found with cost 0 and no move
  unreachable,    ///< both ends are open, but no path joins them
  start_blocked,  ///< the start is a closed cell
  goal_blocked,   ///< the start is open, the goal is a closed cell
  out_of_map,     ///< an end lies outside the map
  out_of_budget,  ///< the limit on expansions was reached first
  over_max_cost,  ///< every path costs more than the limit on costs
  cancelled,      ///< the batch was cancelled before this query ran
};

/// "found", "unreachable", ...
std::string_view name(Status status) noexcept;

/// A path cost, in units of the grid's step costs (see rules.hpp).
using Cost = std::uint32_t;

/// No path: the cost of an unreachable pair, and the mark of an unreached cell.
inline constexpr Cost kUnreachable = std::numeric_limits<Cost>::max();

/// What a unit wants of the goals of its request.
enum class Visit : std::uint8_t {
  any,      ///< one path, to whichever goal costs least to reach
  each,     ///< a path from the start to each goal
  in_turn,  ///< a path to the first goal, from there one to the second, and so on
};

/// What a Query cannot ask for: several goals, goals that are near enough, and a way to go
/// when there is no path to a goal.
///
/// A goal is reached in any cell that is no farther from it than `radius` straight steps on
/// an open map; 0: in its own cell alone. With a radius goals may be
/// closed cells: a building to be attacked.
///
/// approach: when no goal is reached, give a path all the same, to the cell that is nearest
/// to a goal by the distance on an open map without links; of several the one that costs
/// least to reach, of these the least CellIndex.
/// - unreachable or goal_blocked: the nearest of all cells that can be reached. Goals
///   outside the map count for nothing.
/// - out_of_budget and over_max_cost: the nearest of the cells that a second search meets,
///   A* with the same limits. Should that one reach a goal, its path is the answer, and the
///   status is found.
/// Each search for a way to go has the whole limit on expansions again; counters are sums.
///
/// escape_blocked_start: a start on a closed cell, of a unit on which something was built
/// say, is left for the nearest open cell by the same distance, of several the least
/// CellIndex. The path begins there, and RequestResult says where that is. (The status is
/// start_blocked without this, and on a map without any open cell.)
struct Request {
  Position start;
  std::span<const Position> goals = {};  ///< of the caller: to live until all is answered
  Visit visit = Visit::any;
  double radius = 0;  ///< in straight steps: 3.5 is three and a half
  bool approach = false;
  bool escape_blocked_start = false;
};

}  // namespace throng

#pragma once

#include <compare>
#include <cstdint>
#include <limits>
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

}  // namespace throng

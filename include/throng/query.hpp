#pragma once

#include <throng/export.hpp>

#include <compare>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>

namespace throng {

/// A cell of a map. 0,0 is the top left; y grows downwards, as in MovingAI files.
struct Position {
  std::int32_t x = 0;  ///< column
  std::int32_t y = 0;  ///< row

  friend constexpr auto operator<=>(Position, Position) = default;
};

/// A query: a cheapest path from `start` to `goal`.
struct Query {
  Position start = {};
  Position goal;

  friend constexpr bool operator==(const Query&, const Query&) = default;
};

/// How a query ended. The values are part of Answers::hash() and never change meaning.
enum class Status : std::uint8_t {
  found,          ///< a path; cost 0 and no move if start == goal
  unreachable,    ///< both ends are open, but no path joins them
  start_blocked,  ///< the start is a closed cell
  goal_blocked,   ///< the start is open, but the goal is a closed cell
  out_of_map,     ///< an end lies outside the map
  out_of_budget,  ///< the search reached the limit on expansions
  over_max_cost,  ///< every path costs more than the limit on cost
  cancelled,      ///< the batch was cancelled before this query ran
};

/// "found", "unreachable", ...
THRONG_API std::string_view name(Status status) noexcept;

/// A path cost, in units of the grid's step costs (see rules.hpp).
using Cost = std::uint32_t;

/// The cost of an unreachable pair, and of an unreached cell.
inline constexpr Cost kUnreachable = std::numeric_limits<Cost>::max();

/// Which goals of a request to visit.
enum class Visit : std::uint8_t {
  any,      ///< one path, to the goal that costs least to reach
  each,     ///< a path from the start to each goal
  in_turn,  ///< a path to the first goal, from there to the second, and so on
};

/// Identifies a request of a FrameScheduler: Ticket{0}, Ticket{1}, ... in the order of
/// submission.
enum class Ticket : std::uint64_t {};

/// Identifies a unit of the game. A new request of an agent supersedes its previous one.
enum class AgentId : std::uint32_t {};

/// No agent: a request with kNoAgent is never superseded.
inline constexpr AgentId kNoAgent{std::numeric_limits<std::uint32_t>::max()};

/// The order of service. Waiting requests rise (SchedulerOptions::ageing), so none starves.
enum class Priority : std::uint8_t { urgent, high, normal, low };
inline constexpr int kPriorities = 4;

/// A request: a Query with several goals, a goal radius, partial paths and limits.
///
/// radius: a goal is reached in any cell at most `radius` straight steps away on an open
/// map; 0: in its own cell only. With a radius a goal may be closed (a building to attack).
///
/// approach: if no goal is reached, the path leads to the cell nearest to a goal, by the
/// distance on an open map without links. Ties: the cell that costs least to reach, then
/// the least CellIndex.
/// - unreachable, goal_blocked: the nearest of all reachable cells. Goals outside the map
///   are ignored.
/// - out_of_budget, over_max_cost: the nearest cell that a second search reaches, A* with
///   the same limits. If that search reaches a goal, its path is the answer, and the status
///   is found.
/// Each search of approach has the full limit on expansions. Counters are sums.
///
/// escape_blocked_start: if the start is closed (something was built on the unit), the path
/// begins at the open cell nearest to it by the same distance; ties: the least CellIndex.
/// Answers::start reports that cell. Without this option, and on a map without open cells,
/// the status is start_blocked.
struct Request {
  Position start = {};
  /// Must live until Solver::solve returns. A FrameScheduler copies them.
  std::span<const Position> goals = {};
  Visit visit = Visit::any;
  double radius = 0;  ///< in straight steps; may be fractional, such as 3.5
  bool approach = false;
  bool escape_blocked_start = false;
  /// As in BatchOptions, for this request only; the lower limit counts.
  std::uint32_t max_expansions = std::numeric_limits<std::uint32_t>::max();
  Cost max_cost = kUnreachable - 1;

  // For a FrameScheduler only

  AgentId agent = kNoAgent;
  std::size_t movement = 0;  ///< movement class of the unit: index into the solvers
  Priority priority = Priority::normal;
};

}  // namespace throng

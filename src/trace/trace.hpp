#pragma once

#include "../search/search.hpp"

#include <throng/query.hpp>
#include <throng/solver.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace throng {

/// What a search did with a cell.
enum class TraceKind : std::uint8_t {
  expanded,
  generated,  ///< reached, or reached at a lower cost than before
  reopened,   ///< generated after it had been expanded
  pruned,     ///< left out: in a dead end, or no cheaper than the best path known
};

/// One thing that a search did. If `from` and `cell` are more than a step apart, the search
/// jumped over the cells between them.
struct TraceEvent {
  TraceKind kind = TraceKind::expanded;
  Position cell;
  Position from;          ///< whose expansion reached the cell; of an expansion: the cell
  Cost g = 0;             ///< the cost from the start; of a backward search, from the goal
  Cost h = kUnreachable;  ///< the lower bound on the rest; kUnreachable if not computed

  friend bool operator==(const TraceEvent&, const TraceEvent&) = default;
};

/// All that a search did, in order.
struct SearchTrace {
  std::vector<TraceEvent> events;
  std::size_t left_out = 0;  ///< events that did not fit
  SearchResult result;       ///< as of a search without a trace
};

/// When a traced search ends, and when its trace does.
struct TraceLimits {
  std::size_t events = std::size_t{1} << 20;
  std::uint32_t expansions = std::numeric_limits<std::uint32_t>::max();
};

/// Answers one query as Solver::solve does, and records what the search does. The search is
/// compiled with a recorder; otherwise it is the same code, and has the same result and
/// counters. There are no events of a query that is settled without a search, nor of the
/// algorithms hub and front, which do not search. Costs of textbook are rounded to the
/// units of the grid.
///
/// Cost: that of the search, and an allocation for every doubling of the events.
SearchTrace trace_search(const Solver& solver, const Query& query,
                         const TraceLimits& most = {});

/// Returns the lower bound that guides a search for `goal`, for every cell: slot y * width
/// + x. It is kUnreachable for closed cells, for those of other components, and for cells
/// that the heuristic knows to be in dead ends between `start` and `goal`.
/// Pre:  start and goal are open cells of one component.
/// Cost: O(cells) lower bounds.
std::vector<Cost> bound_field(const Solver& solver, Position start, Position goal);

}  // namespace throng

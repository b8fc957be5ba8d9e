#pragma once

#include "graph_jumps.hpp"
#include "visit_bound.hpp"

#include <algorithm>
#include <cstdint>

namespace throng {

/// The jumps of the index. Pre: it has a jump graph.
inline GraphJumps graph_jumps(const Problem& problem) {
  const Index::Parts& index = *problem.index;
  return GraphJumps(problem.grid, problem.space, *problem.jump_map, *index.jump_graph,
                    *index.jump_shortcuts, index.node_of());
}

/// The landmarks' bound from a table that has rows for jump points only. Without landmarks
/// where the start sees the goal, since then the rows of both ends would take more time
/// than the search.
template <class Use>
SearchResult visit_jump_point_landmarks(const Problem& problem, const GraphJumps& jumps,
                                        Ends ends, const Limits& limits, const Use& use) {
  const auto open = open_bound<OctileBound>(problem);
  const GraphJumps::Ends places = jumps.ends(ends.start, ends.goal);
  if (jumps.start_sees_goal(places)) return use(open, limits);
  const Index::Parts& index = *problem.index;
  const LandmarkTable& table = *index.landmarks;
  const EndRows rows = index.seen_rows().rows_of(ends.start, ends.goal);
  const LandmarkTable both = rows.table(problem.grid);
  const LandmarkBound<RowIsKey> bound(table, open, {}, rows.to(), table.lower_slots());
  Limits tight = limits;
  tight.upper = std::min(tight.upper, both.upper(0, 1));
  const Cost start = std::max(jumps.start_bound(places, open), both.lower(0, 1));
  return use(KnownStartBound(bound, table.rows(), start), tight);
}

/// Whether visit_node_landmarks() applies.
inline bool has_node_landmarks(const Problem& problem, const GraphJumps& jumps) {
  const LandmarkTable* const table = problem.index->landmarks.get();
  return table != nullptr && table->living() &&
         problem.options.heuristic == Heuristic::landmark &&
         table->lower_slots() == first_slots(table->landmarks()) &&
         jumps.nodes() <= table->rows() - problem.grid.cell_count();
}

/// The landmarks' bound on a living map, where all landmarks contribute and all nodes have
/// rows: while nothing is too much out of date. Then it is that of a static map, read from
/// the rows of nodes. This saves the choice of a row and a mask at each state: 3 to 4 % of
/// the time of a query.
template <class Use>
SearchResult visit_node_landmarks(const Problem& problem, const GraphJumps& jumps,
                                  Ends ends, const Use& use) {
  const LandmarkBound<RowIsKey> of_cells(*problem.index->landmarks,
                                         open_bound<OctileBound>(problem), {}, ends.goal);
  const GraphJumps::Ends places = jumps.ends(ends.start, ends.goal);
  const Cost start = of_cells(ends.start, places.start_place.x - places.goal.x,
                              places.start_place.y - places.goal.y);
  const auto first = static_cast<std::uint32_t>(problem.grid.cell_count());
  const auto nodes = static_cast<std::uint32_t>(jumps.nodes());
  return use(KnownStartBound(of_cells.with_rows_from(first), nodes, start));
}

/// Calls use(limits) within the cost that the landmarks of a living map would guarantee if
/// none were out of date, and some steps more. Only if no path is so cheap, which is rare,
/// calls use(limits) again without that. After 20 buildings that close no corridor, queries
/// take 1.00 to 1.11 times as long as on a new index, and 1.07 to 1.16 times without this.
template <class Use>
SearchResult within_likely_upper(const Problem& problem, Ends ends, const Limits& limits,
                                 const Use& use) {
  const LandmarkTable* const table = problem.index->landmarks.get();
  if (table == nullptr || !table->living() ||
      problem.options.heuristic != Heuristic::landmark || !problem.grid.symmetric() ||
      table->upper_slots() == table->lower_slots())
    return use(limits);
  constexpr Cost kDetour = 2;  // steps around a building; 1 and 4 are no better
  const Cost detour = kDetour * problem.grid.costs().straight;
  Limits likely = limits;
  likely.upper = table->likely_upper(ends.start, ends.goal);
  const Cost most = std::min(limits.upper, limits.max_cost);
  if (most <= detour || likely.upper >= most - detour) return use(limits);
  likely.upper += detour;
  Pause::Former former;
  if (limits.resumes()) former = limits.pause->former;
  if (!former.ended) {
    SearchResult first = use(likely);
    if (first.status == Status::found) return first;
    if (first.status == Status::out_of_budget) {
      if (first.upper == likely.upper)
        first.upper = limits.upper < kUnreachable - 1 ? limits.upper : kUnreachable;
      return first;
    }
    former = {true, first.expanded, first.generated, first.reopened};
  }
  Limits rest = limits;
  rest.max_expansions -= former.expanded;
  SearchResult second = use(rest);
  if (limits.pause != nullptr) limits.pause->former = former;
  second.expanded += former.expanded;
  second.generated += former.generated;
  second.reopened += former.reopened;
  return second;
}

/// For jump point search on the graph of the index. Calls use(bound, limits); the limits
/// are those given, tightened by what the landmarks know.
template <class Use>
SearchResult visit_graph_bound(const Problem& problem, const GraphJumps& jumps, Ends ends,
                               const Limits& limits, SearchScratch& scratch,
                               const Use& use) {
  if (problem.options.heuristic == Heuristic::landmark && problem.index->jump_point_rows())
    return visit_jump_point_landmarks(problem, jumps, ends, limits, use);
  const auto within = [&](const auto& h) {
    return within_likely_upper(problem, ends, tightened(problem, ends, limits),
                               [&](const Limits& tight) { return use(h, tight); });
  };
  if (has_node_landmarks(problem, jumps))
    return visit_node_landmarks(problem, jumps, ends, within);
  return visit_plain_bound(problem, node_keys(problem), ends, scratch, within);
}

}  // namespace throng

#include "../hub/hub_search.hpp"
#include "../index/kept_hubs.hpp"
#include "engines.hpp"

#include <algorithm>
#include <optional>

namespace throng {
namespace {

bool connected(const Grid& grid, CellIndex start, CellIndex goal) {
  const std::uint32_t component = grid.component(start);
  return component != Grid::kNoComponent && component == grid.component(goal);
}

/// Jump point search, where the labels do not answer. The graph may be missing after a
/// large edit.
Kernel jump_kernel(const Problem& problem) {
  return problem.index->jump_graph != nullptr ? graph_kernel() : scan_kernel();
}

/// The answer of kept labels, if it is right now.
///
/// Let d be the distance when the labels were made. A way of now over a step that opened
/// since costs at least the distances on an open map to that step and on to the goal. Any
/// other way was possible then, and costs at least d. So if the way of then is legal now,
/// and no way over an opened step can be cheaper than it, it is a cheapest way.
std::optional<SearchResult> ask_labels(const Problem& problem, CellIndex start,
                                       CellIndex goal, const Limits& limits,
                                       HubScratch& scratch) {
  const Index::KeptHubs& kept = *problem.index->kept_hubs;
  const Grid& then = *kept.labels->grid;
  const Grid& now = problem.grid;
  if (kept.worn_out || kept.opened.too_many() || !connected(then, start, goal))
    return std::nullopt;
  const HubSearch labels(kept.labels->hub_map());
  const HubWay way = labels.find(start, goal, scratch);
  const Cost bound = limits.first_bound();
  const bool found = way.cost < bound;
  if (kept.opened.may_be_cheaper(now.costs(), now.position(start), now.position(goal),
                                 std::min(way.cost, bound)))
    return std::nullopt;
  const bool same = &now == &then;
  if (found && !same && !labels.legal_on(now, kept.closed, start, goal, scratch))
    return std::nullopt;
  return conclude({.found = found, .bound = found ? way.cost : bound}, limits, {});
}

SearchResult ask_or_search(const Problem& problem, CellIndex start, CellIndex goal,
                           const Limits& limits, SearchScratch& scratch) {
  scratch.by_kept_hubs = false;
  if (!limits.resumes())
    if (const auto answer = ask_labels(problem, start, goal, limits, scratch.hubs)) {
      scratch.by_kept_hubs = true;
      return *answer;
    }
  return jump_kernel(problem).search(problem, start, goal, limits, scratch);
}

void read_answer(const Problem& problem, CellIndex start, CellIndex goal,
                 const SearchScratch& scratch, std::pmr::vector<Move>& moves) {
  if (scratch.by_kept_hubs)
    HubSearch(problem.index->kept_hubs->labels->hub_map())
        .append_path(start, goal, scratch.hubs, moves);
  else
    jump_kernel(problem).append_path(problem, start, goal, scratch, moves);
}

}  // namespace

Kernel kept_hub_kernel() { return {ask_or_search, read_answer}; }

}  // namespace throng

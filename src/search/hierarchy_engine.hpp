#pragma once

#include "../hierarchy/hierarchy_search.hpp"
#include "visit_bound.hpp"

namespace throng {

/// Pre: the index has a hierarchy.
inline HierarchySearch hierarchy_search(const Problem& problem) {
  return {problem.grid, *problem.jump_map, *problem.index->hierarchy};
}

/// Pre: as hierarchy_search().
template <class Trace = NoTrace>
SearchResult climb_hierarchy(const Problem& problem, Ends ends, const Limits& limits,
                             SearchScratch& scratch, const Trace& trace = {}) {
  HierarchyScratch& own = scratch.hierarchy;
  const Cost bound = limits.first_bound();
  const Cost cost = hierarchy_search(problem).find(ends.start, ends.goal, bound,
                                                   limits.max_expansions, own, trace);
  const PaddedPosition from = padded_position(ends.start, problem.grid.stride()),
                       to = padded_position(ends.goal, problem.grid.stride());
  return conclude(
      {.spent = own.spent,
       .found = cost < bound,
       .bound = cost,
       .floor = JumpLine(to.x - from.x, to.y - from.y).cost(problem.grid.costs())},
      limits, {.expanded = own.expanded, .generated = own.generated});
}

}  // namespace throng

#include "../hierarchy/hierarchy_search.hpp"
#include "engines.hpp"

#include <cstdint>

namespace throng {
namespace {

HierarchySearch search_of(const Problem& problem) {
  return {problem.grid, *problem.jump_map, *problem.index->hierarchy};
}

SearchResult climb_hierarchy(const Problem& problem, CellIndex start, CellIndex goal,
                             const Limits& limits, SearchScratch& scratch) {
  HierarchyScratch& own = scratch.hierarchy;
  const Cost bound = limits.first_bound();
  const Cost cost = search_of(problem).find(start, goal, bound, limits.max_expansions, own);
  const PaddedPosition from = padded_position(start, problem.grid.stride()),
                       to = padded_position(goal, problem.grid.stride());
  return conclude(
      {.spent = own.spent,
       .found = cost < bound,
       .bound = cost,
       .floor = JumpLine(to.x - from.x, to.y - from.y).cost(problem.grid.costs())},
      limits, {.expanded = own.expanded, .generated = own.generated});
}

void read_hierarchy(const Problem& problem, CellIndex start, CellIndex goal,
                    const SearchScratch& scratch, std::pmr::vector<Move>& moves) {
  search_of(problem).append_path(start, goal, scratch.hierarchy, moves);
}

}  // namespace

Kernel hierarchy_kernel() { return {climb_hierarchy, read_hierarchy}; }

}  // namespace throng

#include "../labels/hub_search.hpp"
#include "engines.hpp"

namespace throng {
namespace {

HubSearch hubs_of(const Problem& problem) { return HubSearch(problem.index->hub_map()); }

SearchResult join_labels(const Problem& problem, CellIndex start, CellIndex goal,
                         const Limits& limits, SearchScratch& scratch) {
  const HubWay way = hubs_of(problem).find(start, goal, scratch.hubs);
  const Cost bound = limits.first_bound();
  const bool found = way.cost < bound;
  return conclude({.found = found, .bound = found ? way.cost : bound}, limits, {});
}

void read_labels(const Problem& problem, CellIndex start, CellIndex goal,
                 const SearchScratch& scratch, Column<Move>& moves) {
  hubs_of(problem).append_path(start, goal, scratch.hubs, moves);
}

}  // namespace

Kernel hub_kernel() { return {join_labels, read_labels}; }

}  // namespace throng

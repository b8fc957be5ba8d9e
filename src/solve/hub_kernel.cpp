#include "../hub/hub_search.hpp"
#include "engines.hpp"

namespace throng {
namespace {

HubSearch hubs(const Problem& problem) { return HubSearch(problem.index->hub_map()); }

SearchResult run(const Problem& problem, CellIndex start, CellIndex goal,
                 const Limits& limits, Scratch& scratch) {
  const HubWay way = hubs(problem).find(start, goal, scratch.hubs);
  const Cost bound = limits.first_bound();
  const bool found = way.cost < bound;
  return conclude({.found = found, .bound = found ? way.cost : bound}, limits, {});
}

void read(const Problem& problem, CellIndex start, CellIndex goal, const Scratch& scratch,
          std::pmr::vector<Move>& moves) {
  hubs(problem).append_path(start, goal, scratch.hubs, moves);
}

}  // namespace

Kernel hub_kernel() { return {run, read}; }

}  // namespace throng

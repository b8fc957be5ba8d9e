#include "../front/front_search.hpp"
#include "astar_engine.hpp"
#include "engines.hpp"

namespace throng {
namespace {

SearchResult climb_fronts(const Problem& problem, CellIndex start, CellIndex goal,
                          const Limits& limits, SearchScratch& scratch) {
  const Cost bound = limits.first_bound();
  const Cost cost =
      FrontSearch(*problem.index->fronts).find(start, goal, bound, scratch.fronts);
  return conclude({.found = cost < bound, .bound = cost}, limits, {});
}

void read_fronts(const Problem& problem, CellIndex start, CellIndex goal,
                 const SearchScratch& scratch, Column<Move>& moves) {
  FrontSearch(*problem.index->fronts).append_path(start, goal, scratch.fronts, moves);
}

}  // namespace

Kernel front_kernel() { return {climb_fronts, read_fronts}; }

}  // namespace throng

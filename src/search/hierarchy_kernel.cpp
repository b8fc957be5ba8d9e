#include "engines.hpp"
#include "hierarchy_engine.hpp"

namespace throng {
namespace {

SearchResult search_hierarchy(const Problem& problem, CellIndex start, CellIndex goal,
                              const Limits& limits, SearchScratch& scratch) {
  return climb_hierarchy(problem, {start, goal}, limits, scratch);
}

void read_hierarchy(const Problem& problem, CellIndex start, CellIndex goal,
                    const SearchScratch& scratch, Column<Move>& moves) {
  hierarchy_search(problem).append_path(start, goal, scratch.hierarchy, moves);
}

}  // namespace

Kernel hierarchy_kernel() { return {search_hierarchy, read_hierarchy}; }

}  // namespace throng

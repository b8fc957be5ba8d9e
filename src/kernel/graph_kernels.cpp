#include "../search/graph_jumps.hpp"
#include "../search/jump_search.hpp"
#include "engines.hpp"
#include "visit_bound.hpp"

namespace throng {
namespace {

GraphJumps graph_jumps(const Problem& problem) {
  return GraphJumps(problem.grid, problem.space, *problem.jump_map,
                    *problem.index->jump_graph, *problem.index->jump_shortcuts,
                    problem.index->node_of());
}

SearchResult search_graph(const Problem& problem, CellIndex start, CellIndex goal,
                          const Limits& limits, SearchScratch& scratch) {
  const Ends ends{start, goal};
  return visit_plain_bound(problem, node_keys(problem), ends, scratch, [&](const auto& h) {
    return jump_search(graph_jumps(problem), start, goal, h,
                       tightened(problem, ends, limits), scratch.jumps, scratch.jump_open);
  });
}

void read_graph(const Problem& problem, CellIndex start, CellIndex goal,
                const SearchScratch& scratch, std::pmr::vector<Move>& moves) {
  append_jumps(graph_jumps(problem), start, goal, scratch.jumps, moves);
}

}  // namespace

Kernel graph_kernel() { return {search_graph, read_graph}; }

}  // namespace throng

#include "engines.hpp"
#include "graph_bound.hpp"
#include "jump_search.hpp"

namespace throng {
namespace {

SearchResult search_graph(const Problem& problem, CellIndex start, CellIndex goal,
                          const Limits& limits, SearchScratch& scratch) {
  const GraphJumps jumps = graph_jumps(problem);
  return visit_graph_bound(problem, jumps, {start, goal}, limits, scratch,
                           [&](const auto& h, const Limits& tight) {
                             return jump_search(jumps, start, goal, h, tight, scratch.jumps,
                                                scratch.jump_open);
                           });
}

void read_graph(const Problem& problem, CellIndex start, CellIndex goal,
                const SearchScratch& scratch, Column<Move>& moves) {
  append_jumps(graph_jumps(problem), start, goal, scratch.jumps, moves);
}

}  // namespace

Kernel graph_kernel() { return {search_graph, read_graph}; }

}  // namespace throng

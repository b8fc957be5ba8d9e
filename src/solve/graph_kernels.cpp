#include "../search/graph_jumps.hpp"
#include "../search/jump_search.hpp"
#include "bound_makers.hpp"
#include "engines.hpp"

namespace throng {
namespace {

GraphJumps jumps(const Problem& problem) {
  return GraphJumps(problem.grid, problem.space, *problem.jump_map,
                    *problem.index->jump_graph, *problem.index->jump_shortcuts,
                    problem.index->rows->row.data());
}

template <class Maker>
SearchResult run(const Problem& problem, CellIndex start, CellIndex goal,
                 const Limits& limits, Scratch& scratch) {
  const Ends ends{start, goal};
  return jump_search(jumps(problem), start, goal,
                     Maker::make(problem, node_keys(problem), ends, scratch),
                     tightened(problem, ends, limits), scratch.jumps, scratch.jump_open);
}

void read(const Problem& problem, CellIndex start, CellIndex goal, const Scratch& scratch,
          std::pmr::vector<Move>& moves) {
  append_jumps(jumps(problem), start, goal, scratch.jumps, moves);
}

}  // namespace

Kernel graph_kernel(const Problem& problem) {
  return with_bound(problem, []<class Maker>() -> Kernel { return {run<Maker>, read}; });
}

}  // namespace throng

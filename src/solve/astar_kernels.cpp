#include "../search/astar.hpp"
#include "../search/textbook.hpp"
#include "bound_makers.hpp"
#include "engines.hpp"

#include <type_traits>

namespace throng {
namespace {

template <class H>
auto& nodes_for(Scratch& scratch) {
  if constexpr (H::kConsistent) {
    return scratch.nodes;
  } else {
    return scratch.wide_nodes;
  }
}

template <class Maker>
SearchResult run(const Problem& problem, CellIndex start, CellIndex goal,
                 const Limits& limits, Scratch& scratch) {
  const Ends ends{start, goal};
  const auto h = Maker::make(problem, cell_keys(problem), ends, scratch);
  return astar(problem.space, start, goal, h, tightened(problem, ends, limits),
               nodes_for<std::remove_const_t<decltype(h)>>(scratch), scratch.open);
}

void read(const Problem& problem, CellIndex start, CellIndex goal, const Scratch& scratch,
          std::vector<Move>& moves) {
  append_path(problem.space, start, goal, scratch.nodes, moves);
}

void read_wide(const Problem& problem, CellIndex start, CellIndex goal,
               const Scratch& scratch, std::vector<Move>& moves) {
  append_path(problem.space, start, goal, scratch.wide_nodes, moves);
}

SearchResult run_textbook(const Problem& problem, CellIndex start, CellIndex goal,
                          const Limits& limits, Scratch& scratch) {
  return textbook(problem.grid, start, goal, problem.options.heuristic, limits,
                  scratch.textbook);
}

void read_textbook(const Problem& problem, CellIndex start, CellIndex goal,
                   const Scratch& scratch, std::vector<Move>& moves) {
  append_textbook_path(problem.grid, start, goal, scratch.textbook, moves);
}

}  // namespace

Kernel astar_kernel(const Problem& problem) {
  return with_bound(problem, [&]<class Maker>() -> Kernel {
    using H = decltype(Maker::make(problem, cell_keys(problem), Ends{},
                                   std::declval<Scratch&>()));
    return {run<Maker>, H::kConsistent ? read : read_wide};
  });
}

Kernel textbook_kernel() { return {run_textbook, read_textbook}; }

}  // namespace throng

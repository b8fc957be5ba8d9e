#include "../search/textbook.hpp"
#include "astar_engine.hpp"
#include "engines.hpp"

namespace throng {
namespace {

SearchResult run_textbook(const Problem& problem, CellIndex start, CellIndex goal,
                          const Limits& limits, Scratch& scratch) {
  return textbook(problem.grid, start, goal, problem.options.heuristic, limits,
                  scratch.textbook);
}

void read_textbook(const Problem& problem, CellIndex start, CellIndex goal,
                   const Scratch& scratch, std::pmr::vector<Move>& moves) {
  append_textbook_path(problem.grid, start, goal, scratch.textbook, moves);
}

}  // namespace

Kernel astar_kernel(const Problem& problem) {
  return with_bound(problem,
                    []<class Maker>() { return plain_astar<SquareSpace, Maker>(); });
}

Kernel textbook_kernel() { return {run_textbook, read_textbook}; }

}  // namespace throng

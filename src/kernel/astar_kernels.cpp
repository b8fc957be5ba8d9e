#include "../search/textbook.hpp"
#include "astar_engine.hpp"
#include "engines.hpp"

namespace throng {
namespace {

SearchResult search_squares(const Problem& problem, CellIndex start, CellIndex goal,
                            const Limits& limits, SearchScratch& scratch) {
  const Ends ends{start, goal};
  return visit_plain_bound(problem, cell_keys(problem), ends, scratch, [&](const auto& h) {
    return plain_astar<SquareSpace>(problem, ends, h, limits, scratch);
  });
}

SearchResult search_textbook(const Problem& problem, CellIndex start, CellIndex goal,
                             const Limits& limits, SearchScratch& scratch) {
  return textbook(problem.grid, start, goal, problem.options.heuristic, limits,
                  scratch.textbook);
}

void read_textbook(const Problem& problem, CellIndex start, CellIndex goal,
                   const SearchScratch& scratch, std::pmr::vector<Move>& moves) {
  append_textbook_path(problem.grid, start, goal, scratch.textbook, moves);
}

}  // namespace

Kernel astar_kernel() { return {search_squares, read_plain_nodes}; }

Kernel textbook_kernel() { return {search_textbook, read_textbook}; }

}  // namespace throng

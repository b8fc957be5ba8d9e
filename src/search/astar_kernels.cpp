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

}  // namespace

Kernel astar_kernel() { return {search_squares, read_plain_nodes}; }

}  // namespace throng

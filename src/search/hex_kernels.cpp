#include "astar_engine.hpp"
#include "engines.hpp"

namespace throng {
namespace {

SearchResult search_hexagons(const Problem& problem, CellIndex start, CellIndex goal,
                             const Limits& limits, SearchScratch& scratch) {
  const Ends ends{start, goal};
  return visit_hex_bound(problem, ends, [&](const auto& h) {
    return plain_astar<SearchSpace>(problem, ends, h, limits, scratch);
  });
}

}  // namespace

Kernel hex_kernel() { return {search_hexagons, read_plain_nodes}; }

}  // namespace throng

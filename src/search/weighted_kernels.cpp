#include "../heuristic/any_bound.hpp"
#include "astar_engine.hpp"
#include "engines.hpp"

#include <type_traits>

namespace throng {
namespace {

/// Whether this bound is used often enough for a search compiled for it. Other bounds are
/// called through a pointer.
template <class Bound>
constexpr bool kOften =
    std::is_same_v<Bound, OctileBound> || std::is_same_v<Bound, HexBound> ||
    std::is_same_v<Bound, ManhattanBound> ||
    std::is_same_v<Bound, LandmarkBound<RowOfCell, OctileBound>> ||
    std::is_same_v<Bound, TwoWayLandmarkBound<RowOfCell, OctileBound>> ||
    std::is_same_v<Bound, LivingLandmarkBound<RowIsKey, OctileBound>>;

SearchResult search_weighted(const Problem& problem, CellIndex start, CellIndex goal,
                             const Limits& limits, SearchScratch& scratch) {
  const Ends ends{start, goal};
  const Limits tight = tightened(problem, ends, limits);
  const auto by = [&](const auto& h) {
    return astar(problem.weighted_space, start, goal, h, tight, scratch.wide_nodes,
                 scratch.fine());
  };
  const auto use = [&]<class Bound>(const Bound& h) {
    if constexpr (kOften<Bound>) {
      return by(h);
    } else {
      return by(AnyBound(h));
    }
  };
  return is_hexagonal(problem.grid.rules().topology)
             ? visit_hex_bound(problem, ends, use)
             : visit_square_bound(problem, cell_keys(problem), ends, use);
}

void read_weighted(const Problem& problem, CellIndex start, CellIndex goal,
                   const SearchScratch& scratch, Column<Move>& moves) {
  append_path(problem.space, start, goal, scratch.wide_nodes, moves);
}

}  // namespace

Kernel weighted_kernel() { return {search_weighted, read_weighted}; }

}  // namespace throng

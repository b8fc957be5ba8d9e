#include "../heuristic/any_bound.hpp"
#include "../queue/far_queue.hpp"
#include "astar_engine.hpp"
#include "engines.hpp"

#include <type_traits>

namespace throng {
namespace {

/// As in weighted_kernels.cpp.
template <class Bound>
constexpr bool kOftenLinked =
    std::is_same_v<Bound, LinkBound<OctileBound>> ||
    std::is_same_v<Bound, TwoWayLandmarkBound<RowOfCell, LinkBound<OctileBound>>>;

SearchResult search_linked(const Problem& problem, CellIndex start, CellIndex goal,
                           const Limits& limits, SearchScratch& scratch) {
  const Ends ends{start, goal};
  const Limits tight = tightened(problem, ends, limits);
  FarQueue open(scratch.fine(), scratch.far);
  const auto by = [&](const auto& h) {
    return prove_unreachable(
        astar(*problem.linked, start, goal, h, tight, scratch.wide_nodes, open), tight);
  };
  return visit_linked_bound(problem, ends, [&]<class Bound>(const Bound& h) {
    if constexpr (kOftenLinked<Bound>) {
      return by(h);
    } else {
      return by(AnyBound(h));
    }
  });
}

void read_linked(const Problem& problem, CellIndex start, CellIndex goal,
                 const SearchScratch& scratch, std::pmr::vector<Move>& moves) {
  append_path(*problem.linked, start, goal, scratch.wide_nodes, moves);
}

}  // namespace

Kernel linked_kernel() { return {search_linked, read_linked}; }

}  // namespace throng

#include "../heuristic/any_bound.hpp"
#include "../sweep/far_queue.hpp"
#include "astar_engine.hpp"
#include "engines.hpp"

#include <type_traits>

namespace throng {
namespace {

/// As in weighted_kernels.cpp.
template <class Bound>
constexpr bool kOftenLinked =
    std::is_same_v<Bound, LinkBound<OctileBound>> ||
    std::is_same_v<Bound, TwoWayLandmarkBound<RowOfCell, LinkBound<OctileBound>>> ||
    std::is_same_v<Bound, LivingLandmarkBound<RowIsKey, LinkBound<OctileBound>>>;

template <class Space, class Near, class Bound>
SearchResult search_in(const Space& space, Near& near, const Problem& problem, Ends ends,
                       const Bound& h, const Limits& limits, SearchScratch& scratch) {
  const Limits tight = tightened(problem, ends, limits);
  FarQueue open(near, scratch.far);
  return astar(space, ends.start, ends.goal, h, tight, scratch.wide_nodes, open);
}

SearchResult search_linked(const Problem& problem, CellIndex start, CellIndex goal,
                           const Limits& limits, SearchScratch& scratch) {
  const Ends ends{start, goal};
  return visit_linked_bound(problem, ends, [&]<class Bound>(const Bound& h) {
    if constexpr (kOftenLinked<Bound>) {
      if (problem.plain_linked)
        return search_in(*problem.plain_linked, scratch.open, problem, ends, h, limits,
                         scratch);
      return search_in(*problem.linked, scratch.fine(), problem, ends, h, limits, scratch);
    } else {
      return search_in(*problem.linked, scratch.fine(), problem, ends, AnyBound(h), limits,
                       scratch);
    }
  });
}

void read_linked(const Problem& problem, CellIndex start, CellIndex goal,
                 const SearchScratch& scratch, Column<Move>& moves) {
  append_path(*problem.linked, start, goal, scratch.wide_nodes, moves);
}

}  // namespace

Kernel linked_kernel() { return {search_linked, read_linked}; }

}  // namespace throng

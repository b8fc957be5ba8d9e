#include "../heuristic/any_bound.hpp"
#include "../queue/far_queue.hpp"
#include "astar_engine.hpp"
#include "engines.hpp"

#include <type_traits>

namespace throng {
namespace {

/// Bounds worth a search of their own; the others are called through a pointer.
template <class Maker>
constexpr bool kOften = std::is_same_v<Maker, Plain<LinkBound<OctileBound>>> ||
                        std::is_same_v<Maker, TwoWayLandmarks<LinkBound<OctileBound>>>;

template <class Bound>
SearchResult search(const Problem& problem, CellIndex start, CellIndex goal, const Bound& h,
                    const Limits& limits, Scratch& scratch) {
  FarQueue open(scratch.fine_open, scratch.far);
  return prove_unreachable(
      astar(*problem.linked, start, goal, h, limits, scratch.wide_nodes, open), limits);
}

template <class Maker>
SearchResult run(const Problem& problem, CellIndex start, CellIndex goal,
                 const Limits& limits, Scratch& scratch) {
  const Ends ends{start, goal};
  const BoundOf<Maker> h = Maker::make(problem, cell_keys(problem), ends, scratch);
  const Limits tight = tightened(problem, ends, limits);
  if constexpr (kOften<Maker>) {
    return search(problem, start, goal, h, tight, scratch);
  } else {
    return search(problem, start, goal, AnyBound(h), tight, scratch);
  }
}

void read(const Problem& problem, CellIndex start, CellIndex goal, const Scratch& scratch,
          std::vector<Move>& moves) {
  append_path(*problem.linked, start, goal, scratch.wide_nodes, moves);
}

}  // namespace

Kernel linked_kernel(const Problem& problem) {
  return with_linked_bound(problem, []<class Maker>() { return Kernel{run<Maker>, read}; });
}

}  // namespace throng

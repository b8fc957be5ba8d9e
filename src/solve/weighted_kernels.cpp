#include "../heuristic/any_bound.hpp"
#include "astar_engine.hpp"
#include "engines.hpp"

#include <type_traits>

namespace throng {
namespace {

/// Bounds worth a search of their own; the others are called through a pointer.
template <class Maker>
constexpr bool kOften =
    std::is_same_v<Maker, Plain<OctileBound>> || std::is_same_v<Maker, Plain<HexBound>> ||
    std::is_same_v<Maker, Plain<ManhattanBound>> ||
    std::is_same_v<Maker, AllLandmarks<Cost, OctileBound>> ||
    std::is_same_v<Maker, TwoWayLandmarks<OctileBound>>;

template <class Bound>
SearchResult search(const Problem& problem, CellIndex start, CellIndex goal, const Bound& h,
                    const Limits& limits, Scratch& scratch) {
  return prove_unreachable(astar(problem.weighted_space, start, goal, h, limits,
                                 scratch.wide_nodes, scratch.fine_open),
                           limits);
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

}  // namespace

Kernel weighted_kernel(const Problem& problem) {
  const auto engine = []<class Maker>() { return Kernel{run<Maker>, read_wide_nodes}; };
  const bool hexagonal = is_hexagonal(problem.grid.rules().topology);
  return hexagonal ? with_hex_bound(problem, engine) : with_bound(problem, engine);
}

}  // namespace throng

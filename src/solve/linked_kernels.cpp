#include "../queue/far_queue.hpp"
#include "astar_engine.hpp"
#include "engines.hpp"

#include <type_traits>

namespace throng {
namespace {

struct Engine {
  template <class Maker>
  static constexpr bool kOften =
      std::is_same_v<Maker, Plain<LinkBound<OctileBound>>> ||
      std::is_same_v<Maker, TwoWayLandmarks<LinkBound<OctileBound>>>;

  template <class Bound>
  static SearchResult search(const Problem& problem, CellIndex start, CellIndex goal,
                             const Bound& h, const Limits& limits, Scratch& scratch) {
    FarQueue open(scratch.fine(), scratch.far);
    return prove_unreachable(
        astar(*problem.linked, start, goal, h, limits, scratch.wide_nodes, open), limits);
  }
};

void read(const Problem& problem, CellIndex start, CellIndex goal, const Scratch& scratch,
          std::pmr::vector<Move>& moves) {
  append_path(*problem.linked, start, goal, scratch.wide_nodes, moves);
}

}  // namespace

Kernel linked_kernel(const Problem& problem) {
  return with_linked_bound(problem, []<class Maker>() {
    return Kernel{run_wide_astar<Engine, Maker>, read};
  });
}

}  // namespace throng

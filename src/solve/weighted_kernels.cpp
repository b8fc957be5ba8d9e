#include "astar_engine.hpp"
#include "engines.hpp"

#include <type_traits>

namespace throng {
namespace {

struct Engine {
  template <class Maker>
  static constexpr bool kOften =
      std::is_same_v<Maker, Plain<OctileBound>> || std::is_same_v<Maker, Plain<HexBound>> ||
      std::is_same_v<Maker, Plain<ManhattanBound>> ||
      std::is_same_v<Maker, AllLandmarks<Cost, OctileBound>> ||
      std::is_same_v<Maker, TwoWayLandmarks<OctileBound>>;

  template <class Bound>
  static SearchResult search(const Problem& problem, CellIndex start, CellIndex goal,
                             const Bound& h, const Limits& limits, Scratch& scratch) {
    return prove_unreachable(astar(problem.weighted_space, start, goal, h, limits,
                                   scratch.wide_nodes, scratch.fine()),
                             limits);
  }
};

}  // namespace

Kernel weighted_kernel(const Problem& problem) {
  const auto engine = []<class Maker>() {
    return Kernel{run_wide_astar<Engine, Maker>, read_wide_nodes};
  };
  const bool hexagonal = is_hexagonal(problem.grid.rules().topology);
  return hexagonal ? with_hex_bound(problem, engine) : with_bound(problem, engine);
}

}  // namespace throng

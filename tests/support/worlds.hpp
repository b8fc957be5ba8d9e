#pragma once

#include "../../src/heuristic/plain.hpp"
#include "../../src/search/search_space.hpp"
#include "../../src/search/targets.hpp"

#include <throng/grid.hpp>
#include <throng/query.hpp>
#include <throng/rules.hpp>
#include <throng/terrain.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace throng::test {

/// A small random map with all that a search reads of it.
struct World {
  Terrain terrain;
  Rules rules;
  std::vector<Weight> weights;  ///< of each cell; none: all are plain
  std::shared_ptr<const Grid> grid;
  SearchSpace space;

  std::vector<CellIndex> open_cells() const;
  /// The bound for one goal that goes by distances on an open map.
  template <class Space>
  GoalBound<Space, OpenBound> bound(const Space& of, CellIndex goal) const {
    return {of, goal, OpenBound(rules.topology, grid->min_step_costs())};
  }
  /// What the oracle says it costs to get from `from` to each cell: slot of the padded map,
  /// kUnreachable where it cannot be reached.
  std::vector<Cost> distances(CellIndex from) const;
};

World random_world(const Rules& rules, std::uint64_t seed);
/// The same with 24 x 20 cells, a third of them closed.
World larger_world(const Rules& rules, std::uint64_t seed);

/// Every one of all_rules(), `count` random_world() each, of several sizes and densities;
/// a part of these worlds under sanitizers.
std::vector<World> random_worlds(int count);

struct CellPair {
  CellIndex start;
  CellIndex goal;
};

/// Pairs of open cells of a world that differ.
std::vector<CellPair> random_pairs(const World& world, std::size_t count,
                                   std::uint64_t seed);

/// A random map under `rules` whose cells have weights of 1 to 9, to be read through a
/// WeightedSpace.
World weighted_world(const Rules& rules, std::uint64_t seed);

/// A space whose steps are one-way streets: some are missing in one direction, and each has
/// a cost of its own, 1 to `most_weight` times that of its kind.
struct DirectedSpace : SearchSpace {
  DirectedSpace(const World& world, Cost most_weight, std::uint64_t seed);

  Cost step_cost(CellIndex from, unsigned move) const noexcept {
    return step_costs[from * kMoves + move];
  }
  Cost most_step() const noexcept { return costliest; }
  Cost most_edge() const noexcept { return costliest; }

  /// Bellman-Ford: relaxes every step until nothing changes.
  std::vector<Cost> distances(CellIndex from) const;

  std::vector<std::uint8_t> legal;
  std::vector<Cost> step_costs;
  Cost costliest = 0;

  DirectedSpace(const DirectedSpace&) = delete;
  DirectedSpace& operator=(const DirectedSpace&) = delete;
};

/// What the moves cost from `start`, one after the other; kUnreachable when one is not
/// legal, or the last does not end at `goal`.
template <class Space>
Cost walk(const Space& space, CellIndex start, CellIndex goal,
          std::span<const Move> moves) {
  CellIndex cell = start;
  Cost cost = 0;
  for (const Move move : moves) {
    const auto d = static_cast<unsigned>(move);
    if ((space.moves[cell] >> d & 1U) == 0) return kUnreachable;
    cost += space.step_cost(cell, d);
    cell += space.steps[d].offset;
  }
  return cell == goal ? cost : kUnreachable;
}

/// A bound that is admissible and no more: some part of the distance to one goal, another
/// one for every cell.
class RaggedBound {
 public:
  static constexpr bool kConsistent = false;
  static constexpr bool kPrunes = false;
  static constexpr Cost excess() noexcept { return 0; }

  /// to_goal: the distance from each cell.
  RaggedBound(const std::vector<Cost>& to_goal, std::uint64_t seed);
  Cost operator()(CellIndex cell) const noexcept { return h_[cell]; }

 private:
  std::vector<Cost> h_;
};

}  // namespace throng::test

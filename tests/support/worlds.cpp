#include "worlds.hpp"

#include "../../src/core/rng.hpp"
#include "batches.hpp"
#include "maps.hpp"
#include "oracle.hpp"
#include "seeds.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace throng::test {

namespace {

World make_world(Terrain terrain, const Rules& rules, std::vector<Weight> weights = {}) {
  const auto grid = *Grid::make(terrain, rules, {.weights = weights});
  return {std::move(terrain), rules, std::move(weights), grid, SearchSpace(*grid)};
}

}  // namespace

World random_world(const Rules& rules, std::uint64_t seed) {
  constexpr std::array kWidths{4, 6, 7, 5};
  constexpr std::array kHeights{6, 5, 4, 5};
  constexpr std::array kClosed{20, 35, 45, 10};
  const std::size_t i = seed % kWidths.size();
  return make_world(random_terrain(kWidths[i], kHeights[i], kClosed[i], seed), rules);
}

World larger_world(const Rules& rules, std::uint64_t seed) {
  return make_world(random_terrain(24, 20, 33, seed), rules);
}

World weighted_world(const Rules& rules, std::uint64_t seed) {
  Terrain terrain = random_terrain(6, 5, 25, seed);
  SplitMix64 random(seed);
  std::vector<Weight> weights(terrain.cell_count());
  for (Weight& weight : weights) weight = static_cast<Weight>(1 + random.below(9));
  return make_world(std::move(terrain), rules, std::move(weights));
}

std::vector<World> random_worlds(int count) {
  std::vector<World> worlds;
  std::uint64_t seed = 0;
  const std::uint64_t step = every({.sanitized = 4});
  for (const Rules& rules : all_rules())
    for (int i = 0; i < count; ++i, ++seed)
      if (seed % step == 0) worlds.push_back(random_world(rules, seed));
  return worlds;
}

std::vector<CellPair> random_pairs(const World& world, std::size_t count,
                                   std::uint64_t seed) {
  const std::vector<CellIndex> cells = world.open_cells();
  SplitMix64 random(seed);
  const auto any = [&] {
    return cells[random.below(static_cast<std::uint32_t>(cells.size()))];
  };
  std::vector<CellPair> pairs;
  while (pairs.size() < count) {
    const CellIndex start = any(), goal = any();
    if (start != goal) pairs.push_back({start, goal});
  }
  return pairs;
}

std::vector<CellIndex> World::open_cells() const {
  std::vector<CellIndex> cells;
  for (const Position p : all_cells(terrain))
    if (grid->open(p)) cells.push_back(grid->cell(p));
  return cells;
}

std::vector<Cost> World::distances(CellIndex from) const {
  std::vector<Cost> costs(grid->cell_count(), kUnreachable);
  const auto field =
      oracle_field(terrain, rules, grid->position(from), {.weights = weights});
  std::size_t slot = 0;
  for (const Position p : all_cells(terrain)) {
    const auto& reached = field[slot++];
    if (reached) costs[grid->cell(p)] = static_cast<Cost>(reached.cost);
  }
  return costs;
}

DirectedSpace::DirectedSpace(const World& world, Cost most_weight, std::uint64_t seed)
    : SearchSpace(world.space),
      legal(moves, moves + cell_count),
      step_costs(cell_count * kMoves) {
  SplitMix64 random(seed);
  for (CellIndex cell = 0; cell < cell_count; ++cell)
    for (unsigned d = 0; d < kMoves; ++d) {
      if (random.chance(15)) legal[cell] &= static_cast<std::uint8_t>(~(1U << d));
      const Cost cost = steps[d].cost * (1 + random.below(most_weight));
      step_costs[cell * kMoves + d] = cost;
      costliest = std::max(costliest, cost);
    }
  moves = legal.data();
}

std::vector<Cost> DirectedSpace::distances(CellIndex from) const {
  std::vector<Cost> distance(cell_count, kUnreachable);
  distance[from] = 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (CellIndex cell = 0; cell < cell_count; ++cell)
      for (unsigned d = 0; d < kMoves; ++d) {
        if (distance[cell] == kUnreachable || (legal[cell] >> d & 1U) == 0) continue;
        Cost& to = distance[cell + steps[d].offset];
        const Cost cost = distance[cell] + step_cost(cell, d);
        changed |= cost < to;
        to = std::min(to, cost);
      }
  }
  return distance;
}

RaggedBound::RaggedBound(const std::vector<Cost>& to_goal, std::uint64_t seed)
    : h_(to_goal.size(), 0) {
  SplitMix64 random(seed);
  for (std::size_t cell = 0; cell < h_.size(); ++cell)
    if (to_goal[cell] != kUnreachable) h_[cell] = random.below(to_goal[cell] + 1);
}

}  // namespace throng::test

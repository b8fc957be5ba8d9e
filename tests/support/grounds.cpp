#include "grounds.hpp"

#include "../../src/core/rng.hpp"
#include "batches.hpp"
#include "maps.hpp"

#include <cstdint>

namespace throng::test {

std::vector<Ground> some_grounds() {
  std::vector<Ground> grounds;
  SplitMix64 random(1);
  std::uint64_t seed = 0;
  const auto add = [&](const Rules& rules, const GridOptions& options) {
    const auto terrain = random_terrain(24, 20, 25, seed);
    grounds.push_back({terrain, *Grid::make(terrain, rules, options)});
  };
  for (const Rules& rules : all_rules()) {
    ++seed;
    add(rules, {});
  }
  for (const Topology topology : {Topology::octile, Topology::hex})
    for (const CostModel model : kCostModels) {
      ++seed;
      const Rules rules{.topology = topology, .cost_model = model};
      std::vector<Weight> weights(24 * 20);
      for (Weight& weight : weights) weight = static_cast<Weight>(1 + random.below(5));
      add(rules, {.weights = weights});
      std::vector<ClosedStep> fences;
      for (std::int32_t x = 0; x < 24; ++x) fences.push_back({{x, 9}, Move::south});
      add(rules, {.closed_steps = fences});
      const std::vector<Link> links{{{1, 1}, {22, 18}, 2}, {{3, 17}, {20, 2}, 3}};
      add(rules, {.weights = weights, .links = links});
    }
  return grounds;
}

Ground one_way_ground() {
  const Terrain terrain = *Terrain::make(24, 20, '.');
  std::vector<ClosedStep> fence;
  for (std::int32_t x = 0; x < 24; ++x)
    for (const Move move : {Move::south, Move::south_east, Move::south_west})
      fence.push_back({{x, 9}, move});
  return {terrain, *Grid::make(terrain, {}, {.closed_steps = fence})};
}

}  // namespace throng::test

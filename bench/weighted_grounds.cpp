#include "weighted_grounds.hpp"

#include "workload.hpp"

#include <throng/generate.hpp>

#include <random>

namespace throng::bench {
namespace {

/// A map of the benchmarks whose cells have the weights of weight(x, y).
template <class Weigh>
Result<WeightedMap> weighed_map(const char* name, Weigh weight) {
  auto workload = load(name, 1);
  if (!workload) return workload.failure();
  WeightedMap map{std::move(workload->terrain), {}, {}};
  for (std::int32_t y = 0; y < map.terrain.height(); ++y)
    for (std::int32_t x = 0; x < map.terrain.width(); ++x)
      map.weights.push_back(weight(x, y));
  return map;
}

Result<WeightedMap> terrain() {
  auto generated = generate(MapKind::terrain, {.width = 512, .height = 512, .seed = 3});
  if (!generated) return generated.failure();
  WeightedMap map{*std::move(generated), {}, {}};
  for (std::int32_t y = 0; y < map.terrain.height(); ++y)
    for (std::int32_t x = 0; x < map.terrain.width(); ++x) {
      const char ground = map.terrain.at({x, y});
      map.weights.push_back(ground == 'T' ? 5 : ground == 'S' ? 3 : ground == 'G' ? 2 : 1);
    }
  for (const char ground : {'G', 'S', 'T'}) map.rules.movement.set(ground, 1);
  return map;
}

Weight zone(std::int32_t x, std::int32_t y) { return zone_weight(x, y, 0); }

Result<WeightedMap> zones() { return weighed_map("bg512/AR0700SR", zone); }

Result<WeightedMap> large_zones() { return weighed_map("sc1/TheFrozenSea", zone); }

/// Harsher than the ground of any game.
Result<WeightedMap> noise() {
  std::mt19937 random(1);
  return weighed_map("bg512/AR0700SR", [&random](std::int32_t, std::int32_t) {
    return static_cast<Weight>(1 + random() % 9);
  });
}

Result<WeightedMap> roads() {
  return weighed_map("dao/orz900d", [](std::int32_t x, std::int32_t y) {
    return static_cast<Weight>(x % 16 == 0 || y % 16 == 0 ? 1 : 4);
  });
}

Result<WeightedMap> plain() {
  auto workload = load("random/random512-10-0", 1);
  if (!workload) return workload.failure();
  return WeightedMap{std::move(workload->terrain), {}, {}};
}

constexpr std::size_t kMegabyte = std::size_t{1} << 20;

}  // namespace

const std::array<Ground, 6>& weighted_grounds() {
  static constexpr std::array kAll{
      Ground{"terrain", 143 * kMegabyte, terrain},
      Ground{"AR0700SR zones", 143 * kMegabyte, zones},
      Ground{"AR0700SR noise", 143 * kMegabyte, noise},
      Ground{"orz900d roads", 143 * kMegabyte, roads},
      Ground{"TheFrozenSea zones", 381 * kMegabyte, large_zones},
      Ground{"random512-10-0 plain", 143 * kMegabyte, plain}};
  return kAll;
}

Weight zone_weight(std::int32_t x, std::int32_t y, std::uint32_t seed) {
  std::mt19937 random(static_cast<std::uint32_t>(y / 8 * 1024 + x / 8) + (seed << 20));
  return static_cast<Weight>(1 + random() % 5);
}

}  // namespace throng::bench

#include "scenes.hpp"

#include "../../src/core/rng.hpp"
#include "maps.hpp"
#include "oracle.hpp"
#include "seeds.hpp"

#include <array>
#include <cstdint>
#include <utility>

namespace throng::test {
namespace {

enum class Kind { plain, mean, enter, one_way, linked, all };
constexpr std::array kKinds{Kind::plain,   Kind::mean,   Kind::enter,
                            Kind::one_way, Kind::linked, Kind::all};
constexpr std::array<const char*, kKinds.size()> kKindNames{"plain",   "mean",   "enter",
                                                            "one-way", "linked", "all"};

constexpr std::array<std::pair<std::int32_t, std::int32_t>, 4> kSizes{
    {{7, 5}, {6, 6}, {11, 1}, {1, 9}}};

std::vector<Rules> scene_rules() {
  std::vector<Rules> all{{.costs = {1, 1}}, {.costs = {2, 3}}};
  for (const Corners corners : kCorners) all.push_back({.corners = corners});
  for (const Topology topology : {Topology::tile, Topology::hex, Topology::tex})
    all.push_back({.topology = topology});
  return all;
}

void lay(Kind ground, SplitMix64& random, Scene& scene) {
  const auto any_cell = [&] {
    return scene.cells[random.below(static_cast<std::uint32_t>(scene.cells.size()))];
  };
  const bool all = ground == Kind::all;
  if (all || ground == Kind::mean || ground == Kind::enter)
    for (std::size_t i = 0; i < scene.cells.size(); ++i)
      scene.weights.push_back(static_cast<Weight>(1 + random.below(3)));
  if (all || ground == Kind::enter) scene.rules.cost_model = CostModel::enter;
  if (all || ground == Kind::one_way)
    for (const Position p : scene.cells)
      if (random.below(2) == 0)
        scene.closed_steps.push_back({p, static_cast<Move>(random.below(kMoves))});
  if (!all && ground != Kind::linked) return;
  while (scene.links.size() < 6) {
    const Position from = any_cell(), to = any_cell();
    if (from != to)
      scene.links.push_back({from, to, static_cast<Weight>(1 + random.below(4))});
  }
}

void ask_oracle(Scene& scene) {
  const GridOptions options{
      .weights = scene.weights, .closed_steps = scene.closed_steps, .links = scene.links};
  scene.grid = *Grid::make(scene.terrain, scene.rules, options);
  for (const Position from : scene.cells)
    for (const auto& reached : oracle_field(scene.terrain, scene.rules, from, options))
      scene.costs.push_back(reached ? static_cast<Cost>(reached.cost) : kUnreachable);
}

}  // namespace

void for_each_scene(const std::function<void(const Scene&)>& visit) {
  const std::uint64_t step = every({.sanitized = 7});
  std::uint64_t seed = 0;
  for (const auto& [width, height] : kSizes)
    for (const Rules& rules : scene_rules())
      for (std::size_t ground = 0; ground < kKinds.size(); ++ground) {
        if (++seed % step != 0) continue;
        SplitMix64 random(seed);
        const Terrain terrain =
            random_terrain(width, height, static_cast<int>(seed * 7 % 40), seed);
        Scene scene{.words = std::string(name(rules.topology)) + " " +
                             std::string(name(rules.corners)) + " " + kKindNames[ground] +
                             ", seed " + std::to_string(seed),
                    .terrain = terrain,
                    .rules = rules,
                    .weights = {},
                    .closed_steps = {},
                    .links = {},
                    .grid = nullptr,
                    .cells = all_cells(terrain),
                    .costs = {}};
        lay(kKinds[ground], random, scene);
        ask_oracle(scene);
        visit(scene);
      }
}

}  // namespace throng::test

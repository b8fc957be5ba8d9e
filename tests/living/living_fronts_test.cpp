#include "../../src/core/rng.hpp"
#include "../support/all_pairs.hpp"
#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/maps.hpp"
#include "../support/seeds.hpp"

#include <throng/living_map.hpp>
#include <throng/solver.hpp>

#include <optional>
#include <span>
#include <variant>
#include <vector>

namespace throng::living_fronts_test {

using namespace test;

namespace {

const LivingClass kFronts{.landmarks = 0, .jump_graph = false, .fronts = true};
constexpr SolverOptions kFront{.algorithm = Algorithm::front};

LivingMap map_of(const Terrain& terrain, const LivingOptions& options, Workers& workers,
                 const LivingClass& movement = kFronts) {
  return *LivingMap::make(terrain, {&movement, 1}, options, workers);
}

PartInfo fronts_of(const LivingMap& map) { return map.index(0).part(Part::fronts); }

void fill(LivingMap& map, const MapRect& area, char character, Workers& workers) {
  const std::vector<Edit> edits{TerrainEdit{area, character}};
  REQUIRE(map.edit(edits, workers));
}

/// Weights of up to 5.
Edit random_edit(SplitMix64& random, const Terrain& on, bool steps) {
  const auto below = [&](std::int32_t end) {
    return static_cast<std::int32_t>(random.below(static_cast<std::uint32_t>(end)));
  };
  const Position corner{below(on.width() - 5), below(on.height() - 5)};
  const MapRect area{corner, static_cast<std::int32_t>(1 + random.below(5)),
                     static_cast<std::int32_t>(1 + random.below(5))};
  switch (random.below(steps ? 4 : 3)) {
    case 0:
      return WeightEdit{area, static_cast<Weight>(1 + random.below(5))};
    case 1:
      return TerrainEdit{area, '@'};
    case 2:
      return TerrainEdit{area, '.'};
    default:
      return StepEdit{corner, static_cast<Move>(random.below(8)), random.below(3) == 0};
  }
}

void apply(const Edit& edit, Terrain& terrain, std::vector<Weight>& weights) {
  const auto for_each = [&](const MapRect& area, const auto& visit) {
    for (Position p = area.corner; p.y < area.corner.y + area.height; ++p.y)
      for (p.x = area.corner.x; p.x < area.corner.x + area.width; ++p.x) visit(p);
  };
  if (const auto* const cells = std::get_if<TerrainEdit>(&edit))
    for_each(cells->at, [&](Position p) { terrain.set(p, cells->terrain); });
  if (const auto* const ground = std::get_if<WeightEdit>(&edit))
    for_each(ground->at, [&](Position p) {
      weights[static_cast<std::size_t>(p.y * terrain.width() + p.x)] = ground->weight;
    });
}

}  // namespace

TEST_CASE("settled fronts do not depend on how they became so", "[living]") {
  const Terrain terrain = *Terrain::make(50, 40);
  const std::vector<Weight> weights(terrain.cell_count(), 1);
  const bool steps = GENERATE(false, true);
  for (const CostModel model : kCostModels) {
    CAPTURE(steps, name(model));
    Workers workers(1);
    LivingClass movement = kFronts;
    movement.rules.cost_model = model;
    const LivingOptions options{.weights = weights, .steps = steps, .max_weight = 5};
    LivingMap edited = map_of(terrain, options, workers, movement);
    LivingMap at_once = map_of(terrain, options, workers, movement);
    SplitMix64 random(5);
    std::vector<Edit> all;
    for (int k = 0; k < 200; ++k) {
      const Edit edit = random_edit(random, terrain, steps);
      all.push_back(edit);
      REQUIRE(edited.edit({&edit, 1}, workers));
      edited.settle(60, workers);
    }
    REQUIRE(at_once.edit(all, workers));
    const std::vector<Query> queries = random_queries(terrain, 2000, 2);
    for (LivingMap* const map : {&edited, &at_once}) {
      map->settle(LivingMap::kAll, workers);
      REQUIRE(fronts_of(*map).present);
    }
    const auto answers = [&](const LivingMap& map, const SolverOptions& by) {
      return Solver::make(map.index(0), by)->solve(queries, workers);
    };
    CHECK(answers(edited, kFront).cost ==
          answers(edited, {.algorithm = Algorithm::astar}).cost);
    // Paths too: of ways that cost the same, both have the same one.
    CHECK(answers(edited, kFront).hash() == answers(at_once, kFront).hash());
  }
}

TEST_CASE("rows come back after an edit, once all else is settled", "[living]") {
  const Terrain terrain = *Terrain::make(60, 50);
  std::vector<Weight> weights(terrain.cell_count(), 1);
  for (const CostModel model : kCostModels) {
    CAPTURE(name(model));
    Workers workers(1);
    LivingClass movement = kFronts;
    movement.rules.cost_model = model;
    movement.front_rows = true;
    const LivingOptions options{.weights = weights, .max_weight = 5};
    LivingMap map = map_of(terrain, options, workers, movement);
    const std::size_t bytes = fronts_of(map).fact("row bytes");
    REQUIRE(bytes > 0);
    const std::vector<Query> queries = random_queries(terrain, 2000, 2);
    const auto answers = [&](const SolverOptions& by) {
      return Solver::make(map.index(0), by)->solve(queries, workers);
    };
    for (std::int32_t k = 0; k < 3; ++k) {
      const std::vector<Edit> edits{WeightEdit{{{5 + 15 * k, 9}, 8, 30}, 5}};
      REQUIRE(map.edit(edits, workers));
      std::optional<LivingMap> restored;  // when there are fronts, but no rows
      for (int calls = 0; !map.settled(); ++calls) {
        REQUIRE(calls < 10'000);
        map.settle(100, workers);
        if (restored) {
          restored->settle(100, workers);
          REQUIRE(restored->settled() == map.settled());
        }
        if (restored || !fronts_of(map).present || map.settled()) continue;
        restored = *LivingMap::restore(*map.save(), workers);
        CHECK(fronts_of(map).fact("row bytes") == 0);
        CHECK(answers(kFront).cost == answers({.algorithm = Algorithm::astar}).cost);
      }
      CHECK(restored.has_value());
      CHECK(fronts_of(map).fact("row bytes") == bytes);
      CHECK(answers(kFront).cost == answers({.algorithm = Algorithm::astar}).cost);
    }
  }
}

TEST_CASE("fronts answer all pairs right after each of many edits", "[living]") {
  struct Scale {
    Position size;
    std::uint64_t edits;
  };
  const auto [size, edits] =
      GENERATE(Scale{{9, 8}, 10'000 / test::every({100, 400})},  // one unit of fronts
               Scale{{21, 17}, 400 / test::every({100, 200})});  // some units
  for (const CostModel model : kCostModels) {
    Workers workers(1);
    Terrain terrain = *Terrain::make(size.x, size.y);
    std::vector<Weight> weights(terrain.cell_count(), 2);
    LivingClass movement = kFronts;
    movement.rules.cost_model = model;
    LivingMap map =
        map_of(terrain, {.weights = weights, .max_weight = 5}, workers, movement);
    SplitMix64 random(3);
    for (std::uint64_t k = 0; k < edits; ++k) {
      const Edit edit = random_edit(random, terrain, false);
      apply(edit, terrain, weights);
      REQUIRE(map.edit({&edit, 1}, workers));
      map.settle(LivingMap::kAll, workers);
      CAPTURE(name(model), k);
      const GridOptions options{.weights = weights};
      test::check_all_pairs(terrain, *Solver::make(map.index(0), kFront), "front",
                            test::all_fields(terrain, map.grid(0)->rules(), options),
                            workers, options);
    }
  }
}

TEST_CASE("fronts follow each step that closes in one direction", "[living]") {
  Workers workers(1);
  const Terrain terrain = *Terrain::make(40, 40);
  LivingMap map = map_of(terrain, {.steps = true}, workers);
  SplitMix64 random(1);
  for (int k = 0; k < 200; ++k) {
    const Position from{static_cast<std::int32_t>(1 + random.below(38)),
                        static_cast<std::int32_t>(1 + random.below(38))};
    const auto d = random.below(8);
    const Edit edit = StepEdit{from, static_cast<Move>(d), false};
    REQUIRE(map.edit({&edit, 1}, workers));
    map.settle(LivingMap::kAll, workers);
    const Position to{from.x + kMoveX[d], from.y + kMoveY[d]};
    const std::vector<Query> queries{{from, to}, {to, from}};
    const auto cost = [&](Algorithm algorithm) {
      return Solver::make(map.index(0), {.algorithm = algorithm})
          ->solve(queries, workers)
          .cost;
    };
    REQUIRE(cost(Algorithm::front) == cost(Algorithm::astar));
  }
}

TEST_CASE("fronts are stale from an edit until it is settled", "[living]") {
  Workers workers(1);
  LivingMap map = map_of(*Terrain::make(40, 40), {}, workers);
  REQUIRE(fronts_of(map).present);
  REQUIRE_FALSE(fronts_of(map).stale);
  REQUIRE(map.settled());
  const auto held = map.index(0);

  fill(map, {{10, 10}, 4, 4}, '@', workers);
  CHECK_FALSE(map.settled());
  CHECK_FALSE(fronts_of(map).present);
  CHECK(fronts_of(map).stale);
  CHECK(Solver::make(map.index(0), kFront)->algorithm() != Algorithm::front);
  CHECK(held.has(Part::fronts));

  int parts = 0;
  for (; !map.settled(); ++parts) CHECK(map.settle(1, workers) > 0);
  CHECK(parts > 1);
  CHECK(fronts_of(map).present);
  CHECK_FALSE(fronts_of(map).stale);
  CHECK(Solver::make(map.index(0), kFront)->algorithm() == Algorithm::front);
}

TEST_CASE("an edit that changes no step leaves fronts as they are", "[living]") {
  Workers workers(1);
  LivingMap map = map_of(drawn(".....\n.@@@.\n.@@@.\n.@@@.\n....."), {}, workers);
  fill(map, {{2, 2}, 1, 1}, 'T', workers);
  CHECK(fronts_of(map).present);
}

TEST_CASE("fronts know the first open cells, and wait while others are open", "[living]") {
  Workers workers(1);
  LivingMap map = map_of(drawn("...@...\n.......\n...@..."), {}, workers);
  const Query across{{0, 1}, {6, 1}};
  const auto cost = [&] {
    return Solver::make(map.index(0), kFront)
        ->solve(std::span(&across, 1), workers)
        .cost[0];
  };
  const auto settle = [&] { map.settle(LivingMap::kAll, workers); };

  fill(map, {{3, 1}, 1, 1}, 'T', workers);  // the door closes
  settle();
  REQUIRE(fronts_of(map).present);
  CHECK(cost() == kUnreachable);

  fill(map, {{3, 0}, 1, 1}, '.', workers);  // the wall breaks
  settle();
  CHECK_FALSE(fronts_of(map).present);
  CHECK(fronts_of(map).stale);
  CHECK(cost() > 6 * map.grid(0)->costs().straight);

  fill(map, {{3, 1}, 1, 1}, '.', workers);
  fill(map, {{3, 0}, 1, 1}, 'W', workers);
  settle();
  CHECK(fronts_of(map).present);
  CHECK(cost() == 6 * map.grid(0)->costs().straight);
}

TEST_CASE("fronts that are not possible are left out, with a reason", "[living]") {
  Workers workers(1);
  const Terrain terrain = *Terrain::make(20, 20);
  const Link link{{0, 0}, {9, 9}};
  const LivingMap linked = map_of(terrain, {.links = {&link, 1}}, workers);
  CHECK_FALSE(fronts_of(linked).present);
  CHECK_FALSE(fronts_of(linked).stale);
  CHECK(fronts_of(linked).refusal == "fronts do not support links");
  CHECK_FALSE(Solver::make(linked.index(0), kFront));

  LivingClass little = kFronts;
  little.front_memory = 1000;
  const LivingMap small = map_of(terrain, {}, workers, little);
  CHECK(fronts_of(small).refusal == "fronts need more memory than the 0.0 MB allowed");
  CHECK(!fronts_of(small).exceeded.empty());
}

}  // namespace throng::living_fronts_test

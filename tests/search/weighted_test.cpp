#include "../../src/core/rng.hpp"
#include "../support/all_pairs.hpp"
#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/maps.hpp"
#include "../support/seeds.hpp"

#include <throng/distances.hpp>
#include <throng/index.hpp>
#include <throng/solver.hpp>

#include <cmath>
#include <vector>

namespace throng::weighted_test {

namespace {

/// What lies on a map besides its characters, drawn at random.
struct Layers {
  std::vector<Weight> weights;
  std::vector<std::int16_t> altitude;
  std::vector<ClosedStep> closed_steps;

  GridOptions options() const {
    return {.weights = weights, .altitude = altitude, .closed_steps = closed_steps};
  }
};

std::vector<Weight> random_weights(const Terrain& terrain, Weight most,
                                   SplitMix64& random) {
  std::vector<Weight> weights(terrain.cell_count());
  for (Weight& weight : weights) weight = static_cast<Weight>(1 + random.below(most));
  return weights;
}

std::vector<std::int16_t> random_altitude(const Terrain& terrain, SplitMix64& random) {
  std::vector<std::int16_t> altitude(terrain.cell_count());
  for (std::int16_t& one : altitude) one = static_cast<std::int16_t>(random.below(7)) - 3;
  return altitude;
}

std::vector<ClosedStep> random_closed_steps(const Terrain& terrain, SplitMix64& random) {
  std::vector<ClosedStep> steps;
  for (const Position p : test::all_cells(terrain))
    if (random.below(3) == 0) steps.push_back({p, static_cast<Move>(random.below(8))});
  return steps;
}

/// All that can be on a map, a little of each at a time.
std::vector<Layers> some_layers(const Terrain& terrain, SplitMix64& random) {
  std::vector<Layers> all(6);
  all[0].weights = random_weights(terrain, 9, random);
  all[1].weights = random_weights(terrain, 2, random);
  all[1].weights[random.below(static_cast<std::uint32_t>(terrain.cell_count()))] = 0;
  all[2].weights = random_weights(terrain, kMaxWeight, random);
  all[3].altitude = random_altitude(terrain, random);
  all[4].closed_steps = random_closed_steps(terrain, random);
  all[5].weights = random_weights(terrain, 5, random);
  all[5].altitude = random_altitude(terrain, random);
  all[5].closed_steps = random_closed_steps(terrain, random);
  return all;
}

/// Topologies, corner rules, costs and cost models: a few that differ in kind.
std::vector<Rules> some_rules() {
  std::vector<Rules> all;
  for (const CostModel model : kCostModels) {
    for (const Corners corners : kCorners)
      all.push_back({.corners = corners, .cost_model = model, .climb = 2});
    all.push_back({.costs = kBg2006Costs, .cost_model = model});
    all.push_back({.costs = {1, 1}, .cost_model = model, .climb = 3});
    all.push_back({.topology = Topology::tile, .cost_model = model});
    all.push_back({.topology = Topology::hex, .cost_model = model});
  }
  return all;
}

void check_without_index(const Terrain& terrain, const Layers& layers, Workers& workers) {
  for (const Rules& rules : some_rules()) {
    const auto grid = Grid::make(terrain, rules, layers.options());
    REQUIRE(grid);
    const auto fields = test::all_fields(terrain, rules, layers.options());
    for (const SolverOptions& options : test::all_options(*grid))
      test::check_all_pairs(terrain, *Solver::make(*grid, options), test::in_words(options),
                            fields, workers, layers.options());
  }
}

}  // namespace

TEST_CASE("every pair of small weighted maps is answered optimally") {
  Workers workers(1);
  SplitMix64 random(1);
  // Of sizes and densities all kinds, fewer where a sanitizer slows all down.
  for (std::uint64_t seed = 0; seed < 24; seed += test::every({.sanitized = 11})) {
    const auto terrain =
        test::random_terrain(2 + static_cast<std::int32_t>(seed % 5),
                             1 + static_cast<std::int32_t>(seed / 5), 20, seed);
    for (const Layers& layers : some_layers(terrain, random))
      check_without_index(terrain, layers, workers);
  }
}

TEST_CASE("characters have weights of their own") {
  const Terrain terrain = test::drawn("..S..\n.GSG.\n@.S..");
  Rules rules;
  rules.movement.set('S', 4);
  rules.movement.set('G', 2);
  Workers workers(1);
  for (const CostModel model : kCostModels) {
    rules.cost_model = model;
    const auto grid = *Grid::make(terrain, rules);
    CHECK_FALSE(grid->plain());
    CHECK(grid->symmetric() == (model == CostModel::mean));
    test::check_all_pairs(terrain, *Solver::make(grid), "characters",
                          test::all_fields(terrain, rules), workers);
  }
}

TEST_CASE("landmarks are right on symmetric weighted grids; areas are refused") {
  Workers workers(1);
  SplitMix64 random(2);
  for (std::uint64_t seed = 0; seed < 6; seed += test::every({.sanitized = 4})) {
    const auto terrain = test::random_terrain(6, 5, 20, seed);
    const Layers layers{
        .weights = random_weights(terrain, 9, random), .altitude = {}, .closed_steps = {}};
    for (const Topology topology : {Topology::octile, Topology::tile, Topology::hex}) {
      const Rules rules{.topology = topology};
      const auto grid = *Grid::make(terrain, rules, layers.options());
      const auto fields = test::all_fields(terrain, rules, layers.options());
      for (const IndexOptions& how : test::some_index_options()) {
        if (test::refused(how, rules, false)) {
          CHECK(Index::build(grid, how, workers).error().code == Code::unsupported);
          continue;
        }
        const auto index = *Index::build(grid, how, workers);
        for (const SolverOptions& options : test::all_options(index))
          test::check_all_pairs(terrain, *Solver::make(index, options),
                                test::in_words(how) + ", " + test::in_words(options),
                                fields, workers, layers.options());
      }
    }
  }
}

TEST_CASE("landmarks are right where there and back differ") {
  Workers workers(1);
  SplitMix64 random(5);
  for (std::uint64_t seed = 0; seed < 4; seed += test::every({.sanitized = 3})) {
    const auto terrain = test::random_terrain(6, 4, 15, seed);
    for (const Layers& layers : some_layers(terrain, random))
      for (const Rules& rules : some_rules()) {
        const auto grid = *Grid::make(terrain, rules, layers.options());
        if (grid->symmetric()) continue;
        const auto fields = test::all_fields(terrain, rules, layers.options());
        for (const Placement placement : kPlacements)
          for (const FieldMetric metric : kFieldMetrics) {
            const IndexOptions how{.landmarks = {.count = 1 + static_cast<int>(seed) * 4,
                                                 .placement = placement,
                                                 .metric = metric,
                                                 .seed = seed}};
            const auto index = *Index::build(grid, how, workers);
            test::check_all_pairs(terrain, *Solver::make(index), test::in_words(how),
                                  fields, workers, layers.options());
            test::check_bounds(terrain, index, fields);
          }
      }
  }
}

TEST_CASE("fields and matrices count weights") {
  Workers workers(1);
  SplitMix64 random(3);
  const auto terrain = test::random_terrain(9, 7, 20, 5);
  for (const Layers& layers : some_layers(terrain, random))
    for (const Rules& rules : some_rules())
      test::check_all_fields(terrain, rules, layers.options(), workers);
}

TEST_CASE("the length of a path is the sum of its weights") {
  const Terrain terrain = test::drawn("...\n...");
  const std::vector<Weight> weights{1, 3, 1, 1, 5, 2};
  Rules rules;
  const std::vector<Move> moves{Move::east, Move::south_east};
  auto grid = *Grid::make(terrain, rules, {.weights = weights});
  CHECK(grid->path_length({0, 0}, moves) == Approx(2 + 2.5 * std::sqrt(2.0)));
  CHECK(grid->step_cost(grid->cell({0, 0}), Move::east) == 2 * grid->costs().straight);
  rules.cost_model = CostModel::enter;
  grid = *Grid::make(terrain, rules, {.weights = weights});
  CHECK(grid->path_length({0, 0}, moves) == Approx(3 + 2 * std::sqrt(2.0)));
  CHECK(grid->costs() == kExactCosts);
  CHECK(grid->step_cost(grid->cell({0, 0}), Move::east) == 3 * kExactCosts.straight);
}

TEST_CASE(
    "influence makes steps into its cells costlier and keeps the grid it is laid on") {
  Workers workers(1);
  SplitMix64 random(4);
  for (const bool weighted : {false, true}) {
    const auto terrain = test::random_terrain(6, 5, 20, 9);
    const auto base = weighted ? random_weights(terrain, 4, random) : std::vector<Weight>();
    const auto influence = random_weights(terrain, 6, random);
    const auto grid = *Grid::make(terrain, {}, {.weights = base});
    const auto costlier = *grid->with_influence(influence);
    CHECK_FALSE(costlier->symmetric());
    for (const Position p : test::all_cells(terrain)) {
      if (!grid->open(p)) continue;
      for (std::size_t d = 0; d < kMoves; ++d) {
        const auto move = static_cast<Move>(d);
        if ((grid->moves(p) >> d & 1U) == 0) continue;
        const Position to = grid->step(p, move);
        const Cost unit =
            is_diagonal(move) ? grid->costs().diagonal : grid->costs().straight;
        REQUIRE(costlier->step_cost(grid->cell(p), move) ==
                grid->step_cost(grid->cell(p), move) +
                    unit * influence[static_cast<std::size_t>(to.y * 6 + to.x)]);
      }
    }
    CHECK(grid->plain() == !weighted);
  }
}

TEST_CASE("layers that do not fit are refused with the reason") {
  const Terrain terrain = test::drawn("...\n...");
  const auto what = [&](const GridOptions& options) {
    const auto grid = Grid::make(terrain, {}, options);
    return grid ? "" : grid.error().what;
  };
  const std::vector<Weight> few(5, 1);
  CHECK(what({.weights = few}) == "a layer of 5 weights does not fit a map of 3 x 2");
  const std::vector<Weight> heavy{1, 1, 1, 1, 16384, 1};
  CHECK(what({.weights = heavy}) == "cell 1,1 has weight 16384; the maximum is 16383");
  const std::vector<std::int16_t> cliffs{0, 32767, 0, 0, 0, 0};
  Rules rules;
  rules.climb = 3;
  CHECK(Grid::make(terrain, rules, {.altitude = cliffs}).error().code == Code::unsupported);
  const ClosedStep outside{{3, 0}, Move::west};
  CHECK(what({.closed_steps = std::span(&outside, 1)}) ==
        "the closed step from 3,0 begins outside the map");
}

}  // namespace throng::weighted_test

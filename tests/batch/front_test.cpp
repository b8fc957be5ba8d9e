#include "../../src/core/rng.hpp"
#include "../support/all_pairs.hpp"
#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/grounds.hpp"
#include "../support/maps.hpp"
#include "../support/seeds.hpp"

#include <throng/solver.hpp>

#include <string>

namespace throng::front_test {

namespace {

constexpr IndexOptions kFronts{.landmarks = {0}, .jump_graph = false, .fronts = {true}};
constexpr SolverOptions kFront{.algorithm = Algorithm::front};

Index index_of(const std::shared_ptr<const Grid>& grid,
               const IndexOptions& options = kFronts) {
  Workers workers(1);
  return *Index::build(grid, options, workers);
}

std::vector<Weight> random_weights(std::size_t count, std::uint32_t most,
                                   std::uint64_t seed) {
  SplitMix64 random(seed);
  std::vector<Weight> weights(count);
  for (Weight& weight : weights) weight = static_cast<Weight>(1 + random.below(most));
  return weights;
}

/// All pairs of a map by fronts are those of the oracle.
void check(const Terrain& terrain, const Rules& rules, const GridOptions& options = {}) {
  const auto grid = *Grid::make(terrain, rules, options);
  Workers workers(1);
  test::check_all_pairs(terrain, *Solver::make(index_of(grid), kFront), "front",
                        test::all_fields(terrain, rules, options), workers, options);
}

/// Topologies x corner rules x cost models.
std::vector<Rules> weighted_rules() {
  std::vector<Rules> all;
  for (const CostModel model : kCostModels) {
    for (const Corners corners : kCorners)
      all.push_back({.corners = corners, .cost_model = model});
    for (const Topology topology : {Topology::tile, Topology::hex, Topology::tex})
      all.push_back({.topology = topology, .cost_model = model});
  }
  return all;
}

std::vector<ClosedStep> random_closed_steps(const Terrain& terrain, std::uint64_t seed) {
  SplitMix64 random(seed);
  std::vector<ClosedStep> closed;
  for (const Position p : test::all_cells(terrain))
    if (random.below(3) == 0) closed.push_back({p, static_cast<Move>(random.below(8))});
  return closed;
}

bool contains(const std::string& text, const char* part) {
  CAPTURE(text);
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("fronts give cheapest paths for all pairs of small weighted maps") {
  const int closed = GENERATE(0, 20, 40);
  const auto seed = GENERATE(range(0, 8, static_cast<int>(test::every({1, 4}))));
  const Terrain terrain = test::random_terrain(4 + seed % 7, 9 - seed % 4, closed,
                                               static_cast<std::uint64_t>(seed) + 7);
  const auto random = static_cast<std::uint64_t>(seed);
  const auto weights = random_weights(terrain.cell_count(), 9, random);
  const auto fences = random_closed_steps(terrain, random);
  std::vector<std::int16_t> altitude(terrain.cell_count());
  for (std::size_t i = 0; i < altitude.size(); ++i)
    altitude[i] = static_cast<std::int16_t>(weights[i] / 2);
  CAPTURE(closed, seed);
  for (Rules rules : weighted_rules()) {
    check(terrain, rules, {.weights = weights});
    check(terrain, rules, {.closed_steps = fences});
    check(terrain, rules, {.weights = weights, .closed_steps = fences});
    rules.climb = 2;
    check(terrain, rules, {.weights = weights, .altitude = altitude});
    if (is_hexagonal(rules.topology)) continue;
    rules.unit_size = 2;
    check(terrain, rules, {.weights = weights});
  }
}

TEST_CASE("fronts give cheapest paths on maps with separators of many cells") {
  // Several levels of the dissection, and ways of more moves than an entry stores.
  const auto seed = GENERATE(range(0, 4));
  const Terrain terrain =
      test::random_terrain(44, 37, 5 + 10 * seed, static_cast<std::uint64_t>(seed));
  const auto weights = random_weights(terrain.cell_count(), seed % 2 == 0 ? 5 : 1, 1);
  const std::vector<Query> queries = test::random_queries(terrain, 400, 1);
  const auto fences = random_closed_steps(terrain, 5);
  Workers workers(1);
  for (const Rules& rules : weighted_rules())
    for (const GridOptions& options :
         {GridOptions{.weights = weights},
          GridOptions{.weights = weights, .closed_steps = fences}}) {
      const auto grid = *Grid::make(terrain, rules, options);
      const Answers expected =
          Solver::make(grid, {.algorithm = Algorithm::astar})->solve(queries, workers);
      const Answers result = Solver::make(index_of(grid), kFront)->solve(queries, workers);
      CAPTURE(seed, test::in_words(rules));
      REQUIRE(result.status == expected.status);
      REQUIRE(result.cost == expected.cost);
      for (std::size_t i = 0; i < queries.size(); ++i)
        if (result.status[i] == Status::found)
          REQUIRE(test::path_is_sound(*grid, queries[i], result, i));
    }
}

TEST_CASE("fronts answer on maps of one cell, one row, and without an open cell") {
  for (const char* drawing : {".", "@", "@@\n@@", "..", ".@", "....", ".@..", ".\n.\n@\n."})
    for (const Rules& rules : weighted_rules()) check(test::drawn(drawing), rules);
  const Terrain row = *Terrain::make(300, 1, '.');
  check(row, {}, {.weights = random_weights(300, 9, 1)});
}

TEST_CASE("fronts hold costs of the largest weights") {
  // A walk over low ranks may cost more than 32 bits hold, though no distance does.
  const Terrain terrain = test::random_terrain(7, 6, 10, 2);
  std::vector<Weight> weights = random_weights(terrain.cell_count(), kMaxWeight, 3);
  for (std::size_t i = 0; i < weights.size(); i += 2) weights[i] = kMaxWeight;
  for (const Rules& rules : weighted_rules()) check(terrain, rules, {.weights = weights});

  const Terrain open = *Terrain::make(40, 40, '.');
  std::vector<Weight> basin(open.cell_count(), kMaxWeight);
  for (std::size_t x = 0; x < 40; ++x) basin[20 * 40 + x] = 1;
  const auto grid = Grid::make(open, {.costs = {1, 1}}, {.weights = basin});
  REQUIRE(grid);
  Workers workers(1);
  const std::vector<Query> queries = test::random_queries(open, 500, 1);
  const auto by = [&](const Solver& solver) { return solver.solve(queries, workers).cost; };
  REQUIRE(by(*Solver::make(index_of(*grid), kFront)) ==
          by(*Solver::make(*grid, {.algorithm = Algorithm::astar})));
}

TEST_CASE("fronts follow influence") {
  const Terrain terrain = test::random_terrain(9, 8, 20, 4);
  const auto plain = *Grid::make(terrain);
  const auto influence = random_weights(terrain.cell_count(), 7, 4);
  const auto grid = *plain->with_influence(influence);
  Workers workers(1);
  const std::vector<Query> queries = test::all_pairs(terrain);
  const Answers result = Solver::make(index_of(grid), kFront)->solve(queries, workers);
  const Answers expected =
      Solver::make(grid, {.algorithm = Algorithm::astar})->solve(queries, workers);
  REQUIRE(result.status == expected.status);
  REQUIRE(result.cost == expected.cost);
}

TEST_CASE("a limit on the cost ends queries by fronts") {
  const Terrain terrain = test::random_terrain(30, 30, 20, 1);
  const auto weights = random_weights(terrain.cell_count(), 5, 1);
  const auto grid = *Grid::make(terrain, {}, {.weights = weights});
  const std::vector<Query> queries = test::random_queries(terrain, 300, 1);
  Workers workers(1);
  const BatchOptions limit{.max_cost = grid->cost_of_steps(40)};
  const Answers result =
      Solver::make(index_of(grid), kFront)->solve(queries, workers, limit);
  const Answers expected =
      Solver::make(grid, {.algorithm = Algorithm::astar})->solve(queries, workers, limit);
  REQUIRE(std::count(result.status.begin(), result.status.end(), Status::over_max_cost) >
          0);
  REQUIRE(result.status == expected.status);
  REQUIRE(result.cost == expected.cost);
}

TEST_CASE("auto takes fronts where they are faster, unless a heuristic is asked for") {
  const Terrain terrain = test::random_terrain(30, 30, 20, 1);
  const auto weights = random_weights(terrain.cell_count(), 5, 1);
  const auto grid = *Grid::make(terrain, {}, {.weights = weights});
  const auto index = index_of(grid, {.landmarks = {2}, .fronts = {true}});
  REQUIRE(index.has(Part::fronts));
  REQUIRE(index.part(Part::fronts).bytes > 0);
  REQUIRE(index.memory_bytes() > index.part(Part::fronts).bytes);
  REQUIRE(index.part(Part::fronts).refusal.empty());
  REQUIRE(Solver::make(index)->algorithm() == Algorithm::front);
  REQUIRE(Solver::make(index, {.heuristic = Heuristic::landmark})->algorithm() ==
          Algorithm::astar);
  const auto on_plain = [](const Terrain& map, int landmarks) {
    const auto made =
        index_of(*Grid::make(map), {.landmarks = {landmarks}, .fronts = {true}});
    return Solver::make(made)->algorithm();
  };
  CHECK(on_plain(terrain, 2) == Algorithm::front);  // noise
  const Terrain open = *Terrain::make(30, 30);
  CHECK(on_plain(open, 2) == Algorithm::jps);
  CHECK(on_plain(open, 0) == Algorithm::jps);
  const auto tile = index_of(*Grid::make(terrain, {.topology = Topology::tile}));
  REQUIRE(Solver::make(tile)->algorithm() == Algorithm::front);
}

TEST_CASE("where fronts need more than allowed the index goes on without them") {
  const auto grid = *Grid::make(test::random_terrain(60, 60, 20, 1));
  const auto index =
      index_of(grid, {.landmarks = {2}, .fronts = {.build = true, .memory = 20'000}});
  REQUIRE_FALSE(index.has(Part::fronts));
  REQUIRE_FALSE(index.part(Part::fronts).exceeded.empty());
  REQUIRE(index.part(Part::fronts).bytes == 0);
  REQUIRE(contains(index.part(Part::fronts).refusal, "0.0 MB allowed"));
  REQUIRE(Solver::make(index)->algorithm() == Algorithm::jps);
  const auto refused = Solver::make(index, kFront);
  REQUIRE_FALSE(refused);
  REQUIRE(refused.error().what == index.part(Part::fronts).refusal);
}

TEST_CASE("algorithm front needs fronts and no heuristic, and fronts no links") {
  const Terrain terrain = test::random_terrain(20, 20, 0, 1);
  const auto grid = *Grid::make(terrain);
  REQUIRE(contains(Solver::make(grid, kFront).error().what, "needs an index with fronts"));
  REQUIRE(contains(Solver::make(index_of(grid, {.landmarks = {0}}), kFront).error().what,
                   "needs"));
  const auto index = index_of(grid, {.landmarks = {1}, .fronts = {true}});
  REQUIRE(
      contains(Solver::make(index, {Algorithm::front, Heuristic::landmark}).error().what,
               "cannot use heuristic landmark"));
  const Link link{{0, 0}, {9, 9}, 1};
  const auto linked = index_of(*Grid::make(terrain, {}, {.links = {&link, 1}}));
  REQUIRE_FALSE(linked.has(Part::fronts));
  REQUIRE(linked.part(Part::fronts).exceeded.empty());
  REQUIRE(contains(linked.part(Part::fronts).refusal, "links"));
  REQUIRE(Solver::make(linked, kFront).error().code == Code::unsupported);
}

TEST_CASE("an index with fronts has none for a costlier grid") {
  const auto grid = *Grid::make(test::random_terrain(20, 20, 20, 1));
  const auto index = index_of(grid, {.landmarks = {1}, .fronts = {true}});
  const auto costlier = *index.with_costlier_grid(grid);
  REQUIRE_FALSE(costlier.has(Part::fronts));
  REQUIRE_FALSE(costlier.options().fronts.build);
}

}  // namespace throng::front_test

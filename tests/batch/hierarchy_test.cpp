#include "../support/all_pairs.hpp"
#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/grounds.hpp"
#include "../support/maps.hpp"
#include "../support/must.hpp"
#include "../support/seeds.hpp"

#include <throng/generate.hpp>
#include <throng/solver.hpp>

#include <algorithm>
#include <string>

namespace throng::hierarchy_test {

namespace {

constexpr IndexOptions kIndex{.landmarks = {0}, .jump_graph = false, .hierarchy = {true}};
constexpr SolverOptions kSearch{.algorithm = Algorithm::hierarchy};

Index index_of(const std::shared_ptr<const Grid>& grid,
               const IndexOptions& options = kIndex) {
  Workers workers(1);
  return *Index::build(grid, options, workers);
}

std::vector<Rules> octile_rules() {
  std::vector<Rules> all;
  for (const StepCosts costs : {kExactCosts, StepCosts{1, 1}, StepCosts{5, 7},
                                StepCosts{1, 2}, StepCosts{16383, 16383}})
    all.push_back({.costs = costs});
  all.push_back({.unit_size = 2});
  return all;
}

/// All pairs of a map by a hierarchy are those of the oracle.
void check(const Terrain& terrain, const Rules& rules) {
  Workers workers(1);
  const auto index = index_of(*Grid::make(terrain, rules));
  test::check_all_pairs(terrain, *Solver::make(index, kSearch), "hierarchy",
                        test::all_fields(terrain, rules), workers);
}

/// Costs are those of jump point search, and paths are sound.
void compare(const Terrain& terrain, const Rules& rules, std::size_t count) {
  const auto grid = *Grid::make(terrain, rules);
  const std::vector<Query> queries = test::random_queries(terrain, count, 1);
  Workers workers(1);
  const Answers expected =
      Solver::make(grid, {.algorithm = Algorithm::jps})->solve(queries, workers);
  const Answers result = Solver::make(index_of(grid), kSearch)->solve(queries, workers);
  REQUIRE(result.status == expected.status);
  REQUIRE(result.cost == expected.cost);
  for (std::size_t i = 0; i < queries.size(); ++i)
    if (result.status[i] == Status::found)
      REQUIRE(test::path_is_sound(*grid, queries[i], result, i));
}

bool contains(const std::string& text, const char* part) {
  CAPTURE(text);
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a hierarchy gives cheapest paths for all pairs of small maps") {
  const int closed = GENERATE(0, 10, 20, 30, 45);
  const auto seed = GENERATE(range(0, 12, static_cast<int>(test::every({4, 7}))));
  const Terrain terrain = test::random_terrain(5 + seed % 9, 13 - seed % 5, closed,
                                               static_cast<std::uint64_t>(seed) + 7);
  CAPTURE(closed, seed);
  for (const Rules& rules : octile_rules()) check(terrain, rules);
}

TEST_CASE("a hierarchy gives cheapest paths through its core") {
  const auto seed = GENERATE(range(0, 5));
  const Terrain noise =
      test::random_terrain(110, 90, 8 + 8 * seed, static_cast<std::uint64_t>(seed));
  CAPTURE(seed);
  for (const Rules& rules : octile_rules()) compare(noise, rules, 2000);
}

TEST_CASE("a hierarchy gives cheapest paths on maps of every kind") {
  for (const MapKind kind : kMapKinds) {
    CAPTURE(name(kind));
    const Terrain terrain =
        test::must(generate(kind, {.width = 160, .height = 140, .seed = 5}));
    compare(terrain, {}, 3000);
  }
}

TEST_CASE("a hierarchy answers on maps of one cell, one row, and without an open cell") {
  for (const char* drawing : {".", "@", "@@\n@@", "..", ".@", "....", ".@..", ".\n.\n@\n."})
    for (const Rules& rules : octile_rules()) check(test::drawn(drawing), rules);
  check(*Terrain::make(200, 1, '.'), {});
  check(*Terrain::make(12, 12, '.'), {});
}

TEST_CASE("limits end queries by a hierarchy") {
  const Terrain terrain = test::random_terrain(70, 70, 25, 1);
  const auto grid = *Grid::make(terrain);
  const std::vector<Query> queries = test::random_queries(terrain, 300, 1);
  Workers workers(1);
  const Solver solver = *Solver::make(index_of(grid), kSearch);
  const BatchOptions limit{.max_cost = grid->cost_of_steps(40)};
  const Answers cheap = solver.solve(queries, workers, limit);
  const Answers expected =
      Solver::make(grid, {.algorithm = Algorithm::astar})->solve(queries, workers, limit);
  REQUIRE(std::ranges::count(cheap.status, Status::over_max_cost) > 0);
  REQUIRE(cheap.status == expected.status);
  REQUIRE(cheap.cost == expected.cost);

  const Answers all = solver.solve(queries, workers);
  const Answers few = solver.solve(queries, workers, {.max_expansions = 5});
  REQUIRE(std::ranges::count(few.status, Status::out_of_budget) > 100);
  for (std::size_t i = 0; i < queries.size(); ++i) {
    REQUIRE(few.expanded[i] <= 5);
    REQUIRE((few.status[i] == Status::out_of_budget) == (all.expanded[i] > 5));
    if (few.status[i] != Status::out_of_budget) continue;
    REQUIRE(few.cost[i] <= all.cost[i]);
    REQUIRE(few.upper[i] >= all.cost[i]);
  }
}

TEST_CASE("auto takes a hierarchy unless there is something faster or a heuristic") {
  const auto grid = *Grid::make(test::random_terrain(40, 40, 20, 1));
  const auto index =
      index_of(grid, {.landmarks = {2}, .jump_graph = false, .hierarchy = {true}});
  const Index& stats = index;
  REQUIRE(stats.has(Part::hierarchy));
  REQUIRE(stats.part(Part::hierarchy).bytes > 0);
  REQUIRE(index.memory_bytes() > stats.part(Part::hierarchy).bytes);
  REQUIRE(stats.part(Part::hierarchy).refusal.empty());
  CHECK(Solver::make(index)->algorithm() == Algorithm::hierarchy);
  CHECK(Solver::make(index, {.heuristic = Heuristic::landmark})->algorithm() ==
        Algorithm::astar);  // since there is no jump graph
  const auto rooms = *Grid::make(*generate(MapKind::rooms, {.width = 64, .height = 64}));
  const auto labelled = index_of(
      rooms,
      {.landmarks = {0}, .hub_labels = {true}, .fronts = {true}, .hierarchy = {true}});
  CHECK(Solver::make(labelled)->algorithm() == Algorithm::hub);
  // With few corners jump point search is faster, with many it is not.
  const auto both = index_of(grid, {.landmarks = {2}, .hierarchy = {true}});
  CHECK(Solver::make(both)->algorithm() == Algorithm::jps);
  const auto noise = *Grid::make(test::random_terrain(480, 480, 40, 1));
  CHECK(
      Solver::make(index_of(noise, {.landmarks = {2}, .hierarchy = {true}}))->algorithm() ==
      Algorithm::hierarchy);
  // What counts are the corners of a component: walls cut the noise into four parts.
  Terrain parts = test::random_terrain(480, 480, 40, 1);
  for (std::int32_t y = 0; y < 480; ++y)
    for (const std::int32_t x : {120, 240, 360}) parts.set({x, y}, '@');
  const auto cut = *Grid::make(parts);
  CHECK(Solver::make(index_of(cut, {.landmarks = {2}, .hierarchy = {true}}))->algorithm() ==
        Algorithm::jps);
  CHECK(Solver::make(labelled, kSearch)->algorithm() == Algorithm::hierarchy);
  const auto fronts =
      index_of(noise, {.landmarks = {2}, .fronts = {true}, .hierarchy = {true}});
  CHECK(Solver::make(fronts)->algorithm() == Algorithm::front);
}

TEST_CASE("a hierarchy is refused where it does not fit, in one line") {
  const Terrain terrain = test::random_terrain(60, 60, 20, 1);
  const auto grid = *Grid::make(terrain);
  const auto small =
      index_of(grid, {.landmarks = {2}, .hierarchy = {.build = true, .memory = 20'000}});
  REQUIRE_FALSE(small.has(Part::hierarchy));
  REQUIRE_FALSE(small.part(Part::hierarchy).exceeded.empty());
  REQUIRE(contains(small.part(Part::hierarchy).refusal, "0.0 MB allowed"));
  REQUIRE(Solver::make(small)->algorithm() == Algorithm::jps);
  REQUIRE(Solver::make(small, kSearch).error().what == small.part(Part::hierarchy).refusal);

  for (const test::Ground& ground : test::some_grounds()) {
    const auto index = index_of(ground.grid);
    const Rules& rules = ground.grid->rules();
    const bool fits = ground.grid->plain() && rules.topology == Topology::octile &&
                      rules.corners == Corners::never_cut;
    REQUIRE(index.has(Part::hierarchy) == fits);
    if (fits) continue;
    REQUIRE(contains(index.part(Part::hierarchy).refusal, "no corner is cut"));
    REQUIRE(Solver::make(index, kSearch).error().code == Code::unsupported);
  }

  REQUIRE(contains(Solver::make(grid, kSearch).error().what, "needs an index with a"));
  REQUIRE(contains(
      Solver::make(index_of(grid), {Algorithm::hierarchy, Heuristic::zero}).error().what,
      "cannot use heuristic zero"));
  const auto costlier =
      *index_of(grid, {.landmarks = {1}, .hierarchy = {true}}).with_costlier_grid(grid);
  REQUIRE_FALSE(costlier.has(Part::hierarchy));
  REQUIRE_FALSE(costlier.options().hierarchy.build);
}

}  // namespace throng::hierarchy_test

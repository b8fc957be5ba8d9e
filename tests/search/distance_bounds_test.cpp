#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/maps.hpp"
#include "../support/oracle.hpp"
#include "../support/seeds.hpp"

#include <throng/solver.hpp>

namespace throng::distance_bounds_test {

TEST_CASE("an answer that a budget cut short brackets the true cost") {
  Workers workers(1);
  std::size_t cut_short = 0;
  for (std::uint64_t seed = 0; seed < 12; seed += test::every({.sanitized = 5})) {
    const Terrain terrain =
        test::random_terrain(48, 40, static_cast<int>(10 + 3 * seed), seed);
    const auto grid = *Grid::make(terrain);
    const std::vector<Query> queries = test::random_queries(terrain, 60, seed);
    const Answers truth = Solver::make(grid)->solve(queries, workers);
    for (const LandmarkStorage storage : kLandmarkStorages) {
      const auto index =
          *Index::build(grid, {.landmarks = {.count = 4, .storage = storage}}, workers);
      for (const Algorithm algorithm : {Algorithm::astar, Algorithm::jps}) {
        if (storage == LandmarkStorage::jump_points && algorithm != Algorithm::jps)
          continue;  // without landmarks
        const auto solver = *Solver::make(index, {algorithm, Heuristic::landmark});
        const Answers result = solver.solve(queries, workers, {.max_expansions = 2});
        for (std::size_t i = 0; i < queries.size(); ++i) {
          if (result.status[i] != Status::out_of_budget) continue;
          ++cut_short;
          CAPTURE(seed, i, name(algorithm), name(storage));
          REQUIRE(result.expanded[i] <= 2);
          REQUIRE(result.cost[i] <= truth.cost[i]);
          REQUIRE(truth.cost[i] <= result.upper[i]);
          REQUIRE(result.upper[i] != kUnreachable);
          REQUIRE(result.cost[i] >= index.bounds(queries[i].start, queries[i].goal).lower);
        }
      }
    }
  }
  CHECK(cut_short > 100);
}

TEST_CASE("without landmarks a budget-limited answer knows no upper bound") {
  Workers workers(1);
  const Terrain terrain = test::random_terrain(40, 40, 30, 1);
  const auto grid = *Grid::make(terrain);
  const std::vector<Query> queries = test::random_queries(terrain, 60, 1);
  const Answers result = Solver::make(grid)->solve(queries, workers, {.max_expansions = 1});
  for (std::size_t i = 0; i < queries.size(); ++i)
    if (result.status[i] == Status::out_of_budget)
      CHECK((result.upper[i] == kUnreachable || result.upper[i] >= result.cost[i]));
}

TEST_CASE("a limit on costs holds with landmarks too") {
  Workers workers(1);
  const Terrain terrain = test::random_terrain(40, 40, 25, 2);
  const auto index = *Index::build(*Grid::make(terrain), {.landmarks = {5}}, workers);
  const std::vector<Query> queries = test::random_queries(terrain, 80, 3);
  const auto solver = *Solver::make(index);
  const Answers truth = solver.solve(queries, workers);
  for (std::size_t i = 0; i < queries.size(); ++i) {
    if (truth.status[i] != Status::found || truth.cost[i] == 0) continue;
    const Query one[] = {queries[i]};
    const Answers at = solver.solve(one, workers, {.max_cost = truth.cost[i]});
    const Answers below = solver.solve(one, workers, {.max_cost = truth.cost[i] - 1});
    CHECK(at.status[0] == Status::found);
    CHECK(at.cost[0] == truth.cost[i]);
    CHECK(below.status[0] == Status::over_max_cost);
    CHECK(below.cost[0] == truth.cost[i]);
  }
}

}  // namespace throng::distance_bounds_test

#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/maps.hpp"
#include "../support/must.hpp"
#include "../support/oracle.hpp"
#include "../support/scenarios.hpp"
#include "../support/seeds.hpp"

#include <throng/scenario.hpp>
#include <throng/solver.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace throng::benchmark_test {

namespace {

/// Every fourth scenario, of each kind of map; a few of them under sanitizers.
std::vector<std::filesystem::path> scenario_files() {
  const std::vector<std::filesystem::path> all = test::benchmark_files(".scen");
  const std::size_t step = test::every({.normal = 4, .sanitized = 12});
  std::vector<std::filesystem::path> some;
  for (std::size_t i = 0; i < all.size(); i += step) some.push_back(all[i]);
  if (some.size() < all.size()) WARN("only " << some.size() << " of " << all.size());
  return some;
}

/// A scenario and its map, with `count` of the queries, spread evenly, short to long.
test::Sample load(const std::filesystem::path& scenario_path, std::size_t count) {
  test::Sample sample =
      test::must(test::read_sample(test::map_beside(scenario_path), scenario_path));
  sample.scenario = test::thinned(sample.scenario, count);
  return sample;
}

/// The scenarios of the Warcraft III maps were made on other versions of their maps: some
/// of their ends stand in walls, and some lengths cannot be walked. The oracle judges
/// there.
bool contradicts_its_map(const std::filesystem::path& path) {
  return path.parent_path().filename() == "wc3maps512";
}

void check_lengths(const test::Sample& sample, const Solver& solver, Workers& workers) {
  const std::vector<Query>& queries = sample.scenario.queries;
  const Answers result = solver.solve(queries, workers);
  for (std::size_t i = 0; i < result.size(); ++i) {
    CAPTURE(i, test::length_or_none(solver.grid(), result, i), sample.scenario.lengths[i]);
    REQUIRE(test::has_promised_length(sample.scenario, solver.grid(), result, i));
    REQUIRE(test::path_is_sound(solver.grid(), queries[i], result, i));
  }
}

/// What the index says before any search agrees with the lengths of the scenario.
void check_bounds(const test::Sample& sample, const Index& index) {
  const double straight = index.grid()->costs().straight;
  for (std::size_t i = 0; i < sample.scenario.queries.size(); ++i) {
    const auto [start, goal] = sample.scenario.queries[i];
    const DistanceBounds bounds = index.bounds(start, goal);
    const double slack = sample.scenario.tolerance + 1e-6 * sample.scenario.lengths[i];
    CAPTURE(i, bounds.lower, bounds.upper, sample.scenario.lengths[i]);
    REQUIRE(bounds.lower / straight <= sample.scenario.lengths[i] + slack);
    REQUIRE(bounds.upper / straight >= sample.scenario.lengths[i] - slack);
  }
}

}  // namespace

TEST_CASE("every algorithm and heuristic finds the optimal lengths of MovingAI scenarios",
          "[benchmarks][parallel]") {
  Workers workers(2);
  for (const auto& path : scenario_files()) {
    if (contradicts_its_map(path)) continue;
    const test::Sample sample = load(path, 24);
    const auto grid = *Grid::make(sample.terrain);
    for (const SolverOptions& options : test::all_options(grid)) {
      if (options.algorithm == Algorithm::textbook &&
          options.heuristic != Heuristic::octile)
        continue;  // slow, and the same code
      CAPTURE(path.filename().string(), test::in_words(options));
      check_lengths(sample, *Solver::make(grid, options), workers);
    }
  }
}

TEST_CASE("landmarks and jump graphs keep the optimal lengths of MovingAI scenarios",
          "[benchmarks][parallel]") {
  Workers workers(2);
  for (const auto& path : scenario_files()) {
    if (contradicts_its_map(path)) continue;
    const test::Sample sample = load(path, 60);
    const auto grid = *Grid::make(sample.terrain);
    for (const IndexOptions& how :
         {IndexOptions{.landmarks = {5}},
          IndexOptions{.landmarks = {.count = 3,
                                    .placement = Placement::random,
                                    .metric = FieldMetric::steps}}}) {
      const auto index = *Index::build(grid, how, workers);
      for (const Algorithm algorithm : {Algorithm::astar, Algorithm::jps}) {
        const auto solver = *Solver::make(
            index, {.algorithm = algorithm, .heuristic = Heuristic::landmark});
        CAPTURE(path.filename().string(), test::in_words(how), name(algorithm));
        check_lengths(sample, solver, workers);
      }
      check_bounds(sample, index);
    }
  }
}

TEST_CASE("areas and gates keep the optimal lengths of MovingAI scenarios",
          "[benchmarks][parallel]") {
  Workers workers(2);
  for (const auto& path : scenario_files()) {
    if (contradicts_its_map(path)) continue;
    const test::Sample sample = load(path, 40);
    const auto grid = *Grid::make(sample.terrain);
    // Gates where there are few: a sweep each.
    auto index = Index::build(
        grid, {.landmarks = {3}, .gates = {.build = true, .memory = std::size_t{1} << 18}},
        workers);
    if (!index) index = Index::build(grid, {.landmarks = {3}, .areas = true}, workers);
    for (const SolverOptions& options : test::all_options(*index)) {
      if (options.heuristic != Heuristic::deadend && options.heuristic != Heuristic::best &&
          options.heuristic != Heuristic::gateway)
        continue;
      CAPTURE(path.filename().string(), test::in_words(options));
      check_lengths(sample, *Solver::make(*index, options), workers);
    }
  }
}

TEST_CASE("on maps that their scenarios contradict the answers are the oracle's",
          "[benchmarks][parallel]") {
  Workers workers(2);
  for (const auto& path : scenario_files()) {
    if (!contradicts_its_map(path)) continue;
    const test::Sample sample = load(path, 12);
    const Answers result =
        Solver::make(*Grid::make(sample.terrain))->solve(sample.scenario.queries, workers);
    for (std::size_t i = 0; i < result.size(); ++i) {
      CAPTURE(path.filename().string(), i);
      const auto reached =
          test::oracle_path(sample.terrain, {}, sample.scenario.queries[i]);
      REQUIRE((result.status[i] == Status::found) == static_cast<bool>(reached));
      if (reached) REQUIRE(result.cost[i] == reached.cost);
    }
  }
}

}  // namespace throng::benchmark_test

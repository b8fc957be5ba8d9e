#include "../support/all_pairs.hpp"
#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/maps.hpp"
#include "../support/oracle.hpp"
#include "../support/seeds.hpp"

#include <throng/map_io.hpp>
#include <throng/scenario.hpp>
#include <throng/solver.hpp>

#include <cmath>

namespace throng::optimal_test {

namespace {

/// The step through the seeds of a generator.
int every(test::Share share) { return static_cast<int>(test::every(share)); }

void check_map(const Terrain& terrain, Workers& workers) {
  for (const Rules& rules : test::all_rules()) {
    const auto grid = *Grid::make(terrain, rules);
    const auto fields = test::all_fields(terrain, rules);
    for (const SolverOptions& options : test::all_options(grid))
      test::check_all_pairs(terrain, *Solver::make(grid, options), test::in_words(options),
                            fields, workers);
  }
}

void check_map_with_indexes(const Terrain& terrain, Workers& workers) {
  for (const Rules& rules : test::all_rules()) {
    const auto grid = *Grid::make(terrain, rules);
    const auto fields = test::all_fields(terrain, rules);
    for (const IndexOptions& how : test::some_index_options()) {
      if (test::refused(how, rules)) continue;
      const auto index = *Index::build(grid, how, workers);
      for (const SolverOptions& options : test::all_options(index)) {
        if (options.algorithm == Algorithm::textbook) continue;  // knows no index
        test::check_all_pairs(terrain, *Solver::make(index, options),
                              test::in_words(how) + ", " + test::in_words(options), fields,
                              workers);
      }
    }
  }
}

}  // namespace

TEST_CASE("every algorithm x heuristic x rule is optimal for every pair of small maps") {
  Workers workers(1);
  const int closed = GENERATE(0, 10, 20, 30, 40, 55);
  const auto seed = GENERATE(range(0, 12, every({3, 12})));
  const std::int32_t width = 2 + seed % 6, height = 7 - seed % 5;
  CAPTURE(closed, seed);
  check_map(test::random_terrain(width, height, closed, static_cast<std::uint64_t>(seed)),
            workers);
}

TEST_CASE("every algorithm x heuristic x rule is optimal with every kind of index") {
  Workers workers(1);
  const int closed = GENERATE(0, 15, 30, 45);
  const auto seed = GENERATE(range(0, 4, every({.sanitized = 4})));
  const std::int32_t width = 3 + seed % 4, height = 6 - seed % 3;
  CAPTURE(closed, seed);
  check_map_with_indexes(
      test::random_terrain(width, height, closed, static_cast<std::uint64_t>(seed) + 50),
      workers);
}

TEST_CASE("every algorithm is optimal on maps of one row, one column and one cell") {
  Workers workers(1);
  for (const char* drawing : {".", "@", "..", ".@", "@@@", "....", ".@..", "..@.@", ".\n.",
                              ".\n.\n@\n.", "@\n@"}) {
    check_map(test::drawn(drawing), workers);
    check_map_with_indexes(test::drawn(drawing), workers);
  }
}

TEST_CASE("lines that pass a goal on four sides do not hide it") {
  // Where a diagonal step costs as much as two straight ones, of the equally cheap ways
  // through such a map none is the obvious one.
  Workers workers(1);
  for (std::uint64_t seed = 0; seed < 27; ++seed) {
    const test::Windmill map = test::random_windmill(seed == 0 ? 0 : 12, seed);
    for (const StepCosts costs : {StepCosts{1, 2}, kBg2006Costs}) {
      const Rules rules{.corners = Corners::never_cut, .costs = costs};
      const std::vector<Query> queries{{map.start, map.centre}, {map.centre, map.start}};
      const auto reached = test::oracle_path(map.terrain, rules, queries[0]);
      if (!reached) continue;
      const auto grid = *Grid::make(map.terrain, rules);
      const auto check = [&](const auto& of) {
        for (const SolverOptions& options : test::all_options(of)) {
          CAPTURE(seed, test::in_words(rules), test::in_words(options));
          const Answers answers = Solver::make(of, options)->solve(queries, workers);
          for (std::size_t i = 0; i < queries.size(); ++i) {
            CHECK(answers.cost[i] == reached.cost);
            CHECK(test::path_is_sound(*grid, queries[i], answers, i));
          }
        }
      };
      check(grid);
      check(*Index::build(grid, {.landmarks = {0}, .hub_labels = {true}}, workers));
      check(*Index::build(grid, {.landmarks = {3}, .hierarchy = {true}}, workers));
    }
  }
}

TEST_CASE("jump point search is optimal for random pairs of thousands of maps") {
  // Large enough for scans of more than one word, and for long diagonals.
  Workers workers(1);
  for (std::uint64_t seed = 0; seed < 1200; seed += test::every({23, 97})) {
    const auto closed = static_cast<int>(1 + seed * 7 % 47);
    const auto width = static_cast<std::int32_t>(20 + seed % 113);
    const Terrain terrain = test::random_terrain(width, 90 - width / 2, closed, seed);
    const auto grid = *Grid::make(terrain);
    const std::vector<Query> queries = test::random_queries(terrain, 10, seed);
    const Answers expected =
        Solver::make(grid, {Algorithm::astar, Heuristic::octile})->solve(queries, workers);
    const IndexOptions how{
        .landmarks = {.count = static_cast<int>(seed % 7),
                      .placement = Placement::random,
                      .metric = seed % 2 == 0 ? FieldMetric::cost : FieldMetric::steps,
                      .seed = seed},
        .areas = true,
        .gates = {.build = seed % 4 == 0, .memory = std::size_t{1} << 30}};
    const auto index = *Index::build(grid, how, workers);
    for (const auto& solver : {*Solver::make(grid, {.algorithm = Algorithm::jps}),
                               *Solver::make(index, {.algorithm = Algorithm::jps}),
                               *Solver::make(index, {Algorithm::jps, Heuristic::deadend}),
                               *Solver::make(index, {Algorithm::jps, Heuristic::best})}) {
      const Answers result = solver.solve(queries, workers);
      CAPTURE(seed, name(solver.heuristic()));
      REQUIRE(result.status == expected.status);
      REQUIRE(result.cost == expected.cost);
      for (std::size_t i = 0; i < queries.size(); ++i)
        if (result.status[i] == Status::found)
          REQUIRE(test::path_is_sound(*grid, queries[i], result, i));
    }
  }
}

TEST_CASE("default A* is optimal for random pairs of thousands of maps") {
  // Many maps, few queries each: what the exhaustive test is too slow for.
  Workers workers(1);
  const Rules rules;
  for (std::uint64_t seed = 0; seed < 4000; seed += test::every({23, 97})) {
    const auto closed = static_cast<int>(10 + seed % 40);
    const Terrain terrain = test::random_terrain(14, 12, closed, seed + 100);
    const auto grid = *Grid::make(terrain, rules);
    const auto solver = *Solver::make(grid);
    const std::vector<Query> queries = test::random_queries(terrain, 12, seed);
    const Answers result = solver.solve(queries, workers);
    for (std::size_t i = 0; i < queries.size(); ++i) {
      if (result.status[i] != Status::found && result.status[i] != Status::unreachable)
        continue;
      const auto reached = test::oracle_path(terrain, rules, queries[i]);
      CAPTURE(seed, i);
      REQUIRE((result.status[i] == Status::found) == static_cast<bool>(reached));
      if (!reached) continue;
      REQUIRE(result.cost[i] == reached.cost);
      REQUIRE(test::path_is_sound(*grid, queries[i], result, i));
    }
  }
}

TEST_CASE("a path that is cheapest in exact costs is cheapest in the true metric") {
  Workers workers(1);
  const int closed = GENERATE(5, 25, 40);
  const auto seed = GENERATE(range(0, 4, every({.sanitized = 4})));
  const Terrain terrain =
      test::random_terrain(70, 60, closed, static_cast<std::uint64_t>(seed));
  const auto solver = *Solver::make(*Grid::make(terrain));
  for (const Query& from : test::random_queries(terrain, 4, 17)) {
    const auto field = test::true_field(terrain, {}, from.start);
    std::vector<Query> queries;
    for (const Position goal : test::all_cells(terrain))
      if (field[static_cast<std::size_t>(goal.y * terrain.width() + goal.x)])
        queries.push_back({from.start, goal});
    const Answers result = solver.solve(queries, workers);
    for (std::size_t i = 0; i < queries.size(); ++i) {
      const Position goal = queries[i].goal;
      const auto& reached =
          field[static_cast<std::size_t>(goal.y * terrain.width() + goal.x)];
      REQUIRE(result.status[i] == Status::found);
      REQUIRE(std::fabs(path_length(solver.grid(), result.path(i)) -
                        static_cast<double>(reached.cost)) < 1e-9);
    }
  }
}

}  // namespace throng::optimal_test

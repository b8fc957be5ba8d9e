#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/maps.hpp"
#include "../support/seeds.hpp"

#include <throng/field.hpp>
#include <throng/map_io.hpp>
#include <throng/solver.hpp>

#include <array>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace throng::hub_test {

namespace {

constexpr IndexOptions kHubs{.landmarks = {0}, .hub_labels = {true}};
constexpr IndexOptions kCornersOnly{.landmarks = {0},
                                    .hub_labels = {.build = true, .cells = false}};
constexpr SolverOptions kHub{.algorithm = Algorithm::hub};

Index index_of(const std::shared_ptr<const Grid>& grid, const IndexOptions& options) {
  Workers workers(1);
  return *Index::build(grid, options, workers);
}

bool contains(const std::string& text, const char* part) {
  CAPTURE(text);
  return text.find(part) != std::string::npos;
}

/// Compares queries with fields.
void check_by_fields(const Terrain& terrain, const Rules& rules, std::uint64_t seed) {
  Workers workers(2);
  const auto grid = *Grid::make(terrain, rules);
  const auto index = index_of(grid, kHubs);
  if (!index.has(Part::hub_labels)) return;  // more memory than allowed
  const auto solver = *Solver::make(index, kHub);
  std::vector<Query> queries = test::random_queries(terrain, 400, seed);
  constexpr std::size_t kStarts = 20;
  for (std::size_t i = 0; i < queries.size(); ++i)
    queries[i].goal = queries[i - i % kStarts].goal;
  const Answers result = solver.solve(queries, workers);
  Field field{Index(grid)};
  for (std::size_t i = 0; i < queries.size(); ++i) {
    if (i % kStarts == 0) field.set_goals(std::span(&queries[i].goal, 1), workers);
    const bool found = result.status[i] == Status::found;
    REQUIRE((found ? result.cost[i] : kUnreachable) == field.distance(queries[i].start));
    if (found) REQUIRE(test::path_is_sound(*grid, queries[i], result, i));
  }
}

}  // namespace

TEST_CASE("hub labels give cheapest paths for random pairs of hundreds of maps") {
  Workers workers(1);
  for (std::uint64_t seed = 0; seed < 1200; seed += test::every({37, 61})) {
    const auto closed = static_cast<int>(1 + seed * 7 % 47);
    const auto width = static_cast<std::int32_t>(5 + seed % 67);
    const Terrain terrain = test::random_terrain(width, 60 - width / 2, closed, seed);
    const auto grid = *Grid::make(terrain);
    const std::vector<Query> queries = test::random_queries(terrain, 20, seed);
    const Answers expected =
        Solver::make(grid, {Algorithm::astar, Heuristic::octile})->solve(queries, workers);
    for (const IndexOptions& how : {kHubs, kCornersOnly}) {
      const Answers result =
          Solver::make(index_of(grid, how), kHub)->solve(queries, workers);
      CAPTURE(seed, how.hub_labels.cells);
      REQUIRE(result.status == expected.status);
      REQUIRE(result.cost == expected.cost);
      for (std::size_t i = 0; i < queries.size(); ++i)
        if (result.status[i] == Status::found)
          REQUIRE(test::path_is_sound(*grid, queries[i], result, i));
    }
  }
}

TEST_CASE("hub labels give cheapest paths without jump points, for units of any size") {
  Workers workers(1);
  const std::array all_rules{Rules{.topology = Topology::tile, .corners = Corners::always},
                             Rules{.topology = Topology::tile},
                             Rules{.corners = Corners::cut_one},
                             Rules{.corners = Corners::always}};
  for (std::uint64_t seed = 0; seed < 1200; seed += test::every({29, 61})) {
    const auto closed = static_cast<int>(1 + seed * 7 % 47);
    const auto width = static_cast<std::int32_t>(1 + seed % 71);
    const Terrain terrain = test::random_terrain(width, 60 - width / 2, closed, seed);
    Rules rules = all_rules[seed % all_rules.size()];
    rules.unit_size = seed % 5 == 0 ? 2 : 1;
    const auto grid = *Grid::make(terrain, rules);
    const std::vector<Query> queries = test::random_queries(terrain, 40, seed);
    const Answers expected =
        Solver::make(grid, {.algorithm = Algorithm::astar})->solve(queries, workers);
    for (const IndexOptions& how : {kHubs, kCornersOnly}) {
      const auto solver = *Solver::make(index_of(grid, how));
      REQUIRE(solver.algorithm() == Algorithm::hub);
      const Answers result = solver.solve(queries, workers);
      CAPTURE(seed, how.hub_labels.cells);
      REQUIRE(result.status == expected.status);
      REQUIRE(result.cost == expected.cost);
      for (std::size_t i = 0; i < queries.size(); ++i)
        if (result.status[i] == Status::found)
          REQUIRE(test::path_is_sound(*grid, queries[i], result, i));
    }
  }
}

TEST_CASE("hub labels of MovingAI maps give the distances of fields without jump points",
          "[benchmarks]") {
  const std::array all_rules{Rules{.topology = Topology::tile},
                             Rules{.corners = Corners::cut_one},
                             Rules{.corners = Corners::always}};
  std::size_t turn = 0, maps = 0;
  for (const std::filesystem::path& path : test::benchmark_files(".map")) {
    if (turn++ % test::every({47, 61}) != 0) continue;
    CAPTURE(path.string());
    check_by_fields(*read_map(path.string()), all_rules[maps++ % all_rules.size()], turn);
  }
}

TEST_CASE("auto takes hub labels where there are some, unless a heuristic is asked for") {
  const auto index = index_of(*Grid::make(test::random_terrain(30, 30, 30, 1)),
                              {.landmarks = {2}, .hub_labels = {true}});
  REQUIRE(index.has(Part::hub_labels));
  REQUIRE(index.part(Part::hub_labels).refusal.empty());
  REQUIRE(index.part(Part::hub_labels).fact("cell labels") != 0);
  REQUIRE(index.part(Part::hub_labels).fact("entries") >=
          index.part(Part::hub_labels).fact("corners"));
  REQUIRE(Solver::make(index)->algorithm() == Algorithm::hub);
  REQUIRE(Solver::make(index, {.heuristic = Heuristic::landmark})->algorithm() ==
          Algorithm::jps);
}

TEST_CASE(
    "where labels need more than allowed the index goes on without them and says so") {
  const auto grid = *Grid::make(test::random_terrain(60, 60, 20, 1));
  const auto index =
      index_of(grid, {.landmarks = {2}, .hub_labels = {.build = true, .memory = 20'000}});
  REQUIRE_FALSE(index.has(Part::hub_labels));
  REQUIRE(contains(index.part(Part::hub_labels).refusal, "0.0 MB allowed"));
  REQUIRE(index.part(Part::hub_labels).bytes == 0);
  REQUIRE(Solver::make(index)->algorithm() == Algorithm::jps);
  const auto refused = Solver::make(index, kHub);
  REQUIRE_FALSE(refused);
  REQUIRE(refused.error().what == index.part(Part::hub_labels).refusal);
}

TEST_CASE("cells have no labels of their own where there is no room for them") {
  const auto grid = *Grid::make(test::random_terrain(60, 60, 20, 1));
  const std::size_t corners = index_of(grid, kCornersOnly).part(Part::hub_labels).bytes;
  const auto small = index_of(
      grid,
      {.landmarks = {0}, .hub_labels = {.build = true, .memory = corners + corners / 4}});
  REQUIRE(small.has(Part::hub_labels));
  REQUIRE_FALSE(small.part(Part::hub_labels).fact("cell labels") != 0);
  REQUIRE(index_of(grid, kHubs).part(Part::hub_labels).bytes >
          small.part(Part::hub_labels).bytes);
  const auto open = index_of(*Grid::make(test::drawn("...\n...")), kHubs);
  REQUIRE(open.part(Part::hub_labels).fact("corners") == 0);
  REQUIRE(open.part(Part::hub_labels).fact("cell labels") != 0);  // none is missing
}

TEST_CASE("hub labels give paths with legs of any length") {
  constexpr std::int32_t kWide = 40'000;  // more steps than a leg between corners may have
  std::string rows(kWide, '.');
  std::string drawing = rows + "\n" + rows + "\n" + rows + "\n";
  drawing[kWide + 1 + 100] = '@';
  const auto grid = *Grid::make(test::drawn(drawing));
  Workers workers(1);
  const std::vector<Query> queries{{{0, 0}, {kWide - 1, 2}},
                                   {{50, 1}, {kWide - 1, 1}},
                                   {{kWide - 1, 0}, {99, 1}},
                                   {{kWide - 1, 1}, {101, 1}}};
  for (const IndexOptions& how : {kHubs, kCornersOnly}) {
    const Answers result = Solver::make(index_of(grid, how), kHub)->solve(queries, workers);
    const Answers expected =
        Solver::make(grid, {.algorithm = Algorithm::jps})->solve(queries, workers);
    REQUIRE(result.cost == expected.cost);
    for (std::size_t i = 0; i < queries.size(); ++i)
      REQUIRE(test::path_is_sound(*grid, queries[i], result, i));
  }
}

TEST_CASE("maps with distances that labels have no room for get none") {
  const auto grid =
      *Grid::make(test::drawn(std::string(200'000, '.')), {.costs = {1500, 2100}});
  const auto index = index_of(grid, kHubs);
  REQUIRE_FALSE(index.has(Part::hub_labels));
  REQUIRE(contains(index.part(Part::hub_labels).refusal, "too large for hub labels"));
}

TEST_CASE("algorithm hub needs labels, rules that allow them, and no heuristic") {
  const auto grid = *Grid::make(test::random_terrain(20, 20, 20, 1));
  REQUIRE(
      contains(Solver::make(grid, kHub).error().what, "needs an index with hub labels"));
  REQUIRE(contains(Solver::make(index_of(grid, {.landmarks = {1}}), kHub).error().what,
                   "needs an index with hub labels"));
  const auto hexagons =
      *Grid::make(test::random_terrain(20, 20, 20, 1), {.topology = Topology::hex});
  REQUIRE(contains(Solver::make(index_of(hexagons, kHubs), kHub).error().what,
                   "grid of squares"));
  REQUIRE(
      contains(Solver::make(index_of(grid, {.landmarks = {1}, .hub_labels = {true}}),
                            {.algorithm = Algorithm::hub, .heuristic = Heuristic::landmark})
                   .error()
                   .what,
               "cannot use heuristic landmark"));
}

TEST_CASE("hub labels of a grid that got costlier are not used") {
  const Terrain terrain = test::random_terrain(30, 30, 10, 1);
  const auto index =
      index_of(*Grid::make(terrain), {.landmarks = {3}, .hub_labels = {true}});
  const ClosedStep step{{3, 3}, Move::north};
  const auto closed = *Grid::make(terrain, {}, {.closed_steps = std::span(&step, 1)});
  const auto costlier = *index.with_costlier_grid(closed);
  REQUIRE_FALSE(costlier.has(Part::hub_labels));
  REQUIRE(Solver::make(costlier)->algorithm() != Algorithm::hub);
  REQUIRE_FALSE(Solver::make(costlier, kHub));
}

TEST_CASE("a limit on the cost ends queries by hub labels as it ends searches") {
  Workers workers(1);
  const Terrain terrain = test::random_terrain(50, 40, 25, 4);
  const auto grid = *Grid::make(terrain);
  const auto solver = *Solver::make(index_of(grid, kHubs), kHub);
  const auto astar = *Solver::make(grid, {Algorithm::astar, Heuristic::octile});
  const std::vector<Query> queries = test::random_queries(terrain, 200, 9);
  const BatchOptions limit{.max_cost = 20 * grid->costs().straight};
  const Answers expected = astar.solve(queries, workers, limit);
  const Answers result = solver.solve(queries, workers, limit);
  REQUIRE(result.status == expected.status);
  REQUIRE(result.cost == expected.cost);
}

TEST_CASE("answers by hub labels do not depend on threads, sharing or frames",
          "[parallel]") {
  const Terrain terrain = test::random_terrain(90, 70, 25, 4);
  const auto grid = *Grid::make(terrain);
  for (const IndexOptions& how : {kHubs, kCornersOnly}) {
    Workers one(1), three(3);
    const auto index = *Index::build(grid, how, three);
    const auto solver = *Solver::make(index, kHub);
    const std::vector<Query> queries = test::random_queries(terrain, 500, 9);
    const Answers expected = Solver::make(index_of(grid, how), kHub)->solve(queries, one);
    REQUIRE(solver.solve(queries, three).hash() == expected.hash());
    REQUIRE(solver.solve(queries, three, {.sharing = Sharing::goals}).cost ==
            expected.cost);
  }
}

}  // namespace throng::hub_test

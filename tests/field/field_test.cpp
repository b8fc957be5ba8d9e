#include "../../src/core/rng.hpp"
#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/executors.hpp"
#include "../support/maps.hpp"
#include "../support/must.hpp"
#include "../support/oracle.hpp"
#include "../support/scenes.hpp"

#include <throng/distances.hpp>
#include <throng/links.hpp>
#include <throng/living_map.hpp>
#include <throng/map_io.hpp>
#include <throng/solver.hpp>

#include <algorithm>
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace throng::field_test {

namespace {

/// The distances from one source to all cells, by the oracle.
std::vector<Cost> oracle_costs(const Terrain& terrain, Rules rules, FieldMetric metric,
                               Position source) {
  if (metric == FieldMetric::steps) rules.costs = {1, 1};
  std::vector<Cost> costs;
  for (const auto& reached : test::oracle_field(terrain, rules, source))
    costs.push_back(reached ? static_cast<Cost>(reached.cost) : kUnreachable);
  return costs;
}

std::vector<Position> some_cells(const Terrain& terrain, std::size_t count) {
  std::vector<Position> cells;
  for (const Query& query : test::random_queries(terrain, count, 7))
    cells.push_back(query.start);
  return cells;
}

/// The fields of some open cells of a map file, against the oracle.
void check_file(const std::filesystem::path& path, std::size_t sources, Workers& workers) {
  CAPTURE(path.string());
  const Terrain terrain = test::must(read_map(path.string()));
  const auto grid = *Grid::make(terrain);
  REQUIRE(grid->costs() == kExactCosts);
  for (const Position source : some_cells(terrain, 100)) {
    if (!grid->open(source)) continue;
    const std::vector<Cost> field = distances(grid, {&source, 1}, workers);
    REQUIRE(field == oracle_costs(terrain, {}, FieldMetric::cost, source));
    if (--sources == 0) return;
  }
}

}  // namespace

TEST_CASE("fields hold the oracle's distances for every cell of a map as the source") {
  Workers workers(1);
  const Terrain terrain = test::random_terrain(9, 6, 30, 5);
  const std::vector<Position> sources = test::all_cells(terrain);
  for (const Rules& rules : test::all_rules()) {
    const auto grid = *Grid::make(terrain, rules);
    for (const FieldMetric metric : kFieldMetrics) {
      const std::vector<Cost> fields =
          distances(grid, sources, workers, {.metric = metric});
      const std::vector<Cost> matrix =
          distances(grid, sources, sources, workers, {.metric = metric});
      std::vector<Cost> expected;
      for (const Position source : sources) {
        const auto costs = oracle_costs(terrain, rules, metric, source);
        expected.insert(expected.end(), costs.begin(), costs.end());
        REQUIRE(distances(grid, {&source, 1}, workers, {.metric = metric}) == costs);
      }
      CAPTURE(test::in_words(rules), name(metric));
      CHECK(fields == expected);
      CHECK(matrix == expected);  // the points are all cells, in the order of the slots
    }
  }
}

TEST_CASE("a field of several sources holds the distance from the nearest") {
  Workers workers(1);
  const Terrain terrain = test::random_terrain(40, 30, 25, 6);
  const auto grid = *Grid::make(terrain);
  std::vector<Position> sources = some_cells(terrain, 6);
  std::vector<Cost> nearest(terrain.cell_count(), kUnreachable);
  for (const Position source : sources) {
    const auto costs = oracle_costs(terrain, {}, FieldMetric::cost, source);
    for (std::size_t i = 0; i < costs.size(); ++i)
      nearest[i] = std::min(nearest[i], costs[i]);
  }
  CHECK(distances(grid, sources, workers, {.nearest_source = true}) == nearest);
  std::reverse(sources.begin(), sources.end());
  sources.push_back(sources.front());
  CHECK(distances(grid, sources, workers, {.nearest_source = true}) == nearest);
}

TEST_CASE("a table holds what the oracle and a solver say, whichever side is swept") {
  Workers workers(1);
  SplitMix64 random(4);
  const auto some_of = [&](const std::vector<Position>& cells, std::size_t count) {
    std::vector<Position> some(count);  // some more than once, some closed
    for (Position& p : some)
      p = cells[random.below(static_cast<std::uint32_t>(cells.size()))];
    return some;
  };
  test::for_each_scene([&](const test::Scene& scene) {
    const auto solver = *Solver::make(scene.grid);
    for (const auto& [rows, columns] : std::vector<std::pair<std::size_t, std::size_t>>{
             {1, 12}, {12, 1}, {5, 8}, {8, 5}, {6, 6}, {0, 3}, {3, 0}}) {
      const auto sources = some_of(scene.cells, rows);
      const auto targets = some_of(scene.cells, columns);
      std::vector<Query> queries;
      std::vector<Cost> there, back;
      for (const Position s : sources)
        for (const Position t : targets) {
          queries.push_back({s, t});
          there.push_back(scene.cost(s, t));
          back.push_back(scene.cost(t, s));
        }
      CAPTURE(scene.words, rows, columns);
      REQUIRE(distances(scene.grid, sources, targets, workers) == there);
      REQUIRE(distances(scene.grid, sources, targets, workers,
                        {.direction = SweepDirection::to_sources}) == back);
      const Answers answers = solver.solve(queries, workers);
      for (std::size_t i = 0; i < queries.size(); ++i)
        REQUIRE((answers.status[i] == Status::found ? answers.cost[i] : kUnreachable) ==
                there[i]);
      const Cost radius = 2 * scene.grid->max_edge_cost();
      for (Cost& cost : there)
        if (cost > radius) cost = kUnreachable;
      std::vector<Cost> table(there.size(), 7);
      fill_distances(scene.grid, sources, targets, table, workers, {.max_cost = radius});
      REQUIRE(table == there);
    }
  });
}

TEST_CASE("fields of both directions are those of the oracle") {
  Workers workers(1);
  test::for_each_scene([&](const test::Scene& scene) {
    const std::size_t n = scene.cells.size();
    std::vector<Cost> back(n * n);
    for (std::size_t a = 0; a < n; ++a)
      for (std::size_t b = 0; b < n; ++b) back[a * n + b] = scene.costs[b * n + a];
    CAPTURE(scene.words);
    REQUIRE(distances(scene.grid, scene.cells, workers) == scene.costs);
    REQUIRE(distances(scene.grid, scene.cells, workers,
                      {.direction = SweepDirection::to_sources}) == back);
    REQUIRE(distances(scene.grid, scene.cells, scene.cells, workers) == scene.costs);
  });
}

TEST_CASE("nothing beyond the radius is reached, and all within it") {
  Workers workers(1);
  const Terrain terrain = test::random_terrain(30, 30, 20, 8);
  const auto grid = *Grid::make(terrain);
  const Position source = some_cells(terrain, 1).front();
  REQUIRE(grid->open(source));
  const auto all = oracle_costs(terrain, {}, FieldMetric::cost, source);
  const std::set<Cost> known(all.begin(), all.end());
  for (const Cost distance : known)
    for (const Cost radius : {distance, distance == 0 ? 0 : distance - 1}) {
      auto expected = all;
      for (Cost& cost : expected)
        if (cost > radius) cost = kUnreachable;
      REQUIRE(distances(grid, {&source, 1}, workers, {.max_cost = radius}) == expected);
    }
}

TEST_CASE("closed sources reach nothing, and no sources neither") {
  Workers workers(1);
  const auto grid = *Grid::make(test::drawn(".@.\n..."));
  const std::vector<Cost> nothing(6, kUnreachable);
  const Position closed{1, 0}, open{0, 0};
  CHECK(distances(grid, {&closed, 1}, workers) == nothing);
  CHECK(distances(grid, {}, workers, {.nearest_source = true}) == nothing);
  CHECK(distances(grid, {}, workers).empty());
  CHECK(distances(grid, {}, {}, workers).empty());
  const std::vector<Position> points{open, closed, open, {2, 0}};
  const Cost far = 4 * 2378;
  CHECK(distances(grid, points, points, workers) ==
        std::vector<Cost>{0, kUnreachable, 0, far,                                 //
                          kUnreachable, kUnreachable, kUnreachable, kUnreachable,  //
                          0, kUnreachable, 0, far,                                 //
                          far, kUnreachable, far, 0});
}

TEST_CASE("a map without open cells has fields too") {
  Workers workers(1);
  const auto grid = *Grid::make(test::drawn("@@\n@@"));
  const std::vector<Position> sources{{0, 0}, {1, 1}};
  CHECK(distances(grid, sources, workers) == std::vector<Cost>(8, kUnreachable));
}

TEST_CASE("fields do not depend on the number of threads", "[parallel]") {
  const Terrain terrain = test::random_terrain(50, 60, 30, 2);
  const auto grid = *Grid::make(terrain);
  const std::vector<Position> points = some_cells(terrain, 40);
  const auto few = std::span(points).first(5);
  test::equal_on_all_threads<Workers>([&](Workers& workers) {
    return std::vector{
        distances(grid, points, workers), distances(grid, points, points, workers),
        distances(grid, few, points, workers), distances(grid, points, few, workers)};
  });
}

TEST_CASE("points outside the map reach nothing and are reached from nowhere") {
  Workers workers(1);
  const Terrain terrain = test::drawn("...\n...");
  const std::vector<Position> points{
      {0, 0}, {-1, 0}, {3, 1}, {1, -1}, {0, 2}, {2, 0}, {INT32_MIN, INT32_MAX}};
  const auto inside = [&](std::size_t i) { return terrain.contains(points[i]); };
  for (const Rules& rules : test::all_rules()) {
    const auto grid = *Grid::make(terrain, rules);
    const std::size_t cells = terrain.cell_count();
    const std::vector<Cost> fields = distances(grid, points, workers);
    const std::vector<Cost> matrix = distances(grid, points, points, workers);
    for (std::size_t i = 0; i < points.size(); ++i) {
      const auto field = std::span(fields).subspan(i * cells, cells);
      CHECK(std::ranges::count(field, kUnreachable) == (inside(i) ? 0 : 6));
      for (std::size_t k = 0; k < points.size(); ++k)
        CHECK((matrix[i * points.size() + k] == kUnreachable) != (inside(i) && inside(k)));
    }
    CHECK(distances(grid, points, workers, {.nearest_source = true}) ==
          distances(grid, std::vector{points[0], points[5]}, workers,
                    {.nearest_source = true}));
  }
}

TEST_CASE("one set of workers serves grids of different sizes and calls of all kinds",
          "[parallel]") {
  Workers workers(2);
  for (const std::int32_t size : {40, 3, 25}) {
    const Terrain terrain = test::random_terrain(size, size + 2, 20, 3);
    const auto grid = *Grid::make(terrain);
    for (const Position source : some_cells(terrain, 3)) {
      distances(grid, {&source, 1}, workers, {.max_cost = 9000});
      CHECK(distances(grid, {&source, 1}, workers) ==
            oracle_costs(terrain, {}, FieldMetric::cost, source));
    }
  }
}

TEST_CASE("fields follow the grid, the metric and the direction from call to call") {
  Workers workers(1);
  const Position source{0, 0};
  const auto check = [&](const std::shared_ptr<const Grid>& grid) {
    for (const FieldMetric metric : kFieldMetrics)
      for (const SweepDirection direction :
           {SweepDirection::from_sources, SweepDirection::to_sources}) {
        Workers other(1);
        const DistanceOptions options{.metric = metric, .direction = direction};
        CAPTURE(name(metric), direction == SweepDirection::to_sources);
        CHECK(distances(grid, {&source, 1}, workers, options) ==
              distances(grid, {&source, 1}, other, options));
      }
  };
  const Terrain terrain = test::random_terrain(12, 9, 0, 4);
  std::vector<Weight> weights(terrain.cell_count(), 1);
  // Each grid may lie in memory where the one before did.
  for (const Weight weight : {Weight{1}, Weight{3}, Weight{1}}) {
    weights[1] = weight;
    check(*Grid::make(terrain, {}, {.weights = weights}));
  }
  const std::vector<Link> links{{.from = {0, 0}, .to = {11, 8}, .weight = 2}};
  check(*Grid::make(terrain, {}, {.links = links}));
  const auto plain = *Grid::make(terrain);
  std::vector<Weight> influence(terrain.cell_count(), 0);
  influence[2] = 5;
  check(plain);
  check(*plain->with_influence(influence));
  auto living =
      test::must(LivingMap::make(terrain, std::vector<LivingClass>(1), {}, workers));
  for (std::int32_t x = 1; x < 5; ++x) {
    const Edit edit = TerrainEdit{{{x, 0}, 1, 6}, '@'};
    REQUIRE(living.edit({&edit, 1}, workers));
    check(living.grid(0));
  }
}

TEST_CASE("fields of further grids of a size need no more memory") {
  Workers workers(1);
  const Position source{0, 0};
  std::size_t bytes = 0;
  for (const unsigned seed : {1U, 2U, 3U}) {
    const auto grid = *Grid::make(test::random_terrain(64, 64, 0, seed));
    distances(grid, {&source, 1}, workers);
    if (bytes != 0) CHECK(workers.memory_bytes() == bytes);
    bytes = workers.memory_bytes();
  }
}

TEST_CASE("the monitor counts fields, and what it cancels is unreached", "[parallel]") {
  const Terrain terrain = test::random_terrain(20, 20, 10, 1);
  const auto grid = *Grid::make(terrain);
  const std::vector<Position> points = some_cells(terrain, 12);
  Workers workers(2);
  Monitor monitor;
  distances(grid, points, workers, {.monitor = &monitor});
  CHECK(monitor.total == 12);
  CHECK(monitor.done == 12);

  Monitor cancelled;
  cancelled.cancel = true;
  CHECK(distances(grid, points, points, workers, {.monitor = &cancelled}) ==
        std::vector<Cost>(12 * 12, kUnreachable));
  std::vector<Cost> table(12 * 2, 0);
  fill_distances(grid, points, std::span(points).first(2), table, workers,
                 {.monitor = &cancelled});
  CHECK(cancelled.total == 2);
  CHECK(table == std::vector<Cost>(12 * 2, kUnreachable));
  CHECK(distances(grid, points, workers, {.nearest_source = true, .monitor = &cancelled}) ==
        std::vector<Cost>(400, kUnreachable));
  CHECK(cancelled.total == 1);
  CHECK(cancelled.done == 0);
}

TEST_CASE("fields of the bundled maps are the oracle's") {
  Workers workers(1);
  for (const auto& path : test::files_in(test::maps_folder(), ".map"))
    check_file(path, 2, workers);
}

TEST_CASE("fields of one MovingAI map of each family are the oracle's", "[benchmarks]") {
  Workers workers(1);
  std::set<std::filesystem::path> families;
  for (const auto& path : test::benchmark_files(".map"))
    if (families.insert(path.parent_path()).second) check_file(path, 1, workers);
}

}  // namespace throng::field_test

#include "registration.hpp"

#include <throng/generate.hpp>
#include <throng/index.hpp>
#include <throng/solver.hpp>

#include <benchmark/benchmark.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace throng::bench {
namespace {

constexpr int kRounds = 5;
constexpr std::size_t kQueries = 1000;

/// A weighted map.
struct Ground {
  const char* name;
  Result<std::shared_ptr<const Grid>> (*make)();
};

/// A map of a game whose cells have the weights of weight(x, y).
template <class Weigh>
Result<std::shared_ptr<const Grid>> weighed_map(Weigh weight) {
  const auto workload = load("bg512/AR0700SR", 1);
  if (!workload) return workload.failure();
  const Terrain& terrain = workload->terrain;
  std::vector<Weight> weights;
  for (std::int32_t y = 0; y < terrain.height(); ++y)
    for (std::int32_t x = 0; x < terrain.width(); ++x) weights.push_back(weight(x, y));
  return Grid::make(terrain, {}, {.weights = weights});
}

Result<std::shared_ptr<const Grid>> terrain() {
  const auto generated =
      generate(MapKind::terrain, {.width = 512, .height = 512, .seed = 3});
  if (!generated) return generated.failure();
  Rules rules;
  rules.movement.set('G', 2);
  rules.movement.set('S', 3);
  rules.movement.set('T', 5);
  return Grid::make(*generated, rules);
}

/// Zones of 8 x 8 cells that weigh 1 to 5.
Result<std::shared_ptr<const Grid>> zones() {
  return weighed_map([](std::int32_t x, std::int32_t y) {
    std::mt19937 random(static_cast<std::uint32_t>(y / 8 * 1024 + x / 8));
    return static_cast<Weight>(1 + random() % 5);
  });
}

/// Cells that weigh 1 to 9: harsher than the ground of any game.
Result<std::shared_ptr<const Grid>> noise() {
  std::mt19937 random(1);
  return weighed_map([&random](std::int32_t, std::int32_t) {
    return static_cast<Weight>(1 + random() % 9);
  });
}

constexpr std::array kGrounds{Ground{"terrain", terrain}, Ground{"AR0700SR zones", zones},
                              Ground{"AR0700SR noise", noise}};

/// Random pairs of open cells that a path joins.
std::vector<Query> random_pairs(const Grid& grid) {
  std::vector<Position> open;
  for (std::int32_t y = 0; y < grid.height(); ++y)
    for (std::int32_t x = 0; x < grid.width(); ++x)
      if (grid.open({x, y})) open.push_back({x, y});
  std::mt19937 random(7);
  std::vector<Query> queries;
  while (queries.size() < kQueries) {
    const Query query{open[random() % open.size()], open[random() % open.size()]};
    if (grid.component(grid.cell(query.start)) == grid.component(grid.cell(query.goal)))
      queries.push_back(query);
  }
  return queries;
}

/// An engine with its index, and the times of its rounds.
struct Running {
  const char* name;
  std::shared_ptr<const Index> index;
  Solver solver;
  BatchResult paths, distances;
  std::vector<double> path_seconds, distance_seconds;
};

Result<Running> prepare(const char* name, const std::shared_ptr<const Grid>& grid,
                        const IndexOptions& options, Algorithm algorithm) {
  Workers builders(1);
  const auto index = Index::build(grid, options, builders);
  if (!index) return index.failure();
  const auto solver = Solver::make(*index, {.algorithm = algorithm});
  if (!solver) return solver.failure();
  return Running{name, *index, *solver, {}, {}, {}, {}};
}

/// Each round answers the same queries on one thread by A* with 16 landmarks and by fronts,
/// with paths and without. Indexes are built on one thread too.
void fronts(benchmark::State& state, const Ground& ground) {
  const auto grid = ground.make();
  if (!grid) return state.SkipWithError(grid.error().what.c_str());
  const std::vector<Query> queries = random_pairs(**grid);
  std::vector<Running> all;
  for (auto running :
       {prepare("A*+L", *grid, {.landmarks = 16}, Algorithm::astar),
        prepare("front", *grid, {.landmarks = 0, .fronts = true}, Algorithm::front)}) {
    if (!running) return state.SkipWithError(running.error().what.c_str());
    all.push_back(*std::move(running));
  }
  Workers workers(1);
  const auto find = [&](Running& running) {
    running.path_seconds.push_back(
        seconds([&] { running.solver.solve(queries, workers, running.paths); }));
    running.distance_seconds.push_back(seconds([&] {
      running.solver.solve(queries, workers, running.distances, {.paths = false});
    }));
  };
  for (Running& running : all) {
    find(running);
    running.path_seconds.clear();
    running.distance_seconds.clear();
    if (running.paths.cost != all.front().paths.cost ||
        running.distances.cost != all.front().paths.cost)
      return state.SkipWithError("the answers differ");
  }
  for ([[maybe_unused]] auto _ : state) {
    for (Running& running : all) find(running);
    state.SetIterationTime(all.back().path_seconds.back());
  }
  const double each = 1e6 / static_cast<double>(queries.size());
  for (const Running& running : all) {
    const std::string name = running.name;
    state.counters[name + " us"] = each * median(running.path_seconds);
    state.counters[name + " distance us"] = each * median(running.distance_seconds);
    state.counters[name + " s"] = running.index->stats().build_seconds;
    state.counters[name + " MB"] =
        1e-6 * static_cast<double>(running.index->memory_bytes());
  }
}

}  // namespace

void register_fronts() {
  for (const Ground& ground : kGrounds)
    add("fronts/" + std::string(ground.name), kRounds, fronts, ground);
}

}  // namespace throng::bench

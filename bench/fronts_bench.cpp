#include "registration.hpp"
#include "weighted_grounds.hpp"

#include <throng/distances.hpp>
#include <throng/field.hpp>
#include <throng/index.hpp>
#include <throng/living_map.hpp>
#include <throng/solver.hpp>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace throng::bench {
namespace {

constexpr int kRounds = 5;
constexpr std::size_t kQueries = 1000;
constexpr std::size_t kColdQueries = 100'000;

/// An engine with its index, and the times of its rounds.
struct Running {
  const char* name;
  Index index;
  Solver solver;
  Answers paths, distances;
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
/// with paths and without. Indexes are built on one thread too. Then fronts answer many
/// distinct queries once, after which no cache has them.
void fronts(benchmark::State& state, const Ground& ground) {
  const auto map = ground.make();
  if (!map) return state.SkipWithError(map.error().what.c_str());
  const auto grid = Grid::make(map->terrain, map->rules, {.weights = map->weights});
  if (!grid) return state.SkipWithError(grid.error().what.c_str());
  const std::vector<Query> queries = random_pairs(**grid, kQueries);
  const IndexOptions options{.landmarks = {0},
                             .fronts = {.build = true, .memory = ground.front_memory}};
  std::vector<Running> all;
  for (auto running : {prepare("A*+L", *grid, {.landmarks = {16}}, Algorithm::astar),
                       prepare("front", *grid, options, Algorithm::front)}) {
    if (!running) return state.SkipWithError(running.error().what.c_str());
    all.push_back(*std::move(running));
  }
  Workers workers(1), two(2);
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
    state.counters[name + " s"] = running.index.build_seconds();
    state.counters[name + " MB"] = 1e-6 * static_cast<double>(running.index.memory_bytes());
  }
  const std::vector<Query> cold = random_pairs(**grid, kColdQueries);
  Answers answers;
  const double cold_each = 1e6 / static_cast<double>(cold.size());
  const Solver& solver = all.back().solver;
  solver.solve(cold, workers, answers);  // touches the memory of the answers
  state.counters["cold us"] =
      cold_each * seconds([&] { solver.solve(cold, workers, answers); });
  state.counters["cold distance us"] =
      cold_each * seconds([&] { solver.solve(cold, workers, answers, {.paths = false}); });
  state.counters["two threads s"] = (*Index::build(*grid, options, two)).build_seconds();
}

/// Fields and a table by fronts and by sweeps, on one thread. The table takes sweeps some
/// seconds: each is computed once.
void front_fields(benchmark::State& state, const Ground& ground) {
  constexpr std::size_t kFields = 32;
  const auto map = ground.make();
  if (!map) return state.SkipWithError(map.error().what.c_str());
  const auto grid = Grid::make(map->terrain, map->rules, {.weights = map->weights});
  if (!grid) return state.SkipWithError(grid.error().what.c_str());
  Workers workers(1);
  const auto built = Index::build(
      *grid, {.landmarks = {0}, .fronts = {.build = true, .memory = ground.front_memory}},
      workers);
  if (!built) return state.SkipWithError(built.error().what.c_str());
  const Index& index = *built;
  std::vector<Position> sources, targets;
  for (const Query& query : random_pairs(**grid, kQueries)) {
    sources.push_back(query.start);
    targets.push_back(query.goal);
  }
  Field swept(*grid), from_fronts(index);
  const std::size_t cells = map->terrain.cell_count();
  const auto some = std::span(sources).first(kFields);
  std::vector<Cost> swept_fields(kFields * cells), fields(kFields * cells);
  std::vector<double> flow, swept_flow, each, swept_each;
  std::size_t next = 0;
  for ([[maybe_unused]] auto _ : state) {
    const Position goal = targets[next++ % targets.size()];
    swept_flow.push_back(seconds([&] { swept.set_goals({&goal, 1}, workers); }));
    flow.push_back(seconds([&] { from_fronts.set_goals({&goal, 1}, workers); }));
    swept_each.push_back(
        seconds([&] { fill_distances(*grid, some, swept_fields, workers); }) / kFields);
    each.push_back(seconds([&] { fill_distances(index, some, fields, workers); }) /
                   kFields);
    state.SetIterationTime(flow.back());
    if (fields != swept_fields) return state.SkipWithError("the fields differ");
  }
  std::vector<Cost> table, swept_table;
  const double table_seconds =
      seconds([&] { table = distances(index, sources, targets, workers); });
  const double swept_seconds =
      seconds([&] { swept_table = distances(*grid, sources, targets, workers); });
  if (table != swept_table) return state.SkipWithError("the tables differ");
  state.counters["flow ms"] = 1e3 * median(flow);
  state.counters["swept flow ms"] = 1e3 * median(swept_flow);
  state.counters["field ms"] = 1e3 * median(each);
  state.counters["swept field ms"] = 1e3 * median(swept_each);
  state.counters["table ms"] = 1e3 * table_seconds;
  state.counters["swept/table"] = swept_seconds / table_seconds;
}

/// New zones in a part of a map, each a rectangle of its own.
std::vector<Edit> new_zones(const Terrain& terrain, MapRect part, std::uint32_t seed) {
  std::vector<Edit> edits;
  const std::int32_t right = std::min(part.corner.x + part.width, terrain.width());
  const std::int32_t bottom = std::min(part.corner.y + part.height, terrain.height());
  for (std::int32_t y = part.corner.y; y < bottom; y += 8)
    for (std::int32_t x = part.corner.x; x < right; x += 8)
      edits.emplace_back(
          WeightEdit{{{x, y}, std::min(8, right - x), std::min(8, bottom - y)},
                     zone_weight(x, y, seed)});
  return edits;
}

/// Weights of a living map change, on one thread: all of them, and those of 32 x 32 cells.
/// Fronts are up to date afterwards.
void new_weights(benchmark::State& state, const Ground& ground) {
  const auto map = ground.make();
  if (!map) return state.SkipWithError(map.error().what.c_str());
  Workers workers(1);
  Rules rules = map->rules;
  rules.costs = {5, 7};  // exact ones are too large for all maps of such a size
  const LivingClass movement{
      .rules = rules, .landmarks = 0, .fronts = true, .front_memory = ground.front_memory};
  auto living = LivingMap::make(map->terrain, std::span(&movement, 1),
                                {.weights = map->weights, .max_weight = 9}, workers);
  if (!living) return state.SkipWithError(living.error().what.c_str());
  bool good = true;
  const auto apply = [&](const std::vector<Edit>& edits) {
    return seconds([&] {
      good = living->edit(edits, workers).has_value() && good;
      living->settle(LivingMap::kAll, workers);
    });
  };
  const Terrain& terrain = map->terrain;
  std::vector<double> whole, part;
  std::uint32_t seed = 1;
  std::mt19937 random(1);
  for ([[maybe_unused]] auto _ : state) {
    whole.push_back(
        apply(new_zones(terrain, {{0, 0}, terrain.width(), terrain.height()}, seed++)));
    for (int i = 0; i < 20; ++i) {
      const auto below = [&](std::int32_t size) {
        return static_cast<std::int32_t>(random() % static_cast<std::uint32_t>(size - 32));
      };
      const Position corner{below(terrain.width()), below(terrain.height())};
      part.push_back(apply(new_zones(terrain, {corner, 32, 32}, seed++)));
    }
    state.SetIterationTime(whole.back());
  }
  if (!good) return state.SkipWithError("an edit was refused");
  state.counters["all ms"] = 1e3 * median(whole);
  state.counters["32 x 32 ms"] = 1e3 * median(part);
  state.counters["32 x 32 most ms"] = 1e3 * *std::max_element(part.begin(), part.end());
}

}  // namespace

void register_fronts() {
  for (const Ground& ground : weighted_grounds()) {
    add("fronts/" + std::string(ground.name), kRounds, fronts, ground);
    add("front_fields/" + std::string(ground.name), kRounds, front_fields, ground);
    if (std::string(ground.name).find("plain") == std::string::npos)
      add("new_weights/" + std::string(ground.name), kRounds, new_weights, ground);
  }
}

}  // namespace throng::bench

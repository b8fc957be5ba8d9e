#include "registration.hpp"

#include <throng/distances.hpp>
#include <throng/generate.hpp>
#include <throng/index.hpp>
#include <throng/solver.hpp>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <memory_resource>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace throng::bench {
namespace {

constexpr int kRounds = 1;
constexpr std::size_t kQueries = 10'000;
constexpr std::size_t kQueriesOfLarge = 2'000;  ///< beyond kMostSizeOfLabels
constexpr double kBytesPerMegabyte = 1e6;

constexpr std::array kKinds{MapKind::rooms, MapKind::caves, MapKind::terrain, MapKind::maze,
                            MapKind::islands};
/// Maps of the benchmarks: noise, small rooms, a map of a game.
constexpr std::array kPlain{"random/random512-10-0", "random/random512-40-0",
                            "rooms/8room_000", "sc1/TheFrozenSea"};
constexpr std::int32_t kLeastSize = 512, kMostSize = 8192;
/// Beyond these a hierarchy is built on two threads only, and hub labels would take hours.
constexpr std::int32_t kMostSizeOnOneThread = 4096, kMostSizeOfLabels = 1024;
constexpr std::size_t kMostInBatch = 1'000'000;

Result<std::shared_ptr<const Grid>> generated(MapKind kind, std::int32_t size) {
  constexpr std::int32_t kCorridor = 8;
  const auto terrain =
      generate(kind, {.width = size, .height = size, .corridor = kCorridor});
  if (!terrain) return terrain.failure();
  return Grid::make(*terrain);
}

/// The q-th part of the values in rising order.
double quantile(Column<float> values, double q) {
  const auto at = static_cast<std::ptrdiff_t>(q * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), values.begin() + at, values.end());
  return values[static_cast<std::size_t>(at)];
}

struct Engine {
  const char* name;
  Algorithm algorithm;
  IndexOptions options;
};

const Engine kSearch{"JPS", Algorithm::jps, {.landmarks = {0}, .jump_graph = false}};
const Engine kLandmarks{"JPS+L", Algorithm::jps, {.landmarks = {16}}};
const Engine kJumpPoints{
    "JPS+J",
    Algorithm::jps,
    {.landmarks = {.count = 16, .storage = LandmarkStorage::jump_points}}};
const Engine kHierarchy{"hierarchy",
                        Algorithm::hierarchy,
                        {.landmarks = {0},
                         .jump_graph = false,
                         .hierarchy = {.build = true, .memory = std::size_t{1} << 30}}};
const Engine kLabels{"hub", Algorithm::hub, {.landmarks = {0}, .hub_labels = {true}}};
const Engine kFronts{
    "front", Algorithm::front, {.landmarks = {0}, .jump_graph = false, .fronts = {true}}};

/// Builds an index on one thread and on two, where that takes no more than minutes, and
/// answers the queries one by one on one thread, after a tenth of them to warm up. Writes
/// the counters of the engine.
Result<Answers> measure(benchmark::State& state, const Engine& engine,
                        const std::shared_ptr<const Grid>& grid,
                        const std::vector<Query>& queries) {
  const std::string name = engine.name;
  const bool small = grid->width() <= kMostSizeOnOneThread;
  if (small || !engine.options.hierarchy.build) {
    Workers one(1);
    const auto index = Index::build(grid, engine.options, one);
    if (!index) return index.failure();
    state.counters[name + " s"] = index->build_seconds();
  }
  Workers two(2);
  const auto index = Index::build(grid, engine.options, two);
  if (!index) return index.failure();
  const Index& stats = *index;
  if (engine.options.hub_labels.build && !stats.has(Part::hub_labels))
    return fail(Code::over_limit, stats.part(Part::hub_labels).refusal);
  if (engine.options.fronts.build && !stats.has(Part::fronts))
    return fail(Code::over_limit, stats.part(Part::fronts).refusal);
  state.counters[name + " s, 2 threads"] = stats.build_seconds();
  state.counters[name + " MB"] =
      static_cast<double>(index->memory_bytes()) / kBytesPerMegabyte;
  const auto solver = Solver::make(*index, {.algorithm = engine.algorithm});
  if (!solver) return solver.failure();
  Workers workers(1);
  Answers result;
  solver->solve(std::span(queries).first(queries.size() / 10), workers, result);
  solver->solve(queries, workers, result, {.latency = true});
  double sum = 0;
  for (const float one : result.microseconds) sum += one;
  state.counters[name + " us"] = sum / static_cast<double>(queries.size());
  state.counters[name + " p50"] = quantile(result.microseconds, 0.5);
  state.counters[name + " p99"] = quantile(result.microseconds, 0.99);
  return result;
}

/// Answers the same random queries by jump point search without an index and with 16
/// landmarks, by the other engines where they fit.
void compare(benchmark::State& state, const std::shared_ptr<const Grid>& grid,
             std::span<const Engine> others) {
  const std::size_t count = grid->width() > kMostSizeOfLabels ? kQueriesOfLarge : kQueries;
  const std::vector<Query> queries = random_pairs(*grid, count);
  for ([[maybe_unused]] auto _ : state) {
    Result<Answers> expected = fail(Code::cancelled, "");
    state.SetIterationTime(
        seconds([&] { expected = measure(state, kLandmarks, grid, queries); }));
    if (!expected) return state.SkipWithError(expected.error().what.c_str());
    for (const Engine& engine : others) {
      const auto found = measure(state, engine, grid, queries);
      if (!found && found.error().code == Code::over_limit) continue;
      if (!found) return state.SkipWithError(found.error().what.c_str());
      if (found->cost != expected->cost) return state.SkipWithError("the answers differ");
    }
    // It takes milliseconds a query on the largest maps.
    const auto few = std::span(queries).first(queries.size() / 20);
    const auto found = measure(state, kSearch, grid, {few.begin(), few.end()});
    if (!found) return state.SkipWithError(found.error().what.c_str());
    if (!std::ranges::equal(found->cost, std::span(expected->cost).first(few.size())))
      return state.SkipWithError("the answers differ");
  }
}

void compare_on_map(benchmark::State& state, const char* name) {
  const auto workload = load(name, 1);
  if (!workload) return state.SkipWithError(workload.error().what.c_str());
  compare(state, workload->grid, std::array{kJumpPoints, kHierarchy, kLabels, kFronts});
}

/// The same on a generated map, and what does not depend on an engine.
void compare_on_kind(benchmark::State& state, MapKind kind, std::int32_t size) {
  const auto grid = generated(kind, size);
  if (!grid) return state.SkipWithError(grid.error().what.c_str());
  const std::array others{kJumpPoints, kHierarchy, kLabels};
  compare(state, *grid,
          std::span(others).first(others.size() - (size > kMostSizeOfLabels ? 1 : 0)));
}

/// Milliseconds to make a grid, and nanoseconds a cell of a distance field.
void ground(benchmark::State& state, MapKind kind, std::int32_t size) {
  constexpr std::int32_t kCorridor = 8;
  const auto terrain =
      generate(kind, {.width = size, .height = size, .corridor = kCorridor});
  if (!terrain) return state.SkipWithError(terrain.error().what.c_str());
  const auto grid = Grid::make(*terrain);
  if (!grid) return state.SkipWithError(grid.error().what.c_str());
  const Position source = random_pairs(**grid, 1).front().start;
  Workers workers(1);
  std::vector<Cost> field(static_cast<std::size_t>(size) * static_cast<std::size_t>(size));
  std::vector<double> make, sweep;
  for ([[maybe_unused]] auto _ : state) {
    make.push_back(seconds([&] { benchmark::DoNotOptimize(Grid::make(*terrain)); }));
    sweep.push_back(
        seconds([&] { fill_distances(*grid, std::span(&source, 1), field, workers); }));
    state.SetIterationTime(make.back());
  }
  std::size_t reached = 0;
  for (const Cost cost : field) reached += cost != kUnreachable && cost != 0 ? 1 : 0;
  state.counters["Grid::make ms"] = 1e3 * median(make);
  state.counters["sweep ns/cell"] = 1e9 * median(sweep) / static_cast<double>(reached);
}

/// Batches of 1, 10, ... queries: microseconds per query on warm workers, and the time of
/// the first of the largest batches over that of later ones.
void batches(benchmark::State& state, MapKind kind, const Engine& engine, int threads) {
  const auto grid = generated(kind, kLeastSize);
  if (!grid) return state.SkipWithError(grid.error().what.c_str());
  Workers workers(threads);
  const auto index = Index::build(*grid, engine.options, workers);
  if (!index) return state.SkipWithError(index.error().what.c_str());
  const auto solver = Solver::make(*index, {.algorithm = engine.algorithm});
  if (!solver) return state.SkipWithError(solver.error().what.c_str());
  const std::vector<Query> queries = random_pairs(**grid, kMostInBatch);
  for ([[maybe_unused]] auto _ : state) {
    Workers fresh(threads);
    Answers result;
    const auto run = [&](std::size_t count, std::size_t round) {
      const std::size_t begin = round * count % (kMostInBatch - count + 1);
      const auto some = std::span(queries).subspan(begin, count);
      return seconds([&] { solver->solve(some, fresh, result); });
    };
    const double first = run(kMostInBatch, 0);
    for (std::size_t count = 1; count <= kMostInBatch; count *= 10) {
      std::vector<double> times;
      const std::size_t rounds =
          count == kMostInBatch ? 1 : std::clamp<std::size_t>(100'000 / count, 3, 1001);
      for (std::size_t round = 0; round < rounds; ++round)
        times.push_back(run(count, round));
      const double time = median(times);
      state.counters[std::to_string(count) + " us"] =
          1e6 * time / static_cast<double>(count);
      if (count == kMostInBatch) state.counters["first/later"] = first / time;
    }
    state.SetIterationTime(first);
  }
}

}  // namespace

void register_growth() {
  for (const char* map : kPlain)
    add("growth/" + std::string(map), kRounds, compare_on_map, map);
  for (const MapKind kind : kKinds) {
    const std::string name(throng::name(kind));
    for (std::int32_t size = kLeastSize; size <= kMostSize; size *= 2) {
      const std::string both = name + "/" + std::to_string(size);
      add("ground/" + both, 5, ground, kind, size);
      add("growth/" + both, kRounds, compare_on_kind, kind, size);
    }
    for (const Engine& engine : {kLandmarks, kHierarchy, kLabels})
      for (const int threads : {1, 2})
        add("batches/" + name + "/" + engine.name + "/" + std::to_string(threads), kRounds,
            batches, kind, engine, threads);
  }
}

}  // namespace throng::bench

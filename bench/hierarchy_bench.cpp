#include "registration.hpp"

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
#include <string>
#include <utility>
#include <vector>

namespace throng::bench {
namespace {

constexpr int kRounds = 1;
constexpr std::size_t kQueries = 10'000;
constexpr double kBytesPerMegabyte = 1e6;

/// A generated map, or one of the MovingAI benchmarks.
struct Ground {
  const char* name;
  MapKind kind;
  std::int32_t size;  ///< 0: a map of the benchmarks
  bool labelled;      ///< hub labels fit, and are built within seconds
};

constexpr std::array kGrounds{
    Ground{"random/random512-10-0", {}, 0, false},
    Ground{"random/random512-40-0", {}, 0, true},
    Ground{"rooms/8room_000", {}, 0, true},
    Ground{"sc1/TheFrozenSea", {}, 0, true},
    Ground{"caves", MapKind::caves, 1024, false},
    Ground{"caves", MapKind::caves, 2048, false},
    Ground{"caves", MapKind::caves, 4096, false},
    Ground{"rooms", MapKind::rooms, 1024, true},
    Ground{"rooms", MapKind::rooms, 2048, false},
    Ground{"rooms", MapKind::rooms, 4096, false},
    Ground{"terrain", MapKind::terrain, 1024, false},
    Ground{"terrain", MapKind::terrain, 2048, false},
    Ground{"terrain", MapKind::terrain, 4096, false},
    Ground{"maze", MapKind::maze, 1024, true},
    Ground{"maze", MapKind::maze, 2048, false},
    Ground{"maze", MapKind::maze, 4096, false},
    Ground{"islands", MapKind::islands, 1024, false},
    Ground{"islands", MapKind::islands, 2048, false},
    Ground{"islands", MapKind::islands, 4096, false},
};

Result<std::shared_ptr<const Grid>> make_grid(const Ground& ground) {
  if (ground.size == 0) {
    const auto workload = load(ground.name, 1);
    if (!workload) return workload.failure();
    return workload->grid;
  }
  constexpr std::int32_t kCorridor = 8;
  const auto terrain = generate(
      ground.kind, {.width = ground.size, .height = ground.size, .corridor = kCorridor});
  if (!terrain) return terrain.failure();
  return Grid::make(*terrain);
}

/// The q-th part of the values in rising order.
double quantile(std::pmr::vector<float> values, double q) {
  const auto at = static_cast<std::ptrdiff_t>(q * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), values.begin() + at, values.end());
  return values[static_cast<std::size_t>(at)];
}

/// Answers the queries by an algorithm and writes the counters of its index.
Result<BatchResult> measure(benchmark::State& state, const std::string& name,
                            const std::shared_ptr<const Index>& index, Algorithm algorithm,
                            const std::vector<Query>& queries) {
  const auto solver = Solver::make(index, {.algorithm = algorithm});
  if (!solver) return solver.failure();
  Workers workers(1);
  BatchResult result;
  for (int round = 0; round < 2; ++round)  // the first one is warm-up
    solver->solve(queries, workers, result, {.latency = true});
  double sum = 0;
  for (const float one : result.microseconds) sum += one;
  state.counters[name + " us"] = sum / static_cast<double>(queries.size());
  state.counters[name + " p50"] = quantile(result.microseconds, 0.5);
  state.counters[name + " p99"] = quantile(result.microseconds, 0.99);
  state.counters[name + " s"] = index->stats().build_seconds;
  state.counters[name + " MB"] =
      static_cast<double>(index->memory_bytes()) / kBytesPerMegabyte;
  return result;
}

/// Answers the same random queries on one thread by a hierarchy, by jump point search with
/// 16 landmarks, and by hub labels where they fit.
void hierarchy(benchmark::State& state, const Ground& ground) {
  constexpr IndexOptions kHierarchy{.landmarks = 0, .jump_graph = false, .hierarchy = true};
  const auto grid = make_grid(ground);
  if (!grid) return state.SkipWithError(grid.error().what.c_str());
  const std::vector<Query> queries = random_pairs(**grid, kQueries);
  const auto answer = [&](const char* name, const IndexOptions& options,
                          Algorithm algorithm) -> Result<BatchResult> {
    Workers builders(1);
    const auto index = Index::build(*grid, options, builders);
    if (!index) return index.failure();
    return measure(state, name, *index, algorithm, queries);
  };
  for ([[maybe_unused]] auto _ : state) {
    Result<BatchResult> expected = fail(Code::cancelled, "");
    state.SetIterationTime(
        seconds([&] { expected = answer("JPS+L", {.landmarks = 16}, Algorithm::jps); }));
    const auto found = answer("hierarchy", kHierarchy, Algorithm::hierarchy);
    if (!expected || !found || found->cost != expected->cost)
      return state.SkipWithError("the answers differ");
    if (ground.labelled) {
      const auto joined = answer("hub", {.landmarks = 0, .hubs = true}, Algorithm::hub);
      if (!joined || joined->cost != expected->cost)
        return state.SkipWithError("the answers by hub labels differ");
    }
    Workers two(2);
    const auto index = Index::build(*grid, kHierarchy, two);
    if (index) state.counters["hierarchy s, 2 threads"] = (*index)->stats().build_seconds;
  }
}

}  // namespace

void register_hierarchy() {
  for (const Ground& ground : kGrounds)
    add("hierarchy/" + std::string(ground.name) +
            (ground.size == 0 ? "" : "/" + std::to_string(ground.size)),
        kRounds, hierarchy, ground);
}

}  // namespace throng::bench

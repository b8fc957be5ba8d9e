#include "allocations.hpp"
#include "workload.hpp"

#include <throng/solver.hpp>

#include <benchmark/benchmark.h>

#include <string>

namespace throng::bench {
namespace {

constexpr int kWarmUps = 20;
constexpr int kRounds = 20;

/// Repeats one batch, with the same workers and the same result object.
void allocations(benchmark::State& state, const MapRow& map, Algorithm algorithm) {
  const auto workload = load(map.name, map.few);
  if (!workload) return state.SkipWithError(workload.error().what.c_str());
  Workers workers(static_cast<int>(state.range(0)));
  const auto index = *Index::build(workload->grid, {}, workers);
  const auto solver = *Solver::make(index, {.algorithm = algorithm});
  Answers result;
  // The assignment of queries to threads is random: several rounds until each thread has
  // met the largest query.
  for (int i = 0; i < kWarmUps; ++i) solver.solve(workload->queries, workers, result);

  const std::uint64_t before = allocation_count();
  for ([[maybe_unused]] auto _ : state) solver.solve(workload->queries, workers, result);
  const auto allocated = static_cast<double>(allocation_count() - before);

  const auto queries = static_cast<double>(workload->queries.size());
  state.counters["allocations/query"] = allocated / (queries * kRounds);
  state.counters["workers MB"] = static_cast<double>(workers.memory_bytes()) / 1e6;
}

}  // namespace

void register_allocations() {
  for (const MapRow& map : kMaps)
    for (const Algorithm algorithm : {Algorithm::astar, Algorithm::jps})
      benchmark::RegisterBenchmark(
          ("allocations/" + std::string(map.name) + "/" + std::string(name(algorithm)))
              .c_str(),
          allocations, map, algorithm)
          ->Arg(1)
          ->Arg(2)
          ->ArgName("threads")
          ->Iterations(kRounds)
          ->UseRealTime()
          ->Unit(benchmark::kMillisecond);
}

}  // namespace throng::bench

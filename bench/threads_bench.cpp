#include "registration.hpp"

#include <throng/solver.hpp>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <string>
#include <thread>

namespace throng::bench {
namespace {

constexpr int kRounds = 7;

/// The same batch on one thread and on several, in turn.
void threads(benchmark::State& state, const MapRow& map) {
  const auto workload = load(map.name, map.many);
  if (!workload) return state.SkipWithError(workload.error().what.c_str());
  const auto solver = *Solver::make(workload->grid, {.algorithm = Algorithm::astar});
  Workers one(1);
  Workers several(static_cast<int>(state.range(0)));
  Answers result;
  const auto run = [&](Workers& workers) {
    return seconds([&] { solver.solve(workload->queries, workers, result); });
  };
  run(one);
  run(several);

  std::vector<double> alone;
  std::vector<double> together;
  std::vector<double> ratios;
  for ([[maybe_unused]] auto _ : state) {
    alone.push_back(run(one));
    together.push_back(run(several));
    ratios.push_back(alone.back() / together.back());
    state.SetIterationTime(together.back());
  }
  const auto queries = static_cast<double>(workload->queries.size());
  state.counters["1 thread q/s"] = queries / median(alone);
  state.counters["q/s"] = queries / median(together);
  state.counters["speed-up"] = median(ratios);
}

}  // namespace

void register_threads() { add_for_all_threads("threads", kRounds, threads); }

}  // namespace throng::bench

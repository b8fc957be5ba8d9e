#include "registration.hpp"

#include <throng/field.hpp>
#include <throng/index.hpp>

#include <benchmark/benchmark.h>

#include <cstddef>
#include <string>
#include <vector>

namespace throng::bench {
namespace {

constexpr int kRounds = 5;
constexpr std::size_t kPoints = 1000;

void tables(benchmark::State& state, const MapRow& map) {
  const auto workload = load(map.name, kPoints);
  if (!workload) return state.SkipWithError(workload.error().what.c_str());
  std::vector<Position> points;
  for (const Query& query : workload->queries) points.push_back(query.goal);
  Workers workers(1), all;
  const auto index = Index::build(workload->grid, {.landmarks = 0, .hubs = true}, all);
  if (!index) return state.SkipWithError(index.error().what.c_str());
  if (!(*index)->stats().hub_labels)
    return state.SkipWithError((*index)->stats().hub_labels_skipped_because.c_str());

  std::vector<Cost> swept(points.size() * points.size()), looked_up(swept.size());
  const auto by_sweeps = [&] {
    distance_table(*workload->grid, points, points, swept, workers);
  };
  const auto by_labels = [&] {
    distance_table(**index, points, points, looked_up, workers);
  };
  by_sweeps();
  by_labels();
  if (swept != looked_up) return state.SkipWithError("the tables differ");
  std::vector<double> sweeps, labels;
  for ([[maybe_unused]] auto _ : state) {
    sweeps.push_back(seconds(by_sweeps));
    labels.push_back(seconds(by_labels));
    state.SetIterationTime(sweeps.back() + labels.back());
  }
  state.counters["sweeps ms"] = 1e3 * median(sweeps);
  state.counters["labels ms"] = 1e3 * median(labels);
  state.counters["speed-up"] = median_ratio(sweeps, labels);
  state.counters["index s"] = (*index)->stats().build_seconds;
}

}  // namespace

void register_tables() { add_for_all_maps("tables", kRounds, tables); }

}  // namespace throng::bench

#include "registration.hpp"
#include "weighted_grounds.hpp"

#include <throng/distances.hpp>
#include <throng/index.hpp>

#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace throng::bench {
namespace {

constexpr int kRounds = 5;
constexpr int kWeightedRounds = 1;  ///< sweeps of TheFrozenSea take half a minute
constexpr std::size_t kPoints = 1000;

/// Each round fills a table of all pairs by sweeps and from the labels or fronts of an
/// index.
void compare(benchmark::State& state, const Index& index,
             const std::vector<Position>& points) {
  Workers workers(1);
  std::vector<Cost> swept(points.size() * points.size()), looked_up(swept.size());
  const auto by_sweeps = [&] {
    fill_distances(index.grid(), points, points, swept, workers);
  };
  const auto by_labels = [&] { fill_distances(index, points, points, looked_up, workers); };
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
  state.counters["index s"] = index.build_seconds();
}

void tables(benchmark::State& state, const MapRow& map) {
  const auto workload = load(map.name, kPoints);
  if (!workload) return state.SkipWithError(workload.error().what.c_str());
  std::vector<Position> points;
  for (const Query& query : workload->queries) points.push_back(query.goal);
  Workers all;
  const auto index =
      Index::build(workload->grid, {.landmarks = {0}, .hub_labels = {true}}, all);
  if (!index) return state.SkipWithError(index.error().what.c_str());
  if (!index->has(Part::hub_labels))
    return state.SkipWithError(index->part(Part::hub_labels).refusal.c_str());
  compare(state, *index, points);
}

void weighted_tables(benchmark::State& state, const Ground& ground) {
  const auto map = ground.make();
  if (!map) return state.SkipWithError(map.error().what.c_str());
  const auto grid = Grid::make(map->terrain, map->rules, {.weights = map->weights});
  if (!grid) return state.SkipWithError(grid.error().what.c_str());
  std::vector<Position> points;
  std::mt19937 random(11);
  while (points.size() < kPoints) {
    const Position p{
        static_cast<std::int32_t>(random() % static_cast<unsigned>((*grid)->width())),
        static_cast<std::int32_t>(random() % static_cast<unsigned>((*grid)->height()))};
    if ((*grid)->open(p)) points.push_back(p);
  }
  Workers all;
  const auto index = Index::build(
      *grid, {.landmarks = {0}, .fronts = {.build = true, .memory = ground.front_memory}},
      all);
  if (!index) return state.SkipWithError(index.error().what.c_str());
  compare(state, *index, points);
}

}  // namespace

void register_tables() {
  add_for_all_maps("tables", kRounds, tables);
  for (const Ground& ground : weighted_grounds())
    add("tables/" + std::string(ground.name), kWeightedRounds, weighted_tables, ground);
}

}  // namespace throng::bench

#include "registration.hpp"
#include "temporary_path.hpp"

#include <throng/index.hpp>
#include <throng/solver.hpp>

#include <benchmark/benchmark.h>

#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace throng::bench {
namespace {

constexpr int kRounds = 9;

/// One thread builds and saves an index. Then each round loads the file and answers one
/// query, with each check.
void load_index(benchmark::State& state, const MapRow& map, const IndexOptions& options) {
  const auto workload = load(map.name, 1);
  if (!workload) return state.SkipWithError(workload.error().what.c_str());
  Workers workers(1);
  const auto index = Index::build(workload->grid, options, workers);
  const TemporaryPath file("index");
  if (!index || options.hub_labels.build > index->has(Part::hub_labels) ||
      options.hierarchy.build > index->has(Part::hierarchy))
    return state.SkipWithError("the index needs too much memory");
  if (!index->save(file.path())) return state.SkipWithError("the file is not written");

  const std::vector<std::pair<const char*, IndexCheck>> checks{
      {"hashes", IndexCheck::hashes}, {"ranges", IndexCheck::ranges}};
  std::vector<std::vector<double>> times(checks.size());
  Answers result;
  for ([[maybe_unused]] auto _ : state) {
    for (std::size_t i = 0; i < checks.size(); ++i)
      times[i].push_back(seconds([&] {
        const auto again =
            Index::load(file.path(), workload->grid, {.check = checks[i].second});
        Solver::make(*again)->solve(workload->queries, workers, result);
      }));
    state.SetIterationTime(times[1].back());
  }
  const double build = index->build_seconds();
  state.counters["build s"] = build;
  state.counters["MB"] =
      1e-6 * static_cast<double>(std::filesystem::file_size(file.path()));
  for (std::size_t i = 0; i < checks.size(); ++i) {
    state.counters[std::string(checks[i].first) + " ms"] = 1e3 * median(times[i]);
    state.counters[std::string(checks[i].first) + " / build"] = median(times[i]) / build;
  }
}

void load_hubs(benchmark::State& state, const MapRow& map) {
  load_index(state, map, {.landmarks = {0}, .hub_labels = {true}});
}
void load_landmarks(benchmark::State& state, const MapRow& map) {
  load_index(state, map, {.landmarks = {16}});
}
void load_hierarchy(benchmark::State& state, const MapRow& map) {
  load_index(state, map, {.landmarks = {0}, .jump_graph = false, .hierarchy = {true}});
}

}  // namespace

void register_index_files() {
  add_for_all_maps("index_files/hubs", kRounds, load_hubs);
  add_for_all_maps("index_files/landmarks", kRounds, load_landmarks);
  add_for_all_maps("index_files/hierarchy", kRounds, load_hierarchy);
}

}  // namespace throng::bench

#include "../src/core/rng.hpp"
#include "registration.hpp"

#include <throng/dynamic_scenario.hpp>
#include <throng/index.hpp>
#include <throng/living_map.hpp>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace throng::bench {
namespace {

/// A part of a map as it is from now on.
using Patch = std::vector<Edit>;
/// Patches that appear together.
using Version = std::vector<Patch>;

/// A map, and its versions one after the other.
struct Changes {
  Terrain first;
  std::vector<Version> versions;
};

/// One edit for each run of equal characters of a row.
Patch edits_of(const Terrain& patch, Position corner) {
  Patch edits;
  for (Position p; p.y < patch.height(); ++p.y)
    for (p.x = 0; p.x < patch.width();) {
      std::int32_t end = p.x + 1;
      while (end < patch.width() && patch.at({end, p.y}) == patch.at(p)) ++end;
      edits.emplace_back(
          TerrainEdit{{{corner.x + p.x, corner.y + p.y}, end - p.x, 1}, patch.at(p)});
      p.x = end;
    }
  return edits;
}

/// map: the first version of the scenario; name: the scenario's file.
Result<Changes> recorded(const char* map, const std::string& name) {
  const auto workload = load(map, 1);
  if (!workload) return workload.failure();
  const auto scenario = read_dynamic_scenario(benchmarks_folder() + "/dynamic/" + name);
  if (!scenario) return scenario.failure();
  Changes changes{workload->terrain, {}};
  for (const DynamicScenario::Version& version : scenario->versions) {
    if (version.changes.empty()) continue;
    Version& next = changes.versions.emplace_back();
    for (const DynamicScenario::Change& change : version.changes)
      next.push_back(edits_of(scenario->patches[change.patch], change.corner));
  }
  return changes;
}

/// Versions of `count` patches of 1 to 24 cells each, at random places; half of them open.
Result<Changes> random_changes(const char* map, std::size_t count) {
  constexpr std::size_t kVersions = 40;
  const auto workload = load(map, 1);
  if (!workload) return workload.failure();
  const Terrain& terrain = workload->terrain;
  Changes changes{terrain, std::vector<Version>(kVersions)};
  SplitMix64 random(5);
  const auto below = [&](std::int32_t end) {
    return static_cast<std::int32_t>(random.below(static_cast<std::uint32_t>(end)));
  };
  for (Version& version : changes.versions)
    for (std::size_t k = 0; k < count; ++k) {
      const std::int32_t width = 1 + below(6), height = 1 + below(24 / width);
      const Position corner{below(terrain.width() - width + 1),
                            below(terrain.height() - height + 1)};
      version.push_back(
          {TerrainEdit{{corner, width, height}, random.below(2) == 0 ? '.' : '@'}});
    }
  return changes;
}

/// Seconds of each version.
struct Times {
  std::vector<double> edit, settled, calls, anew;
};

/// A version in one call of edit, and the repair; in one call for each patch; and grid and
/// index made anew.
void follow(const Changes& changes, const LivingClass& movement, Times& times) {
  Workers workers(1);
  LivingMap map = *LivingMap::make(changes.first, {&movement, 1}, {}, workers);
  LivingMap slow = *LivingMap::make(changes.first, {&movement, 1}, {}, workers);
  std::vector<Edit> all;
  for (const Version& version : changes.versions) {
    all.clear();
    for (const Patch& patch : version) all.insert(all.end(), patch.begin(), patch.end());
    times.edit.push_back(seconds([&] { static_cast<void>(map.edit(all, workers)); }));
    times.settled.push_back(times.edit.back() +
                            seconds([&] { map.settle(LivingMap::kAll, workers); }));
    times.calls.push_back(seconds([&] {
      for (const Patch& patch : version) static_cast<void>(slow.edit(patch, workers));
    }));
    slow.settle(LivingMap::kAll, workers);
    times.anew.push_back(seconds([&] {
      const auto grid = *Grid::make(map.terrain(), movement.rules, {.threads = 1});
      benchmark::DoNotOptimize(*Index::build(
          grid, {.landmarks = {movement.landmarks}, .jump_graph = movement.jump_graph},
          workers));
    }));
  }
}

void patches(benchmark::State& state, const Result<Changes>& (*changes)(), int landmarks) {
  if (!changes()) return state.SkipWithError(changes().error().what.c_str());
  Times times;
  for ([[maybe_unused]] auto _ : state)
    state.SetIterationTime(
        seconds([&] { follow(*changes(), {.landmarks = {landmarks}}, times); }));
  const auto report = [&](const std::string& name, const std::vector<double>& values) {
    state.counters[name + " ms"] = 1e3 * median(values);
    state.counters[name + " p99"] = 1e3 * percentile(values, 0.99);
  };
  report("edit", times.edit);
  report("settled", times.settled);
  report("calls", times.calls);
  report("anew", times.anew);
  state.counters["ratio"] = median_ratio(times.settled, times.anew);
}

template <std::size_t kCount>
const Result<Changes>& on_brc202d() {
  static const Result<Changes> changes = random_changes("dao/brc202d", kCount);
  return changes;
}
const Result<Changes>& on_arena2() {
  static const Result<Changes> changes = recorded("dao/arena2", "dao_arena2.scen");
  return changes;
}
const Result<Changes>& on_frozen_sea() {
  static const Result<Changes> changes =
      recorded("sc1/TheFrozenSea", "switch_sc1_Aurora_TheFrozenSea.scen");
  return changes;
}

}  // namespace

void register_patches() {
  for (const int landmarks : {16, 0}) {
    const auto add_patches = [&](const std::string& name,
                                 const Result<Changes>& (*changes)()) {
      add("living/patches/" + name + (landmarks > 0 ? "/L" : "/J"), 1, patches, changes,
          landmarks);
    };
    add_patches("dao/arena2", on_arena2);
    add_patches("sc1/TheFrozenSea", on_frozen_sea);
    add_patches("dao/brc202d:100", on_brc202d<100>);
    add_patches("dao/brc202d:500", on_brc202d<500>);
    add_patches("dao/brc202d:1000", on_brc202d<1000>);
  }
}

}  // namespace throng::bench

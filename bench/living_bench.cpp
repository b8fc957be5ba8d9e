#include "../src/core/rng.hpp"
#include "registration.hpp"

#include <throng/flow_field.hpp>
#include <throng/living_map.hpp>
#include <throng/solver.hpp>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <variant>
#include <vector>

namespace throng::bench {
namespace {

constexpr int kRounds = 1;
constexpr std::size_t kEdits = 1000;

double percentile(std::vector<double> values, double share) {
  std::ranges::sort(values);
  return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
}

/// A square of `side` cells that is open now, or a former one that is not.
class Buildings {
 public:
  Buildings(const LivingMap& map, std::int32_t side) : map_(map), side_(side) {}

  /// Half of the edits put up a building, the others remove one. only_up: none does.
  Edit next(bool only_up = false) {
    if (!only_up && !standing_.empty() && random_.below(2) == 0) {
      const std::size_t k = random_.below(static_cast<std::uint32_t>(standing_.size()));
      const MapRect at = standing_[k];
      standing_[k] = standing_.back();
      standing_.pop_back();
      return TerrainEdit{at, '.'};
    }
    const MapRect at = random_site();
    standing_.push_back(at);
    return TerrainEdit{at, '@'};
  }

 private:
  /// An open square. Where squares of this side are rare, as in mazes, smaller ones follow.
  MapRect random_site() {
    for (int tries = 1;; ++tries) {
      const MapRect at{random_cell(), side_, side_};
      if (is_open(at)) return at;
      if (tries % 10'000 == 0) side_ = std::max(side_ - 1, 1);
    }
  }
  Position random_cell() {
    const TerrainView terrain = map_.terrain();
    const auto below = [&](std::int32_t cells) {
      return static_cast<std::int32_t>(
          random_.below(static_cast<std::uint32_t>(cells - side_)));
    };
    const std::int32_t x = below(terrain.width);
    return {x, below(terrain.height)};
  }
  bool is_open(const MapRect& at) const {
    for (Position p = at.corner; p.y < at.corner.y + side_; ++p.y)
      for (p.x = at.corner.x; p.x < at.corner.x + side_; ++p.x)
        if (map_.terrain().at(p) != '.') return false;
    return true;
  }

  const LivingMap& map_;
  std::int32_t side_;
  SplitMix64 random_{3};
  std::vector<MapRect> standing_;
};

/// Edits of one building each, one class, one thread, and the repair that follows.
void edits(benchmark::State& state, const MapRow& row) {
  const auto workload = load(row.name, 1);
  if (!workload) return state.SkipWithError(workload.error().what.c_str());
  Workers workers(1);
  const LivingClass movement;
  LivingMap map = *LivingMap::make(workload->terrain, {&movement, 1}, {}, workers);
  Buildings buildings(map, 4);
  std::vector<double> edit, settle;
  for ([[maybe_unused]] auto _ : state) {
    for (std::size_t k = 0; k < kEdits; ++k) {
      const Edit one = buildings.next();
      edit.push_back(seconds([&] { static_cast<void>(map.edit({&one, 1}, workers)); }));
      settle.push_back(seconds([&] { map.settle(500, workers); }));
    }
    double total = 0;
    for (const double one : edit) total += one;
    state.SetIterationTime(total);
  }
  state.counters["edit us"] = 1e6 * median(edit);
  state.counters["edit p99"] = 1e6 * percentile(edit, 0.99);
  state.counters["settle us"] = 1e6 * median(settle);
  state.counters["settle p99"] = 1e6 * percentile(settle, 0.99);
  state.counters["bytes"] = static_cast<double>(map.memory_bytes());
}

/// How much longer queries take than on an index built anew, after a number of buildings,
/// and after the repair.
void queries(benchmark::State& state, const MapRow& row) {
  const auto workload = load(row.name, row.few);
  if (!workload) return state.SkipWithError(workload.error().what.c_str());
  Workers workers(1);
  const LivingClass movement;
  LivingMap map = *LivingMap::make(workload->terrain, {&movement, 1}, {}, workers);
  Buildings buildings(map, 4);
  BatchResult result;
  const auto time = [&](const std::shared_ptr<const Index>& index) {
    const Solver solver = *Solver::make(index);
    return seconds([&] { solver.solve(workload->queries, workers, result); });
  };
  const auto compare = [&](std::size_t pending, const std::string& name) {
    const auto fresh = *Index::build(map.grid(0), {}, workers);
    std::vector<double> ratios;
    for (int k = 0; k < 9; ++k) {
      const double base = time(fresh);
      ratios.push_back(time(map.index(0)) / base);
    }
    state.counters[name + std::to_string(pending)] = median(ratios);
  };
  for ([[maybe_unused]] auto _ : state) {
    std::size_t count = 0;
    state.SetIterationTime(seconds([&] {
      for (const std::size_t pending : {1, 20, 100, 400}) {
        for (; count < pending; ++count) {
          const Edit one = buildings.next();
          static_cast<void>(map.edit({&one, 1}, workers));
        }
        compare(pending, "pending ");
      }
      map.settle(LivingMap::kAll, workers);
      compare(400, "settled ");
    }));
  }
}

/// Flow fields of one goal each that follow the edits of one building, against sweeps.
void flow_fields(benchmark::State& state, const MapRow& row) {
  constexpr std::size_t kFields = 16, kFollowed = 400;
  const auto workload = load(row.name, kFields);
  if (!workload) return state.SkipWithError(workload.error().what.c_str());
  Workers workers(1);
  const LivingClass movement{.landmarks = 0, .jump_graph = false};
  LivingMap map = *LivingMap::make(workload->terrain, {&movement, 1}, {}, workers);
  Buildings buildings(map, 4);
  std::vector<FlowField> fields;
  for (std::size_t k = 0; k < kFields; ++k) fields.emplace_back(map.grid(0));
  const auto sweep = [&](std::size_t k) {
    const Position goal = workload->queries[k].goal;
    return seconds([&] { fields[k].set_goals({&goal, 1}, workers); });
  };
  std::vector<double> closing, opening, sweeps;
  for ([[maybe_unused]] auto _ : state) {
    for (std::size_t k = 0; k < kFields; ++k) sweep(k);
    double total = 0;
    for (std::size_t i = 0; i < kFollowed; ++i) {
      const auto before = map.version();
      const Edit one = buildings.next();
      static_cast<void>(map.edit({&one, 1}, workers));
      const MapChanges changes = map.changes(before, 0);
      const bool closes = std::get<TerrainEdit>(one).terrain == '@';
      for (FlowField& field : fields) {
        const double time = seconds([&] { field.follow(map.grid(0), changes, workers); });
        (closes ? closing : opening).push_back(time);
        total += time;
      }
      sweeps.push_back(sweep(i % kFields));
    }
    state.SetIterationTime(total);
  }
  state.counters["closing us"] = 1e6 * median(closing);
  state.counters["closing p99"] = 1e6 * percentile(closing, 0.99);
  state.counters["opening us"] = 1e6 * median(opening);
  state.counters["opening p99"] = 1e6 * percentile(opening, 0.99);
  state.counters["sweep us"] = 1e6 * median(sweeps);
  state.counters["sweep p99"] = 1e6 * percentile(sweeps, 0.99);
}

/// Removes squares of what is closed at first, and puts up buildings elsewhere.
class Changes {
 public:
  Changes(const LivingMap& map, std::int32_t side)
      : buildings_(map, side), map_(map), side_(side) {}

  /// opens: removes; else puts up.
  Edit next(bool opens) {
    if (!opens) return buildings_.next(true);
    MapRect at{{}, side_, side_};
    const TerrainView terrain = map_.terrain();
    do {
      const auto below = [&](std::int32_t cells) {
        return static_cast<std::int32_t>(
            random_.below(static_cast<std::uint32_t>(cells - side_)));
      };
      at.corner.x = below(terrain.width);
      at.corner.y = below(terrain.height);
    } while (!opens_something(at));
    return TerrainEdit{at, '.'};
  }

 private:
  /// Whether a side of the square is open and the square is not.
  bool opens_something(const MapRect& at) const {
    const auto open = [&](std::int32_t x, std::int32_t y) {
      const Position p{x, y};
      return map_.terrain().contains(p) && map_.terrain().at(p) == '.';
    };
    const Position p = at.corner;
    return !open(p.x, p.y) && !open(p.x + side_ - 1, p.y + side_ - 1) &&
           (open(p.x - 1, p.y) || open(p.x + side_, p.y) || open(p.x, p.y - 1) ||
            open(p.x, p.y + side_));
  }

  Buildings buildings_;
  const LivingMap& map_;
  std::int32_t side_;
  SplitMix64 random_{5};
};

/// How long queries take by kept hub labels and by jump point search with landmarks,
/// after a number of edits since the labels were built, and which share of them the
/// labels answer.
void kept_hubs(benchmark::State& state, const MapRow& row, bool openings) {
  const auto workload = load(row.name, row.many);
  if (!workload) return state.SkipWithError(workload.error().what.c_str());
  Workers workers(1);
  const LivingClass movement{.hub_labels = true};
  LivingMap map = *LivingMap::make(workload->terrain, {&movement, 1}, {}, workers);
  if (!map.index(0)->stats().hub_labels) return state.SkipWithError("no hub labels");
  Changes changes(map, 4);
  const double each = 1e6 / static_cast<double>(workload->queries.size());
  BatchResult by_labels, by_search;
  std::vector<double> edit;
  const auto compare = [&](std::size_t count) {
    map.settle(LivingMap::kAll, workers);
    const Solver labels = *Solver::make(map.index(0));
    const Solver search = *Solver::make(map.index(0), {.algorithm = Algorithm::jps});
    std::vector<double> kept, searched;
    for (int k = 0; k < 7; ++k) {
      kept.push_back(seconds([&] { labels.solve(workload->queries, workers, by_labels); }));
      searched.push_back(
          seconds([&] { search.solve(workload->queries, workers, by_search); }));
    }
    if (by_labels.cost != by_search.cost) state.SkipWithError("the answers differ");
    std::size_t answered = 0, found = 0;
    for (std::size_t i = 0; i < workload->queries.size(); ++i) {
      if (by_labels.status[i] != Status::found) continue;
      ++found;
      if (by_labels.expanded[i] == 0) ++answered;
    }
    const std::string after = " after " + std::to_string(count);
    state.counters["us" + after] = each * median(kept);
    state.counters["jps us" + after] = each * median(searched);
    state.counters["share" + after] =
        static_cast<double>(answered) / static_cast<double>(found);
  };
  for ([[maybe_unused]] auto _ : state) {
    std::size_t done = 0;
    state.SetIterationTime(seconds([&] {
      for (const std::size_t count : {0, 1, 5, 20, 50, 100, 400}) {
        for (; done < count; ++done) {
          const Edit one = changes.next(openings && done % 2 == 0);
          edit.push_back(seconds([&] { static_cast<void>(map.edit({&one, 1}, workers)); }));
        }
        compare(count);
      }
    }));
  }
  state.counters["edit us"] = 1e6 * median(edit);
}

void kept_hubs_closings(benchmark::State& state, const MapRow& row) {
  kept_hubs(state, row, false);
}
void kept_hubs_both(benchmark::State& state, const MapRow& row) {
  kept_hubs(state, row, true);
}

}  // namespace

void register_living() {
  add_for_all_maps("living/edit", kRounds, edits);
  add_for_all_maps("living/query", kRounds, queries);
  add_for_all_maps("living/flow_field", kRounds, flow_fields);
  add_for_all_maps("living/hubs/closings", kRounds, kept_hubs_closings);
  add_for_all_maps("living/hubs/both", kRounds, kept_hubs_both);
}

}  // namespace throng::bench

#include "living_sites.hpp"
#include "registration.hpp"

#include <throng/field.hpp>
#include <throng/living_map.hpp>
#include <throng/solver.hpp>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace throng::bench {
namespace {

constexpr int kRounds = 1;
constexpr std::size_t kEdits = 1000;
constexpr std::int32_t kMargin = 3;  // of buildings that close no corridor

/// A map of the benchmarks with one class.
Result<LivingMap> living_map(const MapRow& row, Workers& workers) {
  const auto workload = load(row.name, 1);
  if (!workload) return workload.failure();
  const LivingClass movement;
  return LivingMap::make(workload->terrain, {&movement, 1}, {}, workers);
}

/// Edits of one building each, one class, one thread, and the repair that follows.
void edits(benchmark::State& state, const MapRow& row) {
  Workers workers(1);
  auto made = living_map(row, workers);
  if (!made) return state.SkipWithError(made.error().what.c_str());
  LivingMap map = *std::move(made);
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

/// Repairs after 20 buildings each, with some work in each frame; then the map is as it was
/// at first.
struct Repairs {
  std::vector<double> call;        ///< seconds
  std::vector<double> calls, all;  ///< by repair: their number, and their seconds
};

Repairs repairs(LivingMap map, std::size_t work, std::int32_t margin, Workers& workers) {
  constexpr int kRepairs = 12, kBuildings = 20, kWarm = 2;
  Buildings buildings(map, 4, margin);
  Repairs found;
  for (int repair = 0; repair < kRepairs; ++repair) {
    for (int k = 0; k < kBuildings; ++k) {
      const Edit one = buildings.next(true);
      static_cast<void>(map.edit({&one, 1}, workers));
    }
    double count = 0, total = 0;
    for (; !map.settled(); ++count) {
      const double time = seconds([&] { map.settle(work, workers); });
      total += time;
      if (repair >= kWarm) found.call.push_back(time);
    }
    if (repair >= kWarm) {
      found.calls.push_back(count);
      found.all.push_back(total);
    }
    static_cast<void>(map.edit(buildings.remove_all(), workers));
    map.settle(LivingMap::kAll, workers);
  }
  return found;
}

/// With about 0.5 ms of work in each frame, on one thread and on two.
void settle(benchmark::State& state, const MapRow& row) {
  constexpr std::size_t kWork = 8'000;
  double total = 0;
  for (const int threads : {1, 2}) {
    Workers workers(threads);
    const std::size_t work = kWork * static_cast<std::size_t>(threads);
    const std::string by = threads == 1 ? "" : " by two";
    auto made = living_map(row, workers);
    if (!made) return state.SkipWithError(made.error().what.c_str());
    const Repairs found = repairs(*std::move(made), work, 0, workers);
    made = living_map(row, workers);
    const Repairs apart = repairs(*std::move(made), work, kMargin, workers);
    state.counters["apart ms" + by] = 1e3 * median(apart.all);
    state.counters["calls" + by] = median(found.calls);
    state.counters["all ms" + by] = 1e3 * median(found.all);
    state.counters["call us" + by] = 1e6 * median(found.call);
    state.counters["call p99" + by] = 1e6 * percentile(found.call, 0.99);
    for (const double one : found.call) total += one;
  }
  for ([[maybe_unused]] auto _ : state) state.SetIterationTime(total);
}

/// Compares queries on a living map with those on an index that is built anew.
class QueryAge {
 public:
  QueryAge(const Workload& workload, const LivingMap& map, Workers& workers)
      : workload_(workload), map_(map), workers_(workers) {}

  /// The ratio of the least times of many rounds in turn.
  double ratio() {
    constexpr int kTimes = 25;
    const Solver fresh = *Solver::make(*Index::build(map_.grid(0), {}, workers_));
    const Solver living = *Solver::make(map_.index(0));
    time(fresh);  // so that both are warm
    time(living);
    double least_fresh = time(fresh), least_living = time(living);
    for (int k = 1; k < kTimes; ++k) {
      least_fresh = std::min(least_fresh, time(fresh));
      least_living = std::min(least_living, time(living));
    }
    return least_living / least_fresh;
  }

 private:
  double time(const Solver& solver) {
    return seconds([&] { solver.solve(workload_.queries, workers_, result_); });
  }

  const Workload& workload_;
  const LivingMap& map_;
  Workers& workers_;
  Answers result_;
};

/// After 20 buildings that close no corridor, and after the repair; at several places each,
/// since it depends on the place how far the landmarks' bounds fall behind.
void queries_apart(benchmark::State& state, const Workload& workload, Workers& workers) {
  constexpr int kPlaces = 9, kBuildings = 20;
  const LivingClass movement;
  LivingMap map = *LivingMap::make(workload.terrain, {&movement, 1}, {}, workers);
  Buildings buildings(map, 4, kMargin);
  QueryAge age(workload, map, workers);
  std::vector<double> pending, settled;
  for (int place = 0; place < kPlaces; ++place) {
    for (int k = 0; k < kBuildings; ++k) {
      const Edit one = buildings.next(true);
      static_cast<void>(map.edit({&one, 1}, workers));
    }
    pending.push_back(age.ratio());
    map.settle(LivingMap::kAll, workers);
    settled.push_back(age.ratio());
    static_cast<void>(map.edit(buildings.remove_all(), workers));
    map.settle(LivingMap::kAll, workers);
  }
  state.counters["apart 20"] = median(pending);
  state.counters["apart 20 most"] = std::ranges::max(pending);
  state.counters["apart settled"] = median(settled);
  state.counters["apart settled most"] = std::ranges::max(settled);
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
  QueryAge age(*workload, map, workers);
  const auto measure = [&] {
    std::size_t count = 0;
    for (const std::size_t pending : {1, 20, 100, 400}) {
      for (; count < pending; ++count) {
        const Edit one = buildings.next();
        static_cast<void>(map.edit({&one, 1}, workers));
      }
      state.counters["pending " + std::to_string(pending)] = age.ratio();
    }
    map.settle(LivingMap::kAll, workers);
    state.counters["settled 400"] = age.ratio();
    queries_apart(state, *workload, workers);
  };
  for ([[maybe_unused]] auto _ : state) state.SetIterationTime(seconds(measure));
}

/// Flow fields of one goal each that follow the edits of one building, against sweeps.
class FollowedFields {
 public:
  FollowedFields(const Workload& workload, Workers& workers)
      : workload_(workload),
        workers_(workers),
        map_(make_map(workload, workers)),
        buildings_(map_, 4) {
    for (std::size_t k = 0; k < kFields; ++k) {
      fields_.emplace_back(map_.grid(0));
      sweep(k);
    }
  }

  /// All edits. Returns the time of all repairs.
  double run() {
    double total = 0;
    for (std::size_t i = 0; i < kFollowed; ++i) {
      total += follow_one();
      sweeps.push_back(sweep(i % kFields));
    }
    return total;
  }

  static constexpr std::size_t kFields = 16;
  std::vector<double> closing, opening, sweeps;

 private:
  static constexpr std::size_t kFollowed = 400;

  static LivingMap make_map(const Workload& workload, Workers& workers) {
    const LivingClass plain{.landmarks = 0, .jump_graph = false};
    return *LivingMap::make(workload.terrain, {&plain, 1}, {}, workers);
  }

  double sweep(std::size_t k) {
    const Position goal = workload_.queries[k].goal;
    return seconds([&] { fields_[k].set_goals({&goal, 1}, workers_); });
  }

  double follow_one() {
    const auto before = map_.version();
    const Edit one = buildings_.next();
    static_cast<void>(map_.edit({&one, 1}, workers_));
    const MapChanges changes = map_.changes(before, 0);
    const bool closes = std::get<TerrainEdit>(one).terrain == '@';
    double total = 0;
    for (Field& field : fields_) {
      const double time = seconds([&] { field.follow(map_.grid(0), changes, workers_); });
      (closes ? closing : opening).push_back(time);
      total += time;
    }
    return total;
  }

  const Workload& workload_;
  Workers& workers_;
  LivingMap map_;
  Buildings buildings_;
  std::vector<Field> fields_;
};

void flow_fields(benchmark::State& state, const MapRow& row) {
  const auto workload = load(row.name, FollowedFields::kFields);
  if (!workload) return state.SkipWithError(workload.error().what.c_str());
  Workers workers(1);
  FollowedFields fields(*workload, workers);
  for ([[maybe_unused]] auto _ : state) state.SetIterationTime(fields.run());
  const auto report = [&](const std::string& name, const std::vector<double>& times) {
    state.counters[name + " us"] = 1e6 * median(times);
    state.counters[name + " p99"] = 1e6 * percentile(times, 0.99);
  };
  report("closing", fields.closing);
  report("opening", fields.opening);
  report("sweep", fields.sweeps);
}

}  // namespace

void register_living() {
  add_for_all_maps("living/edit", kRounds, edits);
  add_for_all_maps("living/settle", kRounds, settle);
  add_for_all_maps("living/query", kRounds, queries);
  add_for_all_maps("living/flow_field", kRounds, flow_fields);
}

}  // namespace throng::bench

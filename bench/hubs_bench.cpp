#include "registration.hpp"

#include <throng/index.hpp>
#include <throng/solver.hpp>

#include <benchmark/benchmark.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace throng::bench {
namespace {

constexpr int kRounds = 5;

enum class Labels : std::uint8_t { none, corners, cells };

/// An engine, and the index that it needs.
struct Contender {
  const char* name;
  Algorithm algorithm;
  int landmarks;
  Labels labels;
};

constexpr std::array kContenders{
    Contender{"A*", Algorithm::astar, 0, Labels::none},
    Contender{"JPS", Algorithm::jps, 0, Labels::none},
    Contender{"JPS+L", Algorithm::jps, 16, Labels::none},
    Contender{"hub", Algorithm::hub, 0, Labels::corners},
    Contender{"hub+cells", Algorithm::hub, 0, Labels::cells},
};

/// A contender with its index built, and its times.
struct Running {
  const Contender* contender;
  Index index;
  Solver solver;
  Answers paths;
  Answers distances;
  std::vector<double> path_seconds;
  std::vector<double> distance_seconds;
};

bool has_labels(const Index& index, Labels labels) {
  return labels == Labels::none ||
         (labels == Labels::cells &&
          index.part(Part::hub_labels).fact("cell labels") != 0) ||
         (labels == Labels::corners && index.has(Part::hub_labels));
}

/// Returns nothing if the labels need too much memory.
std::optional<Running> prepare(const Contender& contender, const Workload& workload) {
  const SolverOptions options{.algorithm = contender.algorithm};
  if (contender.landmarks == 0 && contender.labels == Labels::none)
    return Running{
        &contender, workload.grid, *Solver::make(workload.grid, options), {}, {}, {}, {}};
  Workers builders;
  const auto index =
      Index::build(workload.grid,
                   {.landmarks = {contender.landmarks},
                    .hub_labels = {.build = contender.labels != Labels::none,
                                   .cells = contender.labels == Labels::cells}},
                   builders);
  if (!index || !has_labels(*index, contender.labels)) return std::nullopt;
  return Running{&contender, *index, *Solver::make(*index, options), {}, {}, {}, {}};
}

void report(benchmark::State& state, const Running& running, std::size_t queries) {
  const std::string name = running.contender->name;
  const double each = 1e6 / static_cast<double>(queries);
  state.counters[name + " us"] = each * median(running.path_seconds);
  state.counters[name + " distance us"] = each * median(running.distance_seconds);
  if (running.index == Index(running.index.grid())) return;  // a grid alone
  state.counters[name + " s"] = running.index.build_seconds();
  state.counters[name + " MB"] = 1e-6 * static_cast<double>(running.index.memory_bytes());
}

/// Each round answers the same queries by all contenders, with paths and without.
void hubs(benchmark::State& state, const MapRow& map) {
  const auto workload = load(map.name, map.many);
  if (!workload) return state.SkipWithError(workload.error().what.c_str());
  std::vector<Running> all;
  for (const Contender& contender : kContenders)
    if (auto running = prepare(contender, *workload)) all.push_back(*std::move(running));

  Workers workers(1);
  const auto find_paths = [&](Running& running) {
    running.solver.solve(workload->queries, workers, running.paths);
  };
  const auto find_distances = [&](Running& running) {
    running.solver.solve(workload->queries, workers, running.distances, {.paths = false});
  };
  for (Running& running : all) {
    find_paths(running);
    find_distances(running);
    if (running.paths.cost != all.front().paths.cost ||
        running.distances.cost != all.front().paths.cost)
      return state.SkipWithError("the answers differ");
  }
  for ([[maybe_unused]] auto _ : state) {
    for (Running& running : all) {
      running.path_seconds.push_back(seconds([&] { find_paths(running); }));
      running.distance_seconds.push_back(seconds([&] { find_distances(running); }));
    }
    state.SetIterationTime(all.back().path_seconds.back());
  }
  for (const Running& running : all) report(state, running, workload->queries.size());
}

}  // namespace

void register_hubs() { add_for_all_maps("hubs", kRounds, hubs); }

}  // namespace throng::bench

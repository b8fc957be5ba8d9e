#include "registration.hpp"

#include <throng/solver.hpp>

#include <benchmark/benchmark.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace throng::bench {
namespace {

constexpr int kRounds = 5;
constexpr std::size_t kQueriesPerFew = 4;
/// Above the memory that an index for games may use; a map that exceeds it has no row for
/// gates.
constexpr std::size_t kGateMemory = std::size_t{64} << 20;

/// An engine, and the index options that it needs.
struct Contender {
  const char* name;
  Algorithm algorithm;
  Heuristic heuristic;
  IndexOptions index;
};

constexpr IndexOptions kNothing{.landmarks = {0}, .jump_graph = false};
constexpr IndexOptions kAreas{.landmarks = {0}, .jump_graph = false, .areas = true};
constexpr IndexOptions kGates{
    .landmarks = {0}, .jump_graph = false, .gates = {.build = true, .memory = kGateMemory}};
constexpr IndexOptions kLandmarks{.landmarks = {16}, .jump_graph = false};
constexpr IndexOptions kAll{.landmarks = {16},
                            .jump_graph = false,
                            .gates = {.build = true, .memory = kGateMemory}};

/// `options` with a jump graph.
constexpr IndexOptions jumping(IndexOptions options) {
  options.jump_graph = true;
  return options;
}
/// `options` with landmarks and dead ends.
constexpr IndexOptions with_areas(IndexOptions options) {
  options.areas = true;
  return options;
}

constexpr auto kAstar = Algorithm::astar;
constexpr auto kJps = Algorithm::jps;
const std::array kContenders{
    Contender{"A*", kAstar, Heuristic::octile, kNothing},
    Contender{"A*+D", kAstar, Heuristic::deadend, kAreas},
    Contender{"A*+G", kAstar, Heuristic::gateway, kGates},
    Contender{"A*+L", kAstar, Heuristic::landmark, kLandmarks},
    Contender{"A*+LD", kAstar, Heuristic::best, with_areas(kLandmarks)},
    Contender{"A*+LGD", kAstar, Heuristic::best, kAll},
    Contender{"J", kJps, Heuristic::octile, jumping(kNothing)},
    Contender{"J+D", kJps, Heuristic::deadend, jumping(kAreas)},
    Contender{"J+G", kJps, Heuristic::gateway, jumping(kGates)},
    Contender{"J+L", kJps, Heuristic::landmark, jumping(kLandmarks)},
    Contender{"J+LD", kJps, Heuristic::best, jumping(with_areas(kLandmarks))},
    Contender{"J+LGD", kJps, Heuristic::best, jumping(kAll)},
};

/// A contender with its index built, and its times.
struct Running {
  const Contender* contender;
  Index index;
  Solver solver;
  Answers result;
  std::vector<double> seconds;
};

double total(const Column<std::uint32_t>& values) {
  return static_cast<double>(
      std::accumulate(values.begin(), values.end(), std::uint64_t{0}));
}

/// Returns nothing if the gates need too much memory.
std::optional<Running> prepare(const Contender& contender, const Workload& workload) {
  Workers builders;
  const auto index = Index::build(workload.grid, contender.index, builders);
  if (!index) return std::nullopt;
  return Running{&contender,
                 *index,
                 *Solver::make(*index, {contender.algorithm, contender.heuristic}),
                 {},
                 {}};
}

/// Each round runs the same queries by all contenders, one after the other.
void heuristics(benchmark::State& state, const MapRow& map) {
  const auto workload = load(map.name, kQueriesPerFew * map.few);
  if (!workload) return state.SkipWithError(workload.error().what.c_str());
  std::vector<Running> all;
  for (const Contender& contender : kContenders)
    if (auto running = prepare(contender, *workload)) all.push_back(*std::move(running));

  Workers workers(1);
  const auto run = [&](Running& running) {
    running.solver.solve(workload->queries, workers, running.result);
  };
  for (Running& running : all) {
    run(running);
    if (running.result.cost != all.front().result.cost)
      return state.SkipWithError("the answers differ");
  }
  for ([[maybe_unused]] auto _ : state) {
    for (Running& running : all) running.seconds.push_back(seconds([&] { run(running); }));
    state.SetIterationTime(all.back().seconds.back());
  }

  const auto queries = static_cast<double>(workload->queries.size());
  for (const Running& running : all) {
    const std::string name = running.contender->name;
    state.counters[name + " us"] = 1e6 * median(running.seconds) / queries;
    state.counters[name + " exp"] = total(running.result.expanded) / queries;
    const Index& index = running.index;
    if (index.part(Part::gates).fact("gates") == 0) continue;
    state.counters["gates"] = static_cast<double>(index.part(Part::gates).fact("gates"));
    state.counters["gates MB"] = 1e-6 * static_cast<double>(index.part(Part::gates).bytes);
    if (running.contender->index.landmarks.count == 0)
      state.counters["gates s"] = index.build_seconds();
  }
}

/// Times the costs between all gates, on one thread and on all.
void gates(benchmark::State& state, const MapRow& map) {
  const auto workload = load(map.name, 1);
  if (!workload) return state.SkipWithError(workload.error().what.c_str());
  Workers one(1), all;
  std::vector<double> alone, together;
  std::optional<Index> index;
  const auto build = [&](Workers& workers) {
    const auto built = Index::build(workload->grid, kGates, workers);
    index = built ? std::optional(*built) : std::nullopt;
  };
  for ([[maybe_unused]] auto _ : state) {
    alone.push_back(seconds([&] { build(one); }));
    if (!index) return state.SkipWithError("more gates than fit into 64 MB");
    together.push_back(seconds([&] { build(all); }));
    state.SetIterationTime(alone.back());
  }
  const auto rows = static_cast<double>(index->part(Part::gates).fact("gates"));
  const auto cells = static_cast<double>(workload->grid->open_cells());
  state.counters["gates"] = rows;
  state.counters["MB"] = 1e-6 * static_cast<double>(index->part(Part::gates).bytes);
  state.counters["s"] = median(alone);
  state.counters["ns/(gate, cell)"] = 1e9 * median(alone) / (rows * cells);
  state.counters["speed-up"] = median_ratio(alone, together);
}

}  // namespace

void register_heuristics() {
  add_for_all_maps("heuristics", kRounds, heuristics);
  add_for_all_maps("gates", kRounds, gates);
}

}  // namespace throng::bench

#include "registration.hpp"

#include <throng/index.hpp>
#include <throng/solver.hpp>

#include <benchmark/benchmark.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace throng::bench {
namespace {

constexpr int kRounds = 5;
constexpr unsigned kWeights = 9;

/// A kind of ground on the same map.
struct Ground {
  const char* name;
  Topology topology;
  std::optional<CostModel> weighted;  ///< none: plain
  int landmarks;
  bool linked = false;  ///< a link joins the ends of the first query
};

constexpr std::array kGrounds{
    Ground{"plain", Topology::octile, {}, 0},
    Ground{"link", Topology::octile, {}, 0, true},
    Ground{"hex", Topology::hex, {}, 0},
    Ground{"mean", Topology::octile, CostModel::mean, 0},
    Ground{"enter", Topology::octile, CostModel::enter, 0},
    Ground{"plain+L", Topology::octile, {}, 16},
    Ground{"hex+L", Topology::hex, {}, 16},
    Ground{"mean+L", Topology::octile, CostModel::mean, 16},
    Ground{"enter+L", Topology::octile, CostModel::enter, 16},
};

/// A ground prepared for searches, and its times.
struct Running {
  const Ground* ground;
  Solver solver;
  Answers result;
  std::vector<double> seconds;
};

/// Random weights of 1 to kWeights: harsher than the ground of any game.
std::vector<Weight> random_weights(std::size_t count) {
  std::mt19937 random(1);
  std::vector<Weight> weights(count);
  for (Weight& weight : weights) weight = static_cast<Weight>(1 + random() % kWeights);
  return weights;
}

Result<Running> prepare(const Ground& ground, const Terrain& terrain,
                        const std::vector<Weight>& weights, const Query& first) {
  const Rules rules{.topology = ground.topology,
                    .cost_model = ground.weighted.value_or(CostModel::mean)};
  GridOptions options;
  if (ground.weighted) options.weights = weights;
  const Link link{first.start, first.goal, 1};
  if (ground.linked) options.links = {&link, 1};
  const auto grid = Grid::make(terrain, rules, options);
  if (!grid) return grid.failure();
  const SolverOptions search{.algorithm = Algorithm::astar};
  if (ground.landmarks == 0) return Running{&ground, *Solver::make(*grid, search), {}, {}};
  Workers builders;
  const auto index =
      Index::build(*grid, {.landmarks = {ground.landmarks}, .jump_graph = false}, builders);
  if (!index) return index.failure();
  return Running{&ground, *Solver::make(*index, search), {}, {}};
}

double total(const Column<std::uint32_t>& values) {
  return static_cast<double>(
      std::accumulate(values.begin(), values.end(), std::uint64_t{0}));
}

/// Each round runs the same queries by A* on all grounds, one after the other.
void grounds(benchmark::State& state, const MapRow& map) {
  const auto workload = load(map.name, map.few);
  if (!workload) return state.SkipWithError(workload.error().what.c_str());
  const std::vector<Weight> weights = random_weights(workload->terrain.cell_count());
  std::vector<Running> all;
  for (const Ground& ground : kGrounds) {
    auto running = prepare(ground, workload->terrain, weights, workload->queries.front());
    if (!running) return state.SkipWithError(running.error().what.c_str());
    all.push_back(*std::move(running));
  }

  Workers workers(1);
  const auto run = [&](Running& running) {
    running.solver.solve(workload->queries, workers, running.result);
  };
  for (Running& running : all) run(running);
  for ([[maybe_unused]] auto _ : state) {
    for (Running& running : all) running.seconds.push_back(seconds([&] { run(running); }));
    state.SetIterationTime(all.back().seconds.back());
  }

  const auto queries = static_cast<double>(workload->queries.size());
  for (const Running& running : all) {
    const std::string name = running.ground->name;
    const double expanded = total(running.result.expanded);
    state.counters[name + " us"] = 1e6 * median(running.seconds) / queries;
    state.counters[name + " ns/exp"] = 1e9 * median(running.seconds) / expanded;
    state.counters[name + " exp"] = expanded / queries;
  }
}

}  // namespace

void register_grounds() { add_for_all_maps("grounds", kRounds, grounds); }

}  // namespace throng::bench

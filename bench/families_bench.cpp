#include "registration.hpp"

#include <throng/solver.hpp>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <span>
#include <string>
#include <utility>

namespace throng::bench {
namespace {

constexpr int kRounds = 5;
constexpr std::size_t kQueriesPerFew = 8;  // plain A* then needs a second per round

constexpr std::size_t kPlain = 0, kBoth = 3, kEngines = 4;

/// Names in the table.
constexpr std::array<const char*, kEngines> kNames{"A*", "JPS", "A*+L", "JPS+L"};

Index build(const Workload& workload, bool jump_graph) {
  Workers workers;
  return *Index::build(workload.grid, {.landmarks = {16}, .jump_graph = jump_graph},
                       workers);
}

/// The four engines; the table describes the index of the last one.
class Family {
 public:
  explicit Family(const Workload& workload)
      : queries_(workload.queries),
        index_(build(workload, true)),
        solvers_{*Solver::make(workload.grid, {.algorithm = Algorithm::astar}),
                 *Solver::make(workload.grid, {.algorithm = Algorithm::jps}),
                 *Solver::make(build(workload, false), {.algorithm = Algorithm::astar}),
                 *Solver::make(index_, {.algorithm = Algorithm::jps})} {}

  void run(std::size_t engine) {
    solvers_[engine].solve(queries_, workers_, results_[engine]);
  }

  bool answers_agree() const {
    const Answers& plain = results_[kPlain];
    return std::ranges::all_of(results_, [&](const Answers& result) {
      return result.status == plain.status && result.cost == plain.cost;
    });
  }

  double expanded(std::size_t engine) const {
    const Column<std::uint32_t>& each = results_[engine].expanded;
    return static_cast<double>(std::accumulate(each.begin(), each.end(), std::uint64_t{0}));
  }

  const Index& index() const { return index_; }

 private:
  std::span<const Query> queries_;
  Index index_;
  std::array<Solver, kEngines> solvers_;
  Workers workers_{1};
  std::array<Answers, kEngines> results_;
};

/// Seconds of each round: of a second pass, and of the first pass, which finds caches
/// filled by another engine.
struct Times {
  std::array<std::vector<double>, kEngines> warm;
  std::array<std::vector<double>, kEngines> cold;
};

void report(benchmark::State& state, const Times& times, const Family& field,
            std::size_t queries) {
  auto& counters = state.counters;
  const auto count = static_cast<double>(queries);
  for (std::size_t engine = 0; engine < kEngines; ++engine) {
    const std::string name = kNames[engine];
    counters[name + " us"] = 1e6 * median(times.warm[engine]) / count;
    counters[name + " exp"] = field.expanded(engine) / count;
  }
  counters["JPS+L cold us"] = 1e6 * median(times.cold[kBoth]) / count;
  counters["speed-up"] = median_ratio(times.warm[kPlain], times.warm[kBoth]);
  counters["index s"] = field.index().build_seconds();
  counters["index MB"] = 1e-6 * static_cast<double>(field.index().memory_bytes());
}

/// Each round runs the same queries by all four engines, one after the other and twice
/// each, so that noise affects all of them equally. All four produce paths.
void families(benchmark::State& state, const MapRow& map) {
  const auto workload = load(map.name, kQueriesPerFew * map.few);
  if (!workload) return state.SkipWithError(workload.error().what.c_str());
  Family field(*workload);
  for (std::size_t engine = 0; engine < kEngines; ++engine) field.run(engine);
  if (!field.answers_agree()) return state.SkipWithError("the answers differ");

  Times times;
  for ([[maybe_unused]] auto _ : state) {
    for (std::size_t engine = 0; engine < kEngines; ++engine)
      for (auto* const pass : {&times.cold, &times.warm})
        (*pass)[engine].push_back(seconds([&] { field.run(engine); }));
    state.SetIterationTime(times.warm[kBoth].back());
  }
  report(state, times, field, workload->queries.size());
}

}  // namespace

void register_families() { add_for_all_maps("families", kRounds, families); }

}  // namespace throng::bench

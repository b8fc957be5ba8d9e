#include "registration.hpp"

#include <throng/index.hpp>
#include <throng/solver.hpp>
#include <throng/workers.hpp>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace throng::bench {
namespace {

constexpr int kRounds = 5;
constexpr std::size_t kQueries = 200;

/// A set of parts, named by their letters: J is the jump graph, L landmarks (Lj: of jump
/// points only), F fronts, C the hierarchy, H hub labels, A areas, G gates.
struct Parts {
  const char* name;
  IndexOptions index;
};

constexpr IndexOptions with_graph(IndexOptions index) {
  index.jump_graph = true;
  return index;
}
constexpr IndexOptions with_landmarks(IndexOptions index) {
  index.landmarks.count = 16;
  return index;
}

constexpr IndexOptions kNothing{.landmarks = {0}, .jump_graph = false};
constexpr IndexOptions kFronts{.landmarks = {0}, .jump_graph = false, .fronts = {true}};
constexpr IndexOptions kHierarchy{
    .landmarks = {0}, .jump_graph = false, .hierarchy = {true}};
constexpr IndexOptions kFrontsAndHierarchy{
    .landmarks = {0}, .jump_graph = false, .fronts = {true}, .hierarchy = {true}};
constexpr IndexOptions kHubs{.landmarks = {0}, .hub_labels = {true}};
constexpr IndexOptions kHubsAndFronts{
    .landmarks = {0}, .hub_labels = {true}, .fronts = {true}};
constexpr IndexOptions kJumpPoints{
    .landmarks = {.count = 16, .storage = LandmarkStorage::jump_points}};
constexpr IndexOptions kAreas{.landmarks = {0}, .jump_graph = false, .areas = true};
constexpr IndexOptions kGates{.landmarks = {0}, .jump_graph = false, .gates = {true}};

const std::array kSets{
    Parts{"no part", kNothing},
    Parts{"J", with_graph(kNothing)},
    Parts{"L", with_landmarks(kNothing)},
    Parts{"LJ", with_landmarks(with_graph(kNothing))},
    Parts{"LjJ", kJumpPoints},
    Parts{"F", kFronts},
    Parts{"FJ", with_graph(kFronts)},
    Parts{"FL", with_landmarks(kFronts)},
    Parts{"FLJ", with_landmarks(with_graph(kFronts))},
    Parts{"C", kHierarchy},
    Parts{"CJ", with_graph(kHierarchy)},
    Parts{"CL", with_landmarks(kHierarchy)},
    Parts{"CLJ", with_landmarks(with_graph(kHierarchy))},
    Parts{"FC", kFrontsAndHierarchy},
    Parts{"FCJ", with_graph(kFrontsAndHierarchy)},
    Parts{"HJ", kHubs},
    Parts{"HFJ", kHubsAndFronts},
    Parts{"A", kAreas},
    Parts{"AJ", with_graph(kAreas)},
    Parts{"AL", with_landmarks(kAreas)},
    Parts{"ALJ", with_landmarks(with_graph(kAreas))},
    Parts{"G", kGates},
    Parts{"GJ", with_graph(kGates)},
    Parts{"GLJ", with_landmarks(with_graph(kGates))},
};

struct Engine {
  Solver solver;
  std::vector<double> seconds{};
};

/// What automatic chooses for an index, and all that it could have chosen: the engines of
/// the index, and those without any part. They read one index, because where a part lies
/// in memory may matter more than which engine reads it.
class Contest {
 public:
  /// bare: of the grid alone.
  Contest(const char* set, const Index& bare, const Index& index)
      : set_(set), engines_{{*Solver::make(index)}} {
    for (const Algorithm algorithm : {Algorithm::astar, Algorithm::jps, Algorithm::hub,
                                      Algorithm::front, Algorithm::hierarchy})
      for (const Heuristic heuristic :
           {Heuristic::plain, Heuristic::landmark, Heuristic::deadend, Heuristic::gateway,
            Heuristic::best})
        if (const auto solver = Solver::make(index, {algorithm, heuristic}))
          if (heuristic != Heuristic::best || index.options().landmarks.count > 0 ||
              index.part(Part::gates).fact("gates") > 0)
            add(*solver);  // else best is deadend
    if (index.has(Part::jump_graph)) engines_.push_back({*Solver::make(bare)});
  }

  /// Runs all engines, one after the other, each twice: for a warm cache. Engines that are
  /// far behind in the first round do not run again.
  void run(const std::vector<Query>& queries, Workers& workers) {
    for (Engine& engine : engines_) {
      engine.solver.solve(queries, workers, result_);
      engine.seconds.push_back(
          seconds([&] { engine.solver.solve(queries, workers, result_); }));
    }
    std::erase_if(engines_, [&](const Engine& engine) {
      return engine.seconds.size() == 1 &&
             engine.seconds.front() > kFarBehind * engines_.front().seconds.front();
    });
  }

  void report(benchmark::State& state, std::size_t queries) const {
    const auto time = [](const Engine& engine) { return median(engine.seconds); };
    const double best = time(std::ranges::min(engines_, {}, time));
    state.counters[set_] = time(engines_.front()) / best;
    state.counters[std::string(set_) + " us"] =
        1e6 * time(engines_.front()) / static_cast<double>(queries);
  }

 private:
  static constexpr double kFarBehind = 4;

  /// Unless automatic chose it.
  void add(const Solver& solver) {
    const Solver& chosen = engines_.front().solver;
    if (solver.algorithm() != chosen.algorithm() ||
        solver.heuristic() != chosen.heuristic())
      engines_.push_back({solver});
  }

  std::string set_;
  std::vector<Engine> engines_;  ///< the first one is what automatic chose
  Answers result_;
};

void automatic(benchmark::State& state, const MapRow& map) {
  const auto workload = load(map.name, kQueries);
  if (!workload) return state.SkipWithError(workload.error().what.c_str());
  Workers builders, workers(1);
  const auto bare = *Index::build(workload->grid, kNothing, builders);
  std::vector<Contest> contests;
  for (const Parts& parts : kSets) {
    const auto index = Index::build(workload->grid, parts.index, builders);
    if (!index) continue;  // the gates need too much memory, as fronts and labels may
    if (index->has(Part::fronts) == parts.index.fronts.build &&
        index->has(Part::hub_labels) == parts.index.hub_labels.build)
      contests.emplace_back(parts.name, bare, *index);
  }
  for ([[maybe_unused]] auto _ : state)
    state.SetIterationTime(seconds([&] {
      for (Contest& contest : contests) contest.run(workload->queries, workers);
    }));
  for (const Contest& contest : contests) contest.report(state, kQueries);
}

}  // namespace

void register_automatic() { add_for_all_maps("automatic", kRounds, automatic); }

}  // namespace throng::bench

#include "registration.hpp"

#include <throng/index.hpp>
#include <throng/solver.hpp>
#include <throng/workers.hpp>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace throng::bench {
namespace {

constexpr int kRounds = 5;
constexpr std::size_t kQueries = 300;

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
  index.landmarks = 16;
  return index;
}

constexpr IndexOptions kNothing{.landmarks = 0, .jump_graph = false};
constexpr IndexOptions kFronts{.landmarks = 0, .jump_graph = false, .fronts = true};
constexpr IndexOptions kHierarchy{.landmarks = 0, .jump_graph = false, .hierarchy = true};
constexpr IndexOptions kFrontsAndHierarchy{
    .landmarks = 0, .jump_graph = false, .fronts = true, .hierarchy = true};
constexpr IndexOptions kHubs{.landmarks = 0, .hubs = true};
constexpr IndexOptions kHubsAndFronts{.landmarks = 0, .hubs = true, .fronts = true};
constexpr IndexOptions kJumpPoints{.landmarks = 16,
                                   .storage = LandmarkStorage::jump_points};
constexpr IndexOptions kAreas{.landmarks = 0, .jump_graph = false, .areas = true};
constexpr IndexOptions kGates{.landmarks = 0, .jump_graph = false, .gates = true};

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

/// A search, and what it reads: solvers of the same name do the same work.
struct Engine {
  std::string name;
  Solver solver;
  std::vector<double> seconds{};

  double us() const { return 1e6 * median(seconds) / static_cast<double>(kQueries); }
};

std::string name_of(const Solver& solver, const Index& index) {
  const IndexStats stats = index.stats();
  std::string name(throng::name(solver.algorithm()));
  if (solver.algorithm() == Algorithm::jps && !stats.jump_graph) name += " scan";
  name += " ";
  name += throng::name(solver.heuristic());
  if (solver.heuristic() == Heuristic::landmark || solver.heuristic() == Heuristic::best)
    name += std::to_string(stats.landmarks) +
            (index.options().storage == LandmarkStorage::jump_points ? "j" : "");
  if (solver.heuristic() == Heuristic::best && stats.gates > 0) name += " gates";
  return name;
}

/// A set of parts, what automatic chose, and all that it could have chosen. The engines
/// without any part are among them.
struct Choice {
  const char* set;
  const Engine* automatic = nullptr;
  std::vector<const Engine*> all{};
};

class Contest {
 public:
  /// Adds the engines of a set of parts, unless the map has no index of them.
  void add(const Parts& parts, const std::shared_ptr<const Grid>& grid) {
    Workers workers;
    const auto index = Index::build(grid, parts.index, workers);
    if (!index) return;
    const IndexStats stats = (*index)->stats();
    if (stats.fronts != parts.index.fronts || stats.hub_labels != parts.index.hubs) return;
    Choice choice{parts.name};
    if (!choices_.empty()) choice.all = choices_.front().all;
    for (const Algorithm algorithm : {Algorithm::astar, Algorithm::jps, Algorithm::hub,
                                      Algorithm::front, Algorithm::hierarchy})
      for (const Heuristic heuristic :
           {Heuristic::plain, Heuristic::landmark, Heuristic::deadend, Heuristic::gateway,
            Heuristic::best})
        if (const auto solver = Solver::make(*index, {algorithm, heuristic}))
          choice.all.push_back(&engine(*solver, **index));
    choice.automatic = &engine(*Solver::make(*index), **index);
    choices_.push_back(std::move(choice));
  }

  /// Each round runs all engines, one after the other, each twice: for a warm cache.
  void run(const std::vector<Query>& queries) {
    Workers workers(1);
    for (Engine& engine : engines_) {
      engine.solver.solve(queries, workers, result_);
      engine.seconds.push_back(
          seconds([&] { engine.solver.solve(queries, workers, result_); }));
    }
  }

  void report(benchmark::State& state) const {
    for (const Choice& choice : choices_) {
      const auto best = std::ranges::min(choice.all, {}, &Engine::us);
      state.counters[choice.set] = choice.automatic->us() / best->us();
    }
    for (const Engine& engine : engines_) state.counters[engine.name + " us"] = engine.us();
  }

 private:
  Engine& engine(const Solver& solver, const Index& index) {
    const std::string name = name_of(solver, index);
    const auto found = std::ranges::find(engines_, name, &Engine::name);
    return found != engines_.end() ? *found : engines_.emplace_back(name, solver);
  }

  std::deque<Engine> engines_;  ///< do not move
  std::vector<Choice> choices_;
  BatchResult result_;
};

void automatic(benchmark::State& state, const MapRow& map) {
  const auto workload = load(map.name, kQueries);
  if (!workload) return state.SkipWithError(workload.error().what.c_str());
  Contest contest;
  for (const Parts& parts : kSets) contest.add(parts, workload->grid);
  for ([[maybe_unused]] auto _ : state)
    state.SetIterationTime(seconds([&] { contest.run(workload->queries); }));
  contest.report(state);
}

}  // namespace

void register_automatic() { add_for_all_maps("automatic", kRounds, automatic); }

}  // namespace throng::bench

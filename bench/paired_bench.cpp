#include "boost_astar.hpp"
#include "registration.hpp"

#include <throng/solver.hpp>

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string>

namespace throng::bench {
namespace {

constexpr int kRounds = 7;

/// An engine of the library that answers the queries on one thread.
class Contestant {
 public:
  Contestant(const Workload& workload, Algorithm algorithm)
      : queries_(workload.queries),
        solver_(*Solver::make(workload.grid, {.algorithm = algorithm})) {}

  void run() { solver_.solve(queries_, workers_, result_); }

  const Answers& result() const { return result_; }
  double expanded() const {
    return static_cast<double>(std::accumulate(result_.expanded.begin(),
                                               result_.expanded.end(), std::uint64_t{0}));
  }

 private:
  std::span<const Query> queries_;
  Solver solver_;
  Workers workers_{1};
  Answers result_;
};

/// The seconds of each round.
struct Times {
  std::vector<double> textbook;
  std::vector<double> boost;
  std::vector<double> throng;
};

void report(benchmark::State& state, const Times& times, const Contestant& textbook,
            const Contestant& throng) {
  const auto queries = static_cast<double>(throng.result().size());
  auto& counters = state.counters;
  counters["textbook/throng"] = median_ratio(times.textbook, times.throng);
  counters["boost/throng"] = median_ratio(times.boost, times.throng);
  counters["textbook us"] = 1e6 * median(times.textbook) / queries;
  counters["boost us"] = 1e6 * median(times.boost) / queries;
  counters["throng us"] = 1e6 * median(times.throng) / queries;
  counters["textbook ns/exp"] = 1e9 * median(times.textbook) / textbook.expanded();
  counters["throng ns/exp"] = 1e9 * median(times.throng) / throng.expanded();
  counters["textbook exp"] = textbook.expanded() / queries;
  counters["throng exp"] = throng.expanded() / queries;
}

/// Each round runs the same queries by all three engines, one after the other, so that
/// noise affects all of them equally. All three produce paths.
void paired(benchmark::State& state, const MapRow& map) {
  const auto workload = load(map.name, map.few);
  if (!workload) return state.SkipWithError(workload.error().what.c_str());
  Contestant textbook(*workload, Algorithm::textbook);
  Contestant throng(*workload, Algorithm::astar);
  BoostAstar boost(*workload->grid);
  std::pmr::vector<Cost> boost_costs(workload->queries.size());
  const auto run_boost = [&] {
    for (std::size_t i = 0; i < boost_costs.size(); ++i)
      boost_costs[i] = boost.solve(workload->queries[i]);
  };

  textbook.run();
  throng.run();
  run_boost();
  if (textbook.result().cost != throng.result().cost ||
      !std::ranges::equal(boost_costs, throng.result().cost))
    return state.SkipWithError("the answers differ");

  Times times;
  for ([[maybe_unused]] auto _ : state) {
    times.textbook.push_back(seconds([&] { textbook.run(); }));
    times.boost.push_back(seconds(run_boost));
    times.throng.push_back(seconds([&] { throng.run(); }));
    state.SetIterationTime(times.throng.back());
  }
  report(state, times, textbook, throng);
}

}  // namespace

void register_paired() { add_for_all_maps("paired", kRounds, paired); }

}  // namespace throng::bench

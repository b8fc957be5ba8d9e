#include "throughput.hpp"

#include "engine_name.hpp"
#include "figures.hpp"
#include "spread.hpp"
#include "stopwatch.hpp"

#include <throng/answers.hpp>
#include <throng/index.hpp>
#include <throng/solver.hpp>
#include <throng/workers.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>

namespace throng::experiment {
namespace {

constexpr double kTurnOfRunSeconds = 0.05;
/// From here on a batch reports to the monitor, which takes some nanoseconds per query, and
/// can be cancelled.
constexpr double kLongSeconds = 0.2;

bool uses_landmarks(Algorithm algorithm, Heuristic heuristic) {
  return algorithm != Algorithm::textbook && algorithm != Algorithm::hub &&
         algorithm != Algorithm::front && algorithm != Algorithm::hierarchy &&
         (heuristic == Heuristic::automatic || heuristic == Heuristic::landmark ||
          heuristic == Heuristic::best);
}

/// The index that a combination needs; nothing: none.
std::optional<IndexOptions> needed_index(const Combination& combination,
                                         const ThroughputOptions& options) {
  IndexOptions index{.landmarks = {combination.landmarks},
                     .jump_graph = combination.algorithm == Algorithm::automatic ||
                                   combination.algorithm == Algorithm::jps,
                     .hub_labels = {.build = combination.algorithm == Algorithm::hub,
                                    .memory = options.hub_memory},
                     .fronts = {combination.algorithm == Algorithm::front},
                     .hierarchy = {combination.algorithm == Algorithm::hierarchy},
                     .areas = combination.heuristic == Heuristic::deadend ||
                              combination.heuristic == Heuristic::best,
                     .gates = {.build = combination.heuristic == Heuristic::gateway,
                               .memory = options.gate_memory}};
  if (index.landmarks.count == 0 && !index.hub_labels.build && !index.fronts.build &&
      !index.hierarchy.build && !index.areas && !index.gates.build)
    return std::nullopt;
  return index;
}

/// The indexes of a map, each built when it is first needed.
class Indexes {
 public:
  Indexes(std::shared_ptr<const Grid> grid, int threads, Monitor& monitor)
      : grid_(std::move(grid)), workers_(threads), monitor_(monitor) {}

  Result<Index> get(IndexOptions options) {
    const Key key{options.landmarks.count,  options.jump_graph,
                  options.hub_labels.build, options.fronts.build,
                  options.hierarchy.build,  options.areas,
                  options.gates.build};
    if (const auto found = built_.find(key); found != built_.end()) return found->second;
    monitor_.done = monitor_.total = 0;
    options.monitor = &monitor_;
    Result<Index> index = Index::build(grid_, options, workers_);
    built_.emplace(key, index);
    return index;
  }

 private:
  using Key = std::tuple<int, bool, bool, bool, bool, bool, bool>;

  std::shared_ptr<const Grid> grid_;
  Workers workers_;
  Monitor& monitor_;
  std::map<Key, Result<Index>> built_;
};

/// The solver of a combination. Fills in the row's figures of its index.
Result<Solver> make_solver(ThroughputRow& row, const Exercise& exercise,
                           const ThroughputOptions& options, Indexes& indexes) {
  const SolverOptions search{.algorithm = row.combination.algorithm,
                             .heuristic = row.combination.heuristic};
  const std::optional<IndexOptions> needed = needed_index(row.combination, options);
  if (!needed) {
    Result<Solver> solver = Solver::make(exercise.grid, search);
    if (solver) row.engine = engine_name(solver->algorithm(), exercise.grid);
    return solver;
  }
  const auto index = indexes.get(*needed);
  if (!index) return index.failure();
  for (const PartInfo& part : index->parts())
    if (!part.present) return fail(Code::over_limit, part.refusal);
  Result<Solver> solver = Solver::make(*index, search);
  if (!solver) return solver;
  row.engine = engine_name(solver->algorithm(), *index);
  row.index_seconds = index->build_seconds();
  row.index_bytes = index->memory_bytes();
  return solver;
}

/// Compares answers with the optimum. Pre: every query has a path.
void check(const Answers& result, const Answers& optimum, const Solver& solver,
           ThroughputRow& row) {
  const Guarantee promised = guarantee(solver.algorithm());
  const double bound = promised == Guarantee::optimal ? 1
                       : promised == Guarantee::bounded
                           ? SolverOptions{}.weight_percent / 100.0
                           : std::numeric_limits<double>::infinity();
  double sum = 0;
  std::size_t found = 0;
  row.wrong = 0;
  row.ratio_max = 1;
  for (std::size_t i = 0; i < result.size(); ++i) {
    if (result.status[i] != Status::found) {
      row.wrong += std::isfinite(bound) ? 1 : 0;
      continue;
    }
    const double ratio = static_cast<double>(result.cost[i]) / optimum.cost[i];
    row.wrong += ratio < 1 || ratio > bound ? 1 : 0;
    row.ratio_max = std::max(row.ratio_max, ratio);
    sum += ratio;
    ++found;
  }
  row.ratio_mean = found > 0 ? sum / static_cast<double>(found) : 1;
}

/// A combination that can run.
struct Entrant {
  ThroughputRow& row;
  Solver solver;
  Workers& workers;
  bool monitored = true;
};

class ThroughputMeasurement {
 public:
  ThroughputMeasurement(const Exercise& exercise, const ThroughputOptions& options,
                        Monitor& monitor)
      : exercise_(exercise),
        options_(options),
        monitor_(monitor),
        indexes_(exercise.grid, options.threads, monitor) {}

  Outcome enter(ThroughputRow& row) {
    row.refusal.clear();
    Result<Solver> solver = make_solver(row, exercise_, options_, indexes_);
    if (monitor_.cancel) return cancelled();
    if (!solver) {
      row.refusal = solver.error().what;
      return ok();
    }
    if (optimum_.size() == 0) solve_optimum();
    const int threads = row.combination.threads;
    Entrant entrant{row, *std::move(solver),
                    workers_.try_emplace(threads, threads).first->second};
    const Stopwatch first;
    solve(entrant, {});
    if (monitor_.cancel) return cancelled();
    entrant.monitored = first.seconds() > kLongSeconds;
    check(result_, optimum_, entrant.solver, row);
    row.cost_hash = result_.cost_hash();
    row.expanded = 0;
    for (const std::uint32_t cells : result_.expanded) row.expanded += cells;
    entrants_.push_back(std::move(entrant));
    return ok();
  }

  /// One turn of each combination that has fewer runs than `repeat`.
  Outcome run(std::size_t repeat, const std::function<void()>& after_run) {
    for (Entrant& entrant : entrants_) {
      if (entrant.row.runs.size() >= repeat) continue;
      const ThroughputRun run = take_turn(entrant);
      if (monitor_.cancel) return cancelled();
      entrant.row.runs.push_back(run);
      after_run();
    }
    return ok();
  }

 private:
  void solve(const Entrant& entrant, BatchOptions options) {
    monitor_.done = monitor_.total = 0;  // it shows the batch at hand
    if (entrant.monitored) options.monitor = &monitor_;
    entrant.solver.solve(exercise_.queries, entrant.workers, result_, options);
  }

  void solve_optimum() {
    const Result<Solver> plain = Solver::make(exercise_.grid);  // cannot fail
    Workers workers(options_.threads);
    plain->solve(exercise_.queries, workers, optimum_,
                 {.paths = false, .monitor = &monitor_});
  }

  ThroughputRun take_turn(const Entrant& entrant) {
    std::size_t batches = 0;
    const Stopwatch turn;
    double passed = 0;
    do {
      solve(entrant, {});
      passed = turn.seconds();
      ++batches;
    } while (passed < kTurnOfRunSeconds && !monitor_.cancel);
    const auto queries = static_cast<double>(batches * exercise_.queries.size());
    solve(entrant, {.latency = true});
    const Spread latency = spread(result_.microseconds);
    return {queries / passed, latency.p50, latency.p99};
  }

  const Exercise& exercise_;
  const ThroughputOptions& options_;
  Monitor& monitor_;
  Indexes indexes_;
  std::map<int, Workers> workers_;  ///< by number of threads
  std::vector<Entrant> entrants_;
  Answers optimum_, result_;
};

}  // namespace

std::vector<Combination> combinations(const CombinationChoice& choice) {
  std::vector<Combination> all;
  for (const Algorithm algorithm : choice.algorithms)
    for (const Heuristic heuristic : choice.heuristics)
      for (const int landmarks : choice.landmarks)
        for (const int threads : choice.threads) {
          const int used = uses_landmarks(algorithm, heuristic) ? landmarks : 0;
          const Combination combination{algorithm, heuristic, used, threads};
          if (std::ranges::find(all, combination) == all.end()) all.push_back(combination);
        }
  return all;
}

Outcome measure_throughput(const Exercise& exercise, const ThroughputOptions& options,
                           std::span<ThroughputRow> rows, Monitor& monitor,
                           const std::function<void()>& after_run) {
  ThroughputMeasurement measurement(exercise, options, monitor);
  const auto complete = [&](const ThroughputRow& row) {
    return row.runs.size() >= options.repeats;
  };
  for (ThroughputRow& row : rows) {
    if (complete(row)) continue;
    if (Outcome entered = measurement.enter(row); !entered) return entered;
  }
  for (std::size_t repeat = 1; repeat <= options.repeats; ++repeat)
    if (Outcome run = measurement.run(repeat, after_run); !run) return run;
  return ok();
}

}  // namespace throng::experiment

#include "oracle.hpp"

#include "../core/files.hpp"
#include "figures.hpp"
#include "spread.hpp"
#include "stopwatch.hpp"

#include <throng/answers.hpp>
#include <throng/solver.hpp>

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

namespace throng::experiment {
namespace {

/// Every engine runs once per round, so that other load on the machine affects all equally.
constexpr std::size_t kRounds = 3;
/// A turn runs a batch at least once, and repeats it until this time has passed.
constexpr double kTurnSeconds = 0.005;

struct OracleEngine {
  Algorithm algorithm = Algorithm::astar;
  std::optional<IndexOptions> index;  ///< none: no index
};

/// Ordered as in kOracleEngines.
std::array<OracleEngine, kOracleEngines.size()> engines(std::size_t hub_memory) {
  return {
      {{Algorithm::astar, std::nullopt},
       {Algorithm::jps, IndexOptions{.landmarks = {0}}},
       {Algorithm::jps, IndexOptions{.landmarks = {16}}},
       {Algorithm::hub,
        IndexOptions{.landmarks = {0},
                     .hub_labels = {.build = true, .memory = hub_memory, .cells = false}}},
       {Algorithm::hub,
        IndexOptions{.landmarks = {0},
                     .hub_labels = {.build = true, .memory = hub_memory}}}}};
}

/// Why the index lacks the labels that were requested; nothing if it has them.
std::optional<Refusal> refusal(const Index& index) {
  if (!index.part(Part::hub_labels).refusal.empty())
    return Refusal{.no_hubs = index.part(Part::hub_labels).refusal};
  if (!index.has(Part::hub_labels) || !index.options().hub_labels.cells ||
      index.part(Part::hub_labels).fact("cell labels") != 0)
    return std::nullopt;
  return Refusal{.no_hubs = {},
                 .corners = index.part(Part::hub_labels).fact("corners"),
                 .hub_memory = index.options().hub_labels.memory};
}

/// An engine on one map.
struct OracleEntrant {
  OracleRow row;
  std::optional<Solver> solver;  ///< none: the index was refused
  std::vector<float> latencies;  ///< the least time of each query, in microseconds
};

Result<OracleEntrant> enter(OracleRow row, Result<Solver> solver) {
  if (!solver) return solver.failure();
  return OracleEntrant{std::move(row), *std::move(solver), {}};
}

Result<OracleEntrant> make_entrant(const OracleEngine& engine,
                                   const std::shared_ptr<const Grid>& grid,
                                   Workers& builders, Monitor& monitor) {
  const SolverOptions search{.algorithm = engine.algorithm};
  if (!engine.index) return enter({}, Solver::make(grid, search));
  IndexOptions options = *engine.index;
  options.monitor = &monitor;
  const auto index = Index::build(grid, options, builders);
  if (!index) return index.failure();
  OracleRow row;
  row.refusal = refusal(*index);
  if (row.refusal) return OracleEntrant{std::move(row), std::nullopt, {}};
  row.index_seconds = index->build_seconds();
  row.index_bytes = index->memory_bytes();
  return enter(std::move(row), Solver::make(*index, search));
}

/// The memory of the one measured thread.
struct Bench {
  Workers workers{1};
  Answers result;
};

/// The mean time of a query in microseconds, in the fastest run of a turn. Leaves the
/// answers of that run in the bench.
double run_batch(const Solver& solver, const std::vector<Query>& queries, bool paths,
                 Bench& bench) {
  double fastest = std::numeric_limits<double>::max();
  const Stopwatch turn;
  do {
    const Stopwatch run;
    solver.solve(queries, bench.workers, bench.result, {.paths = paths});
    fastest = std::min(fastest, run.seconds());
  } while (turn.seconds() < kTurnSeconds);
  return fastest * 1e6 / static_cast<double>(queries.size());
}

void run_latencies(const Solver& solver, const std::vector<Query>& queries, Bench& bench,
                   std::vector<float>& least) {
  least.resize(queries.size(), std::numeric_limits<float>::max());
  const Stopwatch turn;
  do {
    solver.solve(queries, bench.workers, bench.result, {.latency = true});
    for (std::size_t i = 0; i < queries.size(); ++i)
      least[i] = std::min(least[i], bench.result.microseconds[i]);
  } while (turn.seconds() < kTurnSeconds);
}

/// One turn of an engine. The first turn of plain A* is the reference.
void run_turn(OracleEntrant& entrant, Exercise& exercise, Bench& bench) {
  const Solver& solver = *entrant.solver;
  const std::vector<Query>& queries = exercise.queries;
  OracleRow& row = entrant.row;
  const auto run = [&](bool paths, double& figure) {
    const double mean_us = run_batch(solver, queries, paths, bench);
    figure = figure > 0 ? std::min(figure, mean_us) : mean_us;
    if (exercise.answers.size() == 0) exercise.answers = bench.result;
    row.wrong.merge(find_wrong(bench.result, exercise.answers));
  };
  run(true, row.path_us);
  run(false, row.distance_us);
  run_latencies(solver, queries, bench, entrant.latencies);
}

Result<std::vector<OracleRow>> measure_map(Exercise& exercise, const OracleOptions& options,
                                           Workers& builders, Monitor& monitor) {
  std::vector<OracleEntrant> entrants;
  for (const OracleEngine& engine : engines(options.hub_memory)) {
    Result<OracleEntrant> entrant = make_entrant(engine, exercise.grid, builders, monitor);
    if (!entrant) return in_file(exercise.map_path, entrant.error());
    entrants.push_back(*std::move(entrant));
    ++monitor.done;
  }
  Bench bench;
  for (std::size_t round = 0; round < kRounds; ++round)
    for (OracleEntrant& entrant : entrants) {
      if (monitor.cancel) return cancelled();
      if (entrant.solver) run_turn(entrant, exercise, bench);
      ++monitor.done;
    }
  std::vector<OracleRow> rows;
  for (OracleEntrant& entrant : entrants) {
    const Spread latencies = spread(std::move(entrant.latencies));
    entrant.row.path_p50_us = latencies.p50;
    entrant.row.path_p99_us = latencies.p99;
    rows.push_back(std::move(entrant.row));
  }
  return rows;
}

}  // namespace

Result<std::vector<OracleReport>> measure_oracle(std::vector<Exercise> exercises,
                                                 const OracleOptions& options,
                                                 Monitor& monitor) {
  monitor.total += exercises.size() * kOracleEngines.size() * (1 + kRounds);
  Workers builders(options.threads);
  std::vector<OracleReport> reports;
  for (Exercise& exercise : exercises) {
    Result<std::vector<OracleRow>> rows = measure_map(exercise, options, builders, monitor);
    if (!rows) return rows.failure();
    reports.push_back({std::move(exercise), *std::move(rows)});
  }
  return reports;
}

}  // namespace throng::experiment

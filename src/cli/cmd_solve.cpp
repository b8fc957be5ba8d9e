#include "../experiment/stopwatch.hpp"
#include "batch_files.hpp"
#include "command.hpp"
#include "inputs.hpp"
#include "length_check.hpp"
#include "options.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "summary.hpp"

#include <algorithm>
#include <cstdint>
#include <fmt/core.h>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace throng::cli {
namespace {

struct SolveArguments {
  std::string command_line;
  std::string map;
  std::string queries;
  Rules rules;
  GroundFiles ground;
  IndexOptions index{.landmarks = 0};
  SolverOptions search;
  BatchOptions batch{.latency = true};
  int threads = 0;
  bool check = false;
  bool smooth = false;
  std::optional<std::string> paths;  ///< file names, if requested
  std::optional<std::string> points;
  std::optional<std::string> csv;
  std::optional<std::string> json;
};

Result<Task> read_inputs(const SolveArguments& arguments) {
  Result<Task> task = read_task(arguments.map, arguments.queries, arguments.ground);
  if (!task) return task;
  const Scenario& scenario = task->scenario;
  if (arguments.check && scenario.lengths.size() != scenario.queries.size())
    return fail(Code::bad_argument,
                arguments.queries + ": contains no lengths for --check");
  return task;
}

/// The solver, over an index if `wanted` has a value; stores the index in `batch`.
Result<Solver> make_solver(const SolveArguments& arguments,
                           const std::optional<IndexOptions>& wanted, Workers& workers,
                           SolvedBatch& batch) {
  if (!wanted) return Solver::make(batch.built.grid, arguments.search);
  Result<std::shared_ptr<const Index>> index =
      build_index(arguments.map, batch.built.grid, *wanted, workers);
  if (!index) return index.failure();
  batch.index = *index;
  if (!batch.index->stats().hub_labels_skipped_because.empty() &&
      arguments.search.algorithm == Algorithm::hub)
    return Failure{refused_hubs(arguments.map, *batch.index)};
  note_refused_hubs(arguments.map, *batch.index);
  return Solver::make(*std::move(index), arguments.search);
}

/// Adds the any-angle paths.
Outcome smooth_paths(Workers& workers, SolvedBatch& batch) {
  const experiment::Stopwatch stopwatch;
  Outcome outcome =
      smooth(*batch.built.grid, batch.result, workers, batch.any_angle.emplace());
  batch.any_angle_seconds = stopwatch.seconds();
  return outcome;
}

Result<SolvedBatch> solve(const SolveArguments& arguments,
                          const std::optional<IndexOptions>& wanted, const Task& task) {
  Result<TimedGrid> built = build_grid(arguments.map, task.terrain, arguments.rules,
                                       arguments.threads, task.ground);
  if (!built) return built.failure();
  if (arguments.smooth && !built->grid->uniform())  // before anything is solved
    return fail(Code::unsupported, arguments.map +
                                       ": --smooth needs plain ground: with unequal step "
                                       "costs a straight line may cost more than a detour");
  SolvedBatch batch;
  batch.command_line = arguments.command_line;
  batch.map_path = arguments.map;
  batch.queries_path = arguments.queries;
  batch.ground_files = arguments.ground;
  batch.built = *std::move(built);
  Workers workers(arguments.threads);
  batch.threads = workers.threads();
  const Result<Solver> solver = make_solver(arguments, wanted, workers, batch);
  if (!solver) return solver.failure();
  batch.algorithm = solver->algorithm();
  batch.heuristic = solver->heuristic();
  batch.active_landmarks = arguments.search.active_landmarks;
  if (guarantee(batch.algorithm) == Guarantee::bounded)
    batch.weight_percent = arguments.search.weight_percent;

  WatchedWork work("solving");
  BatchOptions options = arguments.batch;
  options.monitor = &work.monitor;
  const experiment::Stopwatch stopwatch;
  solver->solve(task.scenario.queries, workers, batch.result, options);
  batch.solve_seconds = stopwatch.seconds();
  batch.scratch_bytes = workers.memory_bytes();
  batch.closed_ends = count_closed_ends(task, arguments.rules, batch.result);
  if (work.monitor.cancel)
    return fail(Code::cancelled, arguments.map + ": the batch was cancelled");
  if (arguments.smooth)
    if (const Outcome outcome = smooth_paths(workers, batch); !outcome)
      return outcome.failure();
  return batch;
}

void check_lengths(const Scenario& scenario, SolvedBatch& batch) {
  const std::vector<std::size_t> mismatches =
      find_mismatches(*batch.built.grid, scenario, batch.result,
                      {guarantee(batch.algorithm), batch.weight_percent});
  report_mismatches(mismatches, scenario, batch.result, *batch.built.grid);
  batch.mismatches = mismatches.size();
  batch.suboptimality = measure_suboptimality(*batch.built.grid, scenario, batch.result);
}

Outcome write_reports(const SolveArguments& arguments, const Scenario& scenario,
                      const SolvedBatch& batch) {
  bool output_taken = false;
  const auto write = [&](const std::optional<std::string>& path,
                         const auto& print) -> Outcome {
    if (!path) return ok();
    output_taken |= *path == kStandardOutput;
    return write_output(*path, print());
  };
  Outcome outcome = write(arguments.paths, [&] { return print_paths(batch.result); });
  if (!outcome) return outcome;
  outcome = write(arguments.points, [&] { return print_points(*batch.any_angle); });
  if (!outcome) return outcome;
  outcome = write(arguments.csv, [&] {
    return print_csv(*batch.built.grid, scenario.queries, batch.result,
                     batch.any_angle ? &*batch.any_angle : nullptr);
  });
  if (!outcome) return outcome;
  outcome = write(arguments.json, [&] { return print_json_summary(batch); });
  // A program that reads standard output expects only the report that it requested.
  if (outcome && !output_taken) fmt::print("{}", print_table_summary(batch));
  return outcome;
}

/// The index options, extended by the requirements of the search.
IndexOptions with_needs(const ArgumentParser& parser, IndexOptions options,
                        const SolverOptions& search) {
  const Heuristic heuristic = search.heuristic;
  if (heuristic == Heuristic::landmark && !parser.given("--landmarks"))
    options.landmarks = kDefaultLandmarks;
  options.hubs |= search.algorithm == Algorithm::hub;
  options.gates |= heuristic == Heuristic::gateway;
  options.areas |= heuristic == Heuristic::deadend || heuristic == Heuristic::best;
  return options;
}

Result<Verdict> run_solve(const ArgumentParser& parser, const SolveArguments& arguments) {
  const auto wanted = wanted_index(
      parser, with_needs(parser, arguments.index, arguments.search), arguments.rules);
  if (!wanted) return wanted.failure();
  const Result<Task> task = read_inputs(arguments);
  if (!task) return task.failure();
  Result<SolvedBatch> batch = solve(arguments, *wanted, *task);
  if (!batch) return batch.failure();
  if (arguments.check) check_lengths(task->scenario, *batch);
  if (const Outcome outcome = write_reports(arguments, task->scenario, *batch); !outcome)
    return outcome.failure();
  return batch->mismatches.value_or(0) == 0 ? Verdict::passed : Verdict::failed;
}

void add_search(ArgumentParser& parser, SolveArguments& arguments) {
  add_word(
      parser, "--algorithm", arguments.search.algorithm, parse_algorithm,
      "auto|astar|jps|hub|textbook|idastar|fringe|bidirectional|wastar|pxwd|pxwu|xdp|xup|"
      "greedy|beam",
      "astar, jps and hub (both octile, never_cut), the slow textbook, idastar, fringe "
      "and bidirectional are optimal; wastar to xup stay within --weight; greedy and beam "
      "find any path");
  add_number(parser, "--weight", arguments.search.weight_percent, 100, kMaxWeightPercent,
             "For wastar to xup: greatest cost of a path, in percent of the optimum "
             "(default 150)");
  add_number(parser, "--beam-width", arguments.search.beam_width, 1, 1 << 30,
             "For beam: cells expanded per layer (default 1000)");
  add_word(
      parser, "--heuristic", arguments.search.heuristic, parse_heuristic,
      "auto|plain|landmark|deadend|gateway|best|zero|manhattan|octile|euclid|hex",
      "The lower bound. plain: the distance on an open map; landmark builds 16 landmarks "
      "unless --landmarks is given; deadend: plain, and skips dead ends; gateway: costs "
      "between gates; best: all that the index contains; zero: none; the others: one "
      "distance");
  add_number(parser, "--active", arguments.search.active_landmarks, 0, kMaxActiveLandmarks,
             "Landmarks per query, the best at its start (default 0: all)");
  using enum Algorithm;
  parser.add_need(
      "--weight", "--algorithm wastar, pxwd, pxwu, xdp or xup", [&arguments](const auto&) {
        return is_one_of(arguments.search.algorithm, {wastar, pxwd, pxwu, xdp, xup});
      });
  parser.add_need("--beam-width", "--algorithm beam",
                  [&arguments](const auto&) { return arguments.search.algorithm == beam; });
  add_number(parser, "--max-expansions", arguments.batch.max_expansions, std::uint32_t{0},
             arguments.batch.max_expansions,
             "A query stops as out_of_budget before it expands more cells than this; it "
             "still reports bounds on its cost");
}

void add_outputs(ArgumentParser& parser, SolveArguments& arguments) {
  add_file(parser, "--paths", arguments.paths,
           "Write the paths, one line per query: index and x,y pairs");
  add_file(parser, "--points", arguments.points,
           "Write the points of smoothed paths in the format of --paths");
  parser.add_need("--points", "--smooth",
                  [&arguments](const auto&) { return arguments.smooth; });
  add_file(parser, "--csv", arguments.csv, "Write a table with one row per query");
  add_file(parser, "--json", arguments.json,
           "Write the summary as JSON; - is standard output");
}

}  // namespace

Command add_solve(ArgumentParser& program) {
  ArgumentParser parser = program.add_command("solve", "Solve a batch of queries");
  const auto arguments = std::make_shared<SolveArguments>();
  add_map(parser, arguments->map);
  add_queries(parser, arguments->queries);
  add_movement(parser, arguments->rules);
  add_costs(parser, arguments->rules);
  add_ground(parser, arguments->rules, arguments->ground);
  add_search(parser, *arguments);
  add_index(parser, arguments->index,
            [&arguments = *arguments](const ArgumentParser& given) {
              return with_needs(given, arguments.index, arguments.search);
            });
  add_search_needs(parser, arguments->index, arguments->search);
  add_threads(parser, arguments->threads);
  parser.add_flag("--check", arguments->check, "Compare each length with the scenario's");
  parser.add_flag("--smooth", arguments->smooth,
                  "Also compute any-angle paths: straight legs between cells in line of "
                  "sight; the summary reports their length");
  add_outputs(parser, *arguments);
  parser.set_footer(
      "Example:\n  throng solve maps/rooms.map maps/rooms.map.scen --check --landmarks 16");
  return {parser, [parser, arguments] {
            arguments->command_line = parser.command_line();
            return run_solve(parser, *arguments);
          }};
}

}  // namespace throng::cli

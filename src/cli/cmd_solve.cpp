#include "../experiment/stopwatch.hpp"
#include "any_angle.hpp"
#include "batch_files.hpp"
#include "command.hpp"
#include "index_source.hpp"
#include "inputs.hpp"
#include "length_check.hpp"
#include "options.hpp"
#include "origin.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "search_options.hpp"
#include "solving.hpp"
#include "summary.hpp"

#include <algorithm>
#include <cstdint>
#include <fmt/core.h>
#include <memory>
#include <optional>
#include <span>
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
  SearchChoice choice;
  std::optional<std::string> index;  ///< a file, if given
  AnyAngle any_angle = AnyAngle::none;
  std::optional<std::string> paths;  ///< file names, if requested
  std::optional<std::string> points;
  std::optional<std::string> csv;
  std::optional<std::string> json;
};

Result<Task> read_inputs(const SolveArguments& arguments) {
  Result<Task> task = read_task(arguments.map, arguments.queries, arguments.rules.movement,
                                arguments.ground);
  if (!task) return task;
  const Scenario& scenario = task->scenario;
  if (arguments.choice.check && scenario.lengths.size() != scenario.queries.size())
    return fail(Code::bad_argument,
                arguments.queries + ": contains no lengths for --check");
  return task;
}

/// Adds the any-angle paths. lines: for exact ones.
Outcome add_lines(const SolveArguments& arguments, const std::optional<Index>& lines,
                  std::span<const Query> queries, Workers& workers, SolvedBatch& batch) {
  if (arguments.any_angle == AnyAngle::none) return ok();
  WatchedWork work("straight lines");
  BatchOptions options = arguments.choice.batch;
  options.monitor = &work.monitor;
  batch.exact_lines = lines.has_value();
  const experiment::Stopwatch stopwatch;
  Outcome outcome = find_any_angle(lines, *batch.built.grid, queries, batch.result, workers,
                                   batch.any_angle.emplace(), options);
  batch.any_angle_seconds = stopwatch.seconds();
  if (work.monitor.cancel)
    return fail(Code::cancelled, arguments.map + ": the batch was cancelled");
  return outcome;
}

Result<SolvedBatch> solve(const SolveArguments& arguments, const IndexSource& source,
                          const Task& task) {
  Result<TimedGrid> built = build_grid(arguments.map, task.terrain, arguments.rules,
                                       arguments.choice.threads, task.ground);
  if (!built) return built.failure();
  SolvedBatch batch;
  batch.command_line = arguments.command_line;
  batch.map_path = arguments.map;
  batch.map_hash = task.map_hash;
  batch.queries_path = arguments.queries;
  batch.queries_hash = hash_of(task.scenario.queries);
  batch.ground_files = arguments.ground;
  batch.built = *std::move(built);
  Workers workers(arguments.choice.threads);
  batch.threads = workers.threads();
  const Result<Solver> solver =
      make_solver(arguments.choice.search, source, workers, batch);
  if (!solver) return solver.failure();
  const auto lines =
      prepare_any_angle(arguments.any_angle, arguments.map, batch.built.grid, batch.index);
  if (!lines) return lines.failure();

  WatchedWork work("solving");
  BatchOptions options = arguments.choice.batch;
  options.monitor = &work.monitor;
  const experiment::Stopwatch stopwatch;
  solver->solve(task.scenario.queries, workers, batch.result, options);
  batch.solve_seconds = stopwatch.seconds();
  batch.scratch_bytes = workers.memory_bytes();
  batch.lengths = path_lengths(*batch.built.grid, batch.result);
  count_closed_ends(task.terrain, task.ground, task.scenario.queries, arguments.rules,
                    batch.result, batch.closed_ends);
  if (work.monitor.cancel)
    return fail(Code::cancelled, arguments.map + ": the batch was cancelled");
  if (const Outcome added =
          add_lines(arguments, *lines, task.scenario.queries, workers, batch);
      !added)
    return added.failure();
  return batch;
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
    return print_csv(scenario.queries, batch.result, batch.lengths, promise_of(batch),
                     {.any_angle = batch.any_angle ? &*batch.any_angle : nullptr});
  });
  if (!outcome) return outcome;
  outcome = write(arguments.json, [&] { return print_json_summary(batch); });
  // A program that reads standard output expects only the report that it requested.
  if (outcome && !output_taken) fmt::print("{}", print_table_summary(batch));
  return outcome;
}

Result<Verdict> run_solve(const ArgumentParser& parser, const SolveArguments& arguments) {
  const auto wanted = wanted_index(parser, arguments.choice, arguments.rules);
  if (!wanted) return wanted.failure();
  const Result<Task> task = read_inputs(arguments);
  if (!task) return task.failure();
  const IndexSource source{arguments.index ? std::nullopt : *wanted, arguments.index};
  Result<SolvedBatch> batch = solve(arguments, source, *task);
  if (!batch) return batch.failure();
  if (arguments.choice.check) check_batch(task->scenario, *batch);
  if (const Outcome outcome = write_reports(arguments, task->scenario, *batch); !outcome)
    return outcome.failure();
  return batch->mismatches.value_or(0) == 0 ? Verdict::passed : Verdict::failed;
}

void add_outputs(ArgumentParser& parser, SolveArguments& arguments) {
  add_file(parser, "--paths", arguments.paths,
           "Write the paths, one line per query: index and x,y pairs");
  add_file(parser, "--points", arguments.points,
           "Write the points of any-angle paths in the format of --paths")
      .rare();
  parser.add_need("--points", "--any-angle", [&arguments](const auto&) {
    return arguments.any_angle != AnyAngle::none;
  });
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
  add_search(parser, arguments->choice);
  add_index_file(parser, arguments->index);
  add_any_angle(parser, arguments->any_angle,
                "Also compute any-angle paths, which a unit can walk: the paths pulled "
                "taut, or shortest ones");
  parser
      .add_flag(
          "--smooth", [arguments] { arguments->any_angle = AnyAngle::smooth; },
          "The same as --any-angle smooth")
      .rare();
  parser.add_need("--smooth", "that --any-angle is left out",
                  [](const ArgumentParser& given) { return !given.given("--any-angle"); });
  add_outputs(parser, *arguments);
  parser.set_footer(
      "Example:\n  throng solve maps/rooms.map maps/rooms.map.scen --check --landmarks 16");
  return {parser, [parser, arguments] {
            arguments->command_line = parser.command_line();
            return run_solve(parser, *arguments);
          }};
}

}  // namespace throng::cli

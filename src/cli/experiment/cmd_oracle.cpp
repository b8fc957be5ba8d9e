#include "../../experiment/oracle.hpp"
#include "../options.hpp"
#include "../progress.hpp"
#include "../text.hpp"
#include "exercises.hpp"
#include "experiments.hpp"
#include "oracle_report.hpp"
#include "run_experiment.hpp"

#include <cstdint>
#include <cstdio>
#include <fmt/core.h>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace throng::cli {

using experiment::OracleReport;

namespace {

struct OracleArguments {
  ExerciseChoice choice{.queries = 1000};
  std::uint64_t seed = 0;
  experiment::OracleOptions options;
  ReportFiles files;
};

Result<std::vector<OracleReport>> measure(const OracleArguments& arguments) {
  auto exercises =
      read_exercises(arguments.choice, {}, arguments.seed, arguments.options.threads);
  if (!exercises) return exercises.failure();
  WatchedWork work("comparing");
  return experiment::measure_oracle(*std::move(exercises), arguments.options, work.monitor);
}

/// Reports engines whose results differ from plain A*.
Verdict judge(const std::vector<OracleReport>& reports) {
  Verdict verdict = Verdict::passed;
  for (const OracleReport& report : reports)
    for (std::size_t i = 0; i < report.rows.size(); ++i) {
      const auto& wrong = report.rows[i].wrong;
      if (wrong.empty()) continue;
      verdict = Verdict::failed;
      const Query& first = report.exercise.queries[*wrong.begin()];
      fmt::print(
          stderr, "throng: {}, {}: {} unlike those of plain A*, first from {} to {}\n",
          one_line(report.exercise.map_path), experiment::kOracleEngines[i],
          plural(wrong.size(), "cost", "costs"), cell(first.start), cell(first.goal));
    }
  return verdict;
}

Result<Verdict> run(const OracleArguments& arguments, const std::string& command) {
  const ReportPrinter<std::vector<OracleReport>> printer{
      print_oracle, print_oracle_markdown, record_oracle, maps_of, plot_oracle};
  return run_experiment(
      arguments.files, {command, arguments.seed}, printer,
      [&] { return measure(arguments); },
      [](const auto& reports) { return judge(reports); });
}

constexpr const char* kAboutOracle =
    R"(Costs and benefits of hub labels compared with searches. All engines answer the same
queries on octile grids without cut corners:
  astar          plain A*, without an index
  jps            jump point search on its graph
  jps+landmarks  jps with 16 landmarks
  hub            hub labels of the corners of obstacles
  hub+cells      hub labels of corners and of all cells
Figures:
  index      build time and memory, the jump graph included
  distances  time per query, without paths; speed-up: over plain A*
  paths      time per query, with paths
  p50, p99   of single queries, with paths, two clock readings included
On one thread; engines take turns, in three rounds. Means are those of the fastest run of
all queries, percentiles those of the fastest run of each query. If labels exceed
--hub-memory, the row states that they were refused; all others are still measured. Exit
code 1 if an engine finds other costs than plain A*.

Example:
  throng experiment oracle --maps maps/maze.map --csv o.csv --plot o.png)";

void add_options(ArgumentParser& parser, OracleArguments& arguments) {
  add_exercises(parser, arguments.choice);
  add_seed(parser, "--seed", arguments.seed, "Seed of random queries (default 0)");
  add_megabytes(parser, "--hub-memory", arguments.options.hub_memory,
                "Memory limit of hub labels");
  add_threads(parser, arguments.options.threads,
              "Threads that build indexes (default 0: all cores); queries run on one");
  add_report_files(parser, arguments.files, "engine and map", "times and memory");
  parser.set_footer(kAboutOracle);
}

}  // namespace

Command add_oracle_experiment(ArgumentParser& experiments) {
  ArgumentParser parser = experiments.add_command(
      "oracle", "Compare hub labels with searches in time and memory");
  const auto arguments = std::make_shared<OracleArguments>();
  add_options(parser, *arguments);
  return {parser, [parser, arguments] { return run(*arguments, parser.command_line()); }};
}

}  // namespace throng::cli

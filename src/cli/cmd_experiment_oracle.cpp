#include "experiment_exercise.hpp"
#include "experiment_oracle.hpp"
#include "experiments.hpp"
#include "interrupt.hpp"
#include "options.hpp"
#include "oracle_report.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "text.hpp"

#include <cstdint>
#include <cstdio>
#include <fmt/format.h>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace throng::cli {
namespace {

struct OracleArguments {
  ExerciseChoice choice{.queries = 1000};
  std::uint64_t seed = 0;
  OracleOptions options;
  std::optional<std::string> csv;  ///< file names, where asked for
  std::optional<std::string> markdown;
  std::optional<std::string> plot;
};

Result<std::vector<OracleReport>> run_maps(const OracleArguments& arguments) {
  Result<std::vector<Exercise>> exercises =
      read_exercises(arguments.choice, {}, arguments.seed, arguments.options.threads);
  if (!exercises) return Failure{exercises.error()};
  Monitor monitor;
  const Interrupt interrupt(monitor);
  const Progress progress("comparing", monitor);
  return measure_oracle(*std::move(exercises), arguments.options, monitor);
}

/// Says which engines did not find what plain A* found.
Verdict judge(const std::vector<OracleReport>& reports) {
  Verdict verdict = Verdict::passed;
  for (const OracleReport& report : reports)
    for (std::size_t i = 0; i < report.rows.size(); ++i) {
      const auto& wrong = report.rows[i].wrong;
      if (wrong.empty()) continue;
      verdict = Verdict::failed;
      const Query& first = report.exercise.queries[*wrong.begin()];
      fmt::print(
          stderr, "throng: {}, {}: {} not as plain A* finds them, first from {} to {}\n",
          one_line(report.exercise.map_path), kOracleEngines[i],
          plural(wrong.size(), "cost", "costs"), cell(first.start), cell(first.goal));
    }
  return verdict;
}

Result<Verdict> run(const OracleArguments& arguments) {
  std::vector<OracleReport> reports;
  const std::vector<ReportForm> forms{
      {"--csv", arguments.csv, [&] { return print_oracle_csv(reports); }},
      {"--markdown", arguments.markdown, [&] { return print_oracle_markdown(reports); }},
      {"--plot", arguments.plot, [&] { return plot_oracle(reports); }}};
  if (const Outcome outcome = check_forms(forms); !outcome) return Failure{outcome.error()};
  Result<std::vector<OracleReport>> measured = run_maps(arguments);
  if (!measured) return Failure{measured.error()};
  reports = *std::move(measured);
  const Outcome written = write_forms(forms, [&] { return print_oracle(reports); });
  if (!written) return Failure{written.error()};
  return judge(reports);
}

constexpr const char* kAbout =
    R"(What hub labels cost and gain, beside searches that know less of the map. The same
queries are answered on octile grids on which no corner is cut by
  astar          plain A*, without an index
  jps            jump point search on its graph
  jps+landmarks  the same with 16 landmarks
  hub            labels of the corners of obstacles
  hub+cells      these, and labels of all cells
Printed:
  index      how long it took to build, and its memory, the jump graph's included
  distances  of a query, without paths; speed-up: over plain A*
  paths      the same with paths
  p50, p99   of single queries, with paths, two readings of a clock included
On one thread; engines take turns, in three rounds. Means are those of the fastest run of
all queries, percentiles those of the fastest run of each query. Labels that --hub-memory
has no room for are refused, which the row says; all else is measured nonetheless. Exit
code 1 when an engine does not find the costs that plain A* finds.

Example:
  throng experiment oracle --maps maps/maze.map --csv oracle.csv --plot oracle.png)";

void add_options(CLI::App& app, OracleArguments& arguments) {
  const auto add_file = [&](const char* option, std::optional<std::string>& path,
                            const char* help) {
    app.add_option(option, path, help)->type_name("FILE");
  };
  add_exercises(app, arguments.choice);
  add_number(app, "--seed", arguments.seed, std::uint64_t{0},
             std::numeric_limits<std::uint64_t>::max(),
             "Of queries drawn at random (default 0)");
  add_megabytes(app, "--hub-memory", arguments.options.hub_memory,
                "The most that hub labels may take");
  add_number(app, "--threads", arguments.options.threads, 0, Workers::kMaxThreads,
             "Threads that build indexes (default 0: all cores); queries run on one");
  add_file("--csv", arguments.csv, "Write the figures: a row an engine and map");
  add_file("--markdown", arguments.markdown, "Write the tables as Markdown");
  add_file("--plot", arguments.plot, "Write a picture (PNG) of time against memory");
  app.footer(kAbout);
}

}  // namespace

Command add_oracle_experiment(CLI::App& experiments) {
  CLI::App& app = *experiments.add_subcommand(
      "oracle", "Hub labels beside searches: time and memory of each");
  const auto arguments = std::make_shared<OracleArguments>();
  add_options(app, *arguments);
  return {&app, [arguments] { return run(*arguments); }};
}

}  // namespace throng::cli

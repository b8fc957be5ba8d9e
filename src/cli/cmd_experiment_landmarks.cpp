#include "../jump/jump_map.hpp"
#include "experiment_exercise.hpp"
#include "experiment_landmarks.hpp"
#include "experiment_report.hpp"
#include "experiments.hpp"
#include "interrupt.hpp"
#include "options.hpp"
#include "output.hpp"
#include "progress.hpp"
#include "text.hpp"

#include <cstdio>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace throng::cli {
namespace {

struct LandmarksArguments {
  ExerciseChoice choice;
  Rules rules;
  IndexOptions base;
  int threads = 0;
  std::optional<std::string> csv;  ///< file names, where asked for
  std::optional<std::string> markdown;
};

Outcome run_studies(const std::vector<Study>& studies, MapReport& report, Workers& builders,
                    Monitor& monitor) {
  for (const Study& study : studies) {
    if (monitor.cancel) return fail(Code::cancelled, "the experiment was cancelled");
    const Result<std::vector<Measurement>> rows = measure(study, report.exercise, builders);
    if (!rows) return Failure{rows.error()};
    report.rows.insert(report.rows.end(), rows->begin(), rows->end());
    ++monitor.done;
  }
  return ok();
}

Result<std::vector<MapReport>> run_maps(const LandmarksArguments& arguments) {
  Result<std::vector<Exercise>> exercises = read_exercises(
      arguments.choice, arguments.rules, arguments.base.seed, arguments.threads);
  if (!exercises) return Failure{exercises.error()};
  std::vector<MapReport> reports;
  for (Exercise& exercise : *exercises) reports.push_back({std::move(exercise), {}});
  const std::vector<Study> studies =
      landmark_studies(arguments.base, JumpMap::allowed(arguments.rules));
  Workers builders(arguments.threads);
  Monitor monitor;
  monitor.total = studies.size() * reports.size();
  const Interrupt interrupt(monitor);
  const Progress progress("comparing", monitor);
  for (MapReport& report : reports)
    if (const Outcome done = run_studies(studies, report, builders, monitor); !done)
      return Failure{done.error()};
  return reports;
}

/// Says which searches did not find what plain A* found.
Verdict judge(const std::vector<MapReport>& reports) {
  Verdict verdict = Verdict::passed;
  for (const MapReport& report : reports)
    for (const Measurement& row : report.rows) {
      if (row.wrong == 0) continue;
      verdict = Verdict::failed;
      fmt::print(stderr,
                 "throng: {}: {}, {}, {} landmarks: {} not as plain A* finds them\n",
                 one_line(report.exercise.map_path), name(row.search.algorithm),
                 name(row.search.heuristic), row.index.landmarks,
                 plural(row.wrong, "cost", "costs"));
    }
  return verdict;
}

Result<Verdict> run(const LandmarksArguments& arguments) {
  std::vector<MapReport> reports;
  const std::vector<ReportForm> forms{
      {"--csv", arguments.csv, [&] { return print_measurements_csv(reports); }},
      {"--markdown", arguments.markdown, [&] { return print_markdown(reports); }}};
  if (const Outcome outcome = check_forms(forms); !outcome) return Failure{outcome.error()};
  Result<std::vector<MapReport>> measured = run_maps(arguments);
  if (!measured) return Failure{measured.error()};
  reports = *std::move(measured);
  const Outcome written = write_forms(forms, [&] { return print_tables(reports); });
  if (!written) return Failure{written.error()};
  return judge(reports);
}

constexpr const char* kAbout =
    "The same queries are answered by A* and by jump point search: without landmarks, "
    "with\n"
    "1, 2, 4, ..., 64 of them, with few of 64 active, and with each placement, storage "
    "and\n"
    "metric in turn; what is not in turn is as the options say. Printed, as means of the\n"
    "queries:\n"
    "  h/optimal  lower bound at the start, over the cost of a cheapest path\n"
    "  expanded   cells taken from the open list; of plain: in percent of plain A*\n"
    "  generated  cells reached; reopened: reached more cheaply after they were expanded\n"
    "  time       on one thread, with paths; speed-up: over plain A*\n"
    "Exit code 1 when a search does not find the costs that plain A* finds. After A. "
    "Patel,\n"
    "\"Differential heuristics\" (redblobgames.com).\n\n"
    "Example:\n"
    "  throng experiment landmarks --maps maps/maze.map --queries 50 --csv landmarks.csv";

void add_options(CLI::App& app, LandmarksArguments& arguments) {
  add_exercises(app, arguments.choice);
  add_movement(app, arguments.rules);
  add_costs(app, arguments.rules);
  add_landmarks(app, arguments.base, 1);
  add_number(app, "--threads", arguments.threads, 0, Workers::kMaxThreads,
             "Threads that build indexes (default 0: all cores); queries run on one");
  app.add_option("--csv", arguments.csv, "Write the figures: a row a search")
      ->type_name("FILE");
  app.add_option("--markdown", arguments.markdown, "Write the tables as Markdown")
      ->type_name("FILE");
  app.footer(kAbout);
}

}  // namespace

Command add_landmarks_experiment(CLI::App& experiments) {
  CLI::App& app =
      *experiments.add_subcommand("landmarks", "Searches with and without landmarks");
  const auto arguments = std::make_shared<LandmarksArguments>();
  add_options(app, *arguments);
  return {&app, [arguments] { return run(*arguments); }};
}

}  // namespace throng::cli

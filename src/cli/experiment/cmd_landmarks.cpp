#include "../../experiment/landmarks.hpp"
#include "../options.hpp"
#include "../progress.hpp"
#include "../text.hpp"
#include "exercises.hpp"
#include "experiments.hpp"
#include "landmarks_report.hpp"
#include "run_experiment.hpp"

#include <cstdio>
#include <fmt/core.h>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace throng::cli {

using experiment::LandmarksReport;

namespace {

struct LandmarksArguments {
  ExerciseChoice choice;
  Rules rules;
  IndexOptions base;
  int threads = 0;
  ReportFiles files;
};

Result<std::vector<LandmarksReport>> measure(const LandmarksArguments& arguments) {
  auto exercises = read_exercises(arguments.choice, arguments.rules,
                                  arguments.base.landmarks.seed, arguments.threads);
  if (!exercises) return exercises.failure();
  Workers builders(arguments.threads);
  WatchedWork work("comparing");
  return experiment::measure_landmarks(*std::move(exercises), arguments.base,
                                       arguments.rules, builders, work.monitor);
}

/// Reports searches whose results differ from plain A*.
Verdict judge(const std::vector<LandmarksReport>& reports) {
  Verdict verdict = Verdict::passed;
  for (const LandmarksReport& report : reports)
    for (const experiment::Measurement& row : report.rows) {
      if (row.wrong == 0) continue;
      verdict = Verdict::failed;
      fmt::print(stderr, "throng: {}: {}, {}, {} landmarks: {} unlike those of plain A*\n",
                 one_line(report.exercise.map_path), name(row.algorithm),
                 name(row.heuristic), row.index.landmarks.count,
                 plural(row.wrong, "cost", "costs"));
    }
  return verdict;
}

Result<Verdict> run(const LandmarksArguments& arguments, const std::string& command) {
  const ReportPrinter<std::vector<LandmarksReport>> printer{
      print_landmarks, print_landmarks_markdown, record_landmarks, maps_of, plot_landmarks};
  return run_experiment(
      arguments.files, {command, arguments.base.landmarks.seed}, printer,
      [&] { return measure(arguments); },
      [](const auto& reports) { return judge(reports); });
}

constexpr const char* kAboutLandmarks =
    "A* and jump point search answer the same queries: without landmarks, with 1, 2, 4,\n"
    "..., 64 landmarks, and with each placement, storage and metric in turn. All other\n"
    "settings follow the options. Figures are means of the queries:\n"
    "  h/optimal  lower bound at the start, over the cost of a cheapest path\n"
    "  expanded   cells taken from the open list; of plain: in percent of plain A*\n"
    "  generated  cells reached; reopened: reached at a lower cost after expansion\n"
    "  time       on one thread, with paths; speed-up: over plain A*\n"
    "Exit code 1 if a search finds other costs than plain A*. After A. Patel,\n"
    "\"Differential heuristics\" (redblobgames.com).\n\n"
    "Example:\n"
    "  throng experiment landmarks --maps maps/maze.map --queries 50 --csv l.csv";

void add_options(ArgumentParser& parser, LandmarksArguments& arguments) {
  add_exercises(parser, arguments.choice);
  add_movement(parser, arguments.rules);
  add_costs(parser, arguments.rules);
  add_landmarks(parser, arguments.base);
  add_threads(parser, arguments.threads,
              "Threads that build indexes (default 0: all cores); queries run on one");
  add_report_files(parser, arguments.files, "search", "bounds, work, times and memory");
  parser.set_footer(kAboutLandmarks);
}

}  // namespace

Command add_landmarks_experiment(ArgumentParser& experiments) {
  ArgumentParser parser =
      experiments.add_command("landmarks", "Compare searches with and without landmarks");
  const auto arguments = std::make_shared<LandmarksArguments>();
  add_options(parser, *arguments);
  return {parser, [parser, arguments] { return run(*arguments, parser.command_line()); }};
}

}  // namespace throng::cli

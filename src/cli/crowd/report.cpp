#include "report.hpp"

#include "../../experiment/spread.hpp"
#include "../json.hpp"
#include "../origin.hpp"
#include "../text.hpp"

#include <cstdint>
#include <fmt/core.h>
#include <utility>
#include <vector>

namespace throng::cli {

using experiment::CrowdStepFigures;
using experiment::Spread;

namespace {

struct CrowdTotals {
  std::uint64_t arrived = 0, walking = 0, blocked = 0, started = 0, decisions = 0,
                fields = 0;
  Spread seconds;  ///< per step
  Spread delays;   ///< steps
};

CrowdTotals add_up(const CrowdRun& run) {
  CrowdTotals totals;
  std::vector<double> seconds;
  for (const CrowdStepFigures& step : run.played.steps) {
    const CrowdReport& report = step.report;
    totals.arrived += report.arrived;
    totals.walking += report.walking;
    totals.blocked += report.blocked;
    totals.started += report.started;
    totals.decisions += report.decisions;
    totals.fields += report.fields_made;
    seconds.push_back(step.seconds);
  }
  totals.seconds = experiment::spread(std::move(seconds));
  totals.delays = experiment::spread(run.played.delays);
  return totals;
}

double per_step(const CrowdRun& run, std::uint64_t sum) {
  return static_cast<double>(sum) / static_cast<double>(run.played.steps.size());
}

const char* bodies_word(Bodies bodies) {
  return bodies == Bodies::exact ? "exact" : "synchronous";
}

/// 0: no limit.
std::size_t limit(std::size_t budget) { return budget == CrowdBudget::kAll ? 0 : budget; }

std::string arrived_text(const CrowdRun& run, const CrowdTotals& totals) {
  std::string text = fmt::format("{}, {:.3f} per step", count(totals.arrived),
                                 per_step(run, totals.arrived));
  if (run.played.last_arrival)
    text += fmt::format("; the last in step {}", count(*run.played.last_arrival));
  return text;
}

std::string tasks_text(const CrowdRun& run) {
  return fmt::format("{} finished, {:.3f} per step", count(run.played.tasks_finished),
                     per_step(run, run.played.tasks_finished));
}

std::string delay_text(const CrowdRun& run, const CrowdTotals& totals) {
  if (run.options.scenario.scene == experiment::CrowdScene::siege)
    return "not measured: units of a group exchange their places";
  if (run.played.delays.empty()) return "no walk of the sample has arrived";
  return fmt::format("mean {:.1f}, p50 {:.0f}, p99 {:.0f}, max {:.0f} steps, of {}",
                     totals.delays.mean, totals.delays.p50, totals.delays.p99,
                     totals.delays.max, plural(run.played.delays.size(), "walk", "walks"));
}

std::string crowd_text(const CrowdRun& run) {
  const experiment::CrowdGameOptions& options = run.options;
  std::string text = fmt::format(
      "{}, {}, seed {}, {} bodies", plural(options.units, "unit", "units"),
      plural(options.steps, "step", "steps"), options.seed, bodies_word(options.bodies));
  if (options.sizes > 1) text += fmt::format(", sizes 1 to {}", options.sizes);
  if (options.periods > 1) text += fmt::format(", periods 1 to {}", options.periods);
  if (options.window > 0) text += fmt::format(", a window of {} steps", options.window);
  if (options.lanes) text += ", lanes";
  return text;
}

}  // namespace

std::string print_json(const CrowdRun& run) {
  const CrowdTotals totals = add_up(run);
  const experiment::CrowdGameOptions& options = run.options;
  const CrowdReport& last = run.played.steps.back().report;
  Json json{
      {"map", run.map_path},
      {"map_hash", run.map_hash},
      {"scenario", run.scenario},
      {"width", run.width},
      {"height", run.height},
      {"open_cells", run.open_cells},
      {"topology", name(run.rules.topology)},
      {"corners", name(run.rules.corners)},
      {"units", options.units},
      {"steps", run.played.steps.size()},
      {"goals", options.goals},
      {"bodies", bodies_word(options.bodies)},
      {"window", options.window},
      {"lanes", options.lanes},
      {"sizes", options.sizes},
      {"periods", options.periods},
      {"seed", options.seed},
      {"threads", run.threads},
      {"decision_budget", limit(options.budget.decisions)},
      {"field_cell_budget", options.budget.field_cells},
      {"arrived", totals.arrived},
      {"arrived_per_step", per_step(run, totals.arrived)},
      {"last_arrival",
       run.played.last_arrival ? Json(*run.played.last_arrival) : Json(nullptr)},
      {"tasks", options.tasks.size()},
      {"tasks_finished", run.played.tasks_finished},
      {"at_goal", run.played.at_goal},
      {"cut_off", run.played.cut_off},
      {"delay_steps", json_of(totals.delays)},
      {"delays", run.played.delays.size()},
      {"walking_steps", totals.walking},
      {"blocked_steps", totals.blocked},
      {"moves", totals.started},
      {"decisions", totals.decisions},
      {"fields_made", totals.fields},
      {"fields_queued", last.fields_queued},
      {"edits", options.edits},
      {"buildings", run.played.buildings},
      {"step_ms", json_of(totals.seconds, 1e3)},
      {"crowd_bytes", run.played.crowd_bytes},
      {"result_hash", hash_text(run.played.result_hash)},
  };
  add_origin(current_origin(run.command_line), json);
  return print_json(json);
}

std::string print_csv(const CrowdRun& run) {
  std::string text =
      "step,walking,blocked,started,arrived,decisions,fields_made,fields_queued,"
      "microseconds\n";
  for (const CrowdStepFigures& step : run.played.steps) {
    const CrowdReport& r = step.report;
    text += fmt::format("{},{},{},{},{},{},{},{},{:.1f}\n", r.step, r.walking, r.blocked,
                        r.started, r.arrived, r.decisions, r.fields_made, r.fields_queued,
                        step.seconds * 1e6);
  }
  return text;
}

std::string print_table(const CrowdRun& run) {
  const CrowdTotals totals = add_up(run);
  const experiment::PlayedCrowd& played = run.played;
  std::vector<Row> rows{
      {"map", run.map_path.empty() ? "that of the scenario" : one_line(run.map_path)},
      {"", fmt::format("{} x {} cells, {} open, {}", count(run.width), count(run.height),
                       count(run.open_cells), name(run.rules.topology))},
      {"scenario", run.scenario},
      {"crowd", crowd_text(run)},
      {"", ""},
      {"arrived", arrived_text(run, totals)},
      {"at goals",
       fmt::format("{} at the end; {} cut off", plural(played.at_goal, "unit", "units"),
                   count(played.cut_off))},
      {"delays", delay_text(run, totals)},
      {"walking", fmt::format("{} unit-steps, {} of them blocked", count(totals.walking),
                              percent(totals.blocked, totals.walking))},
      {"", fmt::format("{} moves, {} decisions", count(totals.started),
                       count(totals.decisions))},
      {"fields", fmt::format("{} computed, {} left to compute", count(totals.fields),
                             count(played.steps.back().report.fields_queued))},
  };
  if (!run.options.tasks.empty()) rows.insert(rows.begin() + 6, {"tasks", tasks_text(run)});
  if (run.options.edits > 0)
    rows.push_back(
        {"buildings", fmt::format("{} before each step, {} at the end",
                                  count(run.options.edits), count(played.buildings))});
  rows.insert(
      rows.end(),
      {{"", ""},
       {"steps",
        fmt::format("mean {}, p50 {}, max {}, {}", seconds(totals.seconds.mean),
                    seconds(totals.seconds.p50), seconds(totals.seconds.max),
                    plural(static_cast<std::uint64_t>(run.threads), "thread", "threads"))},
       {"memory",
        fmt::format("{} of the crowd, without the map", bytes(played.crowd_bytes))},
       {"hash", hash_text(played.result_hash)}});
  return table(rows, "ll");
}

}  // namespace throng::cli

#include "report.hpp"

#include "../../experiment/spread.hpp"
#include "../json.hpp"
#include "../origin.hpp"
#include "../text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/core.h>
#include <functional>
#include <numeric>

namespace throng::cli {

using experiment::FrameFigures;
using experiment::Spread;

namespace {

struct Totals {
  std::size_t requests = 0, finished = 0, dropped = 0, answered_by_sweep = 0, copied = 0;
  std::uint64_t spent = 0, repeated = 0;
  Spread seconds;       ///< per frame
  Spread busy_seconds;  ///< per frame that left work unfinished
  std::size_t busy = 0;
  Spread backlog;
  Spread waits;  ///< frames
  experiment::LineFigures lines;
  // Of games with buildings:
  std::size_t edits = 0, broken = 0, confirmed = 0, outdated = 0;
  Spread map_seconds;      ///< per frame
  Spread unbuilt_seconds;  ///< per frame of the game without buildings
};

Totals add_up(const SimulatedGame& game) {
  Totals totals;
  std::vector<double> seconds, busy, backlog, waits, map, unbuilt;
  for (const FrameFigures& frame : game.played.frames) {
    const FrameReport& report = frame.report;
    totals.requests += report.taken_in;
    totals.finished += report.finished;
    totals.dropped += report.dropped;
    totals.answered_by_sweep += report.answered_by_sweep;
    totals.copied += report.copied;
    totals.spent += report.spent;
    totals.repeated += report.repeated;
    totals.edits += report.edits;
    totals.broken += frame.broken;
    totals.confirmed += report.confirmed;
    totals.outdated += report.outdated;
    totals.lines.add(frame.lines);
    map.push_back(static_cast<double>(report.map_microseconds) * 1e-6);
    seconds.push_back(frame.seconds);
    if (report.waiting > 0) busy.push_back(frame.seconds);
    backlog.push_back(static_cast<double>(report.waiting));
  }
  for (std::size_t k = 0; k < game.played.waits.size(); ++k)
    waits.insert(waits.end(), game.played.waits[k], static_cast<double>(k));
  if (game.unbuilt)
    for (const FrameFigures& frame : game.unbuilt->frames) unbuilt.push_back(frame.seconds);
  totals.map_seconds = experiment::spread(std::move(map));
  totals.unbuilt_seconds = experiment::spread(std::move(unbuilt));
  totals.busy = busy.size();
  totals.seconds = experiment::spread(std::move(seconds));
  totals.busy_seconds = experiment::spread(std::move(busy));
  totals.backlog = experiment::spread(std::move(backlog));
  totals.waits = experiment::spread(std::move(waits));
  return totals;
}

double per_frame(const SimulatedGame& game, std::uint64_t sum) {
  return static_cast<double>(sum) / static_cast<double>(game.played.frames.size());
}

std::string budget_word(const FrameBudget& work) {
  if (work.is_unlimited()) return "none";
  return work.is_time() ? "microseconds" : "expansions";
}

std::string time_text(const Spread& spread) {
  return fmt::format("p50 {}, p99 {}, max {}", seconds(spread.p50), seconds(spread.p99),
                     seconds(spread.max));
}

/// One character per group of frames; its height is the largest value of the group.
std::string bars(const SimulatedGame& game,
                 const std::function<double(const FrameFigures&)>& value) {
  constexpr std::size_t kColumns = 60;
  constexpr std::array kHeights{" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  const std::size_t frames = game.played.frames.size();
  const std::size_t columns = std::min(kColumns, frames);
  double most = 0;
  for (const FrameFigures& frame : game.played.frames) most = std::max(most, value(frame));
  std::string text;
  for (std::size_t c = 0; c < columns; ++c) {
    double highest = 0;
    for (std::size_t k = c * frames / columns; k < (c + 1) * frames / columns; ++k)
      highest = std::max(highest, value(game.played.frames[k]));
    const double share = most > 0 ? highest / most : 0;
    text += kHeights[static_cast<std::size_t>(
        std::ceil(share * static_cast<double>(kHeights.size() - 1)))];
  }
  return text;
}

std::string walked_text(const experiment::PlayedGame& game) {
  return fmt::format("{}; at the end units stand on {}",
                     plural(game.moves, "move", "moves"),
                     plural(game.occupied_cells, "cell", "cells"));
}

/// How much longer the slowest frames take with buildings.
double p99_ratio(const Totals& totals) {
  const double without = totals.unbuilt_seconds.p99;
  return without > 0 ? totals.seconds.p99 / without : 0;
}

/// What buildings did, and the frames without them.
void add_buildings(const SimulatedGame& game, const Totals& totals,
                   std::vector<std::vector<std::string>>& rows) {
  rows.insert(
      rows.end(),
      {{"without", fmt::format("{}; p99 with buildings: {:.2f} times",
                               time_text(totals.unbuilt_seconds), p99_ratio(totals))},
       {"buildings", fmt::format("{} edits of the map; {} at the end", count(totals.edits),
                                 plural(game.played.buildings, "building", "buildings"))},
       {"map",
        fmt::format("{} per frame, for edits and repairs", time_text(totals.map_seconds))},
       {"routes", fmt::format("{} broken and requested again", count(totals.broken))},
       {"searches", fmt::format("{} confirmed after edits, {} begun anew",
                                count(totals.confirmed), count(totals.outdated))}});
}

/// Of the lines whose paths are whole; 0 if there are none.
double mean_length(const experiment::LineFigures& lines, double sum) {
  return lines.whole > 0 ? sum / static_cast<double>(lines.whole) : 0;
}

std::string lines_text(const experiment::LineFigures& lines) {
  const double length = mean_length(lines, lines.length);
  const double path_length = mean_length(lines, lines.path_length);
  const auto all = static_cast<double>(std::max<std::size_t>(lines.lines, 1));
  return fmt::format(
      "{} of {:.1f} points; mean length {:.2f}, of their paths {:.2f} ({:.1f} % more)",
      plural(lines.lines, "line", "lines"), static_cast<double>(lines.points) / all, length,
      path_length, length > 0 ? 100 * (path_length / length - 1) : 0);
}

void add_lines(const experiment::LineFigures& lines, Json& json) {
  json.add("lines", lines.lines);
  json.add("line_points", lines.points);
  json.add("line_length", mean_length(lines, lines.length));
  json.add("line_path_length", mean_length(lines, lines.path_length));
}

void add_checks(const SimulatedGame& game, Json& json) {
  if (game.checked) {
    json.add("checked_paths", game.checked->checked);
    json.add("wrong_paths", game.checked->wrong);
  }
  if (game.checked_lines) {
    json.add("checked_lines", game.checked_lines->checked);
    json.add("wrong_lines", game.checked_lines->wrong);
  }
}

double backlog_of(const FrameFigures& frame) {
  return static_cast<double>(frame.report.waiting);
}

}  // namespace

std::string print_json(const SimulatedGame& game) {
  const Totals totals = add_up(game);
  const FrameFigures& first = game.played.frames.front();
  Json json{
      {"map", game.map_path},
      {"map_hash", game.map_hash},
      {"width", game.built.grid->width()},
      {"height", game.built.grid->height()},
      {"open_cells", game.built.grid->open_cells()},
      {"units", game.options.units},
      {"groups", game.played.groups},
      {"frames", game.played.frames.size()},
      {"seed", game.options.seed},
      {"budget", game.options.work.is_unlimited() ? 0 : game.options.work.amount()},
      {"budget_unit", budget_word(game.options.work)},
      {"threads", game.threads},
      {"algorithm", name(game.algorithm)},
      {"heuristic", name(game.heuristic)},
      {"index_seconds", game.index_seconds},
      {"index_bytes", game.index_bytes},
      {"requests", totals.requests},
      {"finished", totals.finished},
      {"superseded", totals.dropped},
      {"waiting", game.played.frames.back().report.waiting},
      {"finished_per_frame", per_frame(game, totals.finished)},
      {"off_fields", totals.answered_by_sweep},
      {"copied", totals.copied},
      {"backlog", json_of(totals.backlog)},
      {"wait_frames", json_of(totals.waits)},
      {"expansions_per_frame", per_frame(game, totals.spent)},
      {"repeated_per_frame", per_frame(game, totals.repeated)},
      {"frame_ms", json_of(totals.seconds, 1e3)},
      {"busy_frames", totals.busy},
      {"busy_frame_ms", json_of(totals.busy_seconds, 1e3)},
      {"first_submit_ms", first.submit_seconds * 1e3},
      {"first_frame_ms", first.seconds * 1e3},
      {"first_frame_finished", first.report.finished},
      {"moves", game.played.moves},
      {"spread", game.options.spread},
      {"occupied_cells", game.played.occupied_cells},
      {"unit_bytes", game.played.unit_bytes / std::max<std::size_t>(game.options.units, 1)},
      {"route_pool_bytes", game.played.pool_bytes},
      {"scheduler_bytes", game.played.scheduler_bytes},
      {"scratch_bytes", game.played.scratch_bytes},
      {"late_allocations", game.played.late_allocations},
      {"cost_hash", hash_text(game.played.cost_hash)},
      {"result_hash", hash_text(game.played.result_hash)},
      {"build", game.options.build},
      {"buildings", game.played.buildings},
      {"edits", totals.edits},
      {"map_ms", json_of(totals.map_seconds, 1e3)},
      {"broken_routes", totals.broken},
      {"confirmed", totals.confirmed},
      {"outdated", totals.outdated},
      {"unbuilt_frame_ms", json_of(totals.unbuilt_seconds, 1e3)},
      {"unbuilt_p99_ratio", p99_ratio(totals)},
  };
  add_lines(totals.lines, json);
  add_checks(game, json);
  add_origin(current_origin(game.command_line), json);
  return print_json(json);
}

std::string print_csv(const SimulatedGame& game) {
  std::string text =
      "frame,requests,superseded,finished,waiting,paused,expansions,repeated,"
      "off_fields,copied,submit_ms,ms,lines,line_points,line_length,line_path_length\n";
  for (const FrameFigures& frame : game.played.frames) {
    const FrameReport& r = frame.report;
    text += fmt::format("{},{},{},{},{},{},{},{},{},{},{:.4f},{:.4f},", r.frame, r.taken_in,
                        r.dropped, r.finished, r.waiting, r.paused, r.spent, r.repeated,
                        r.answered_by_sweep, r.copied, frame.submit_seconds * 1e3,
                        frame.seconds * 1e3);
    const experiment::LineFigures& lines = frame.lines;
    text += fmt::format("{},{},{:.8f},{:.8f}\n", lines.lines, lines.points,
                        mean_length(lines, lines.length),
                        mean_length(lines, lines.path_length));
  }
  return text;
}

namespace {

/// The rows of the settings.
std::vector<std::vector<std::string>> setting_rows(const SimulatedGame& game) {
  const Grid& grid = *game.built.grid;
  const FrameBudget& work = game.options.work;
  return {
      {"map", one_line(game.map_path)},
      {"", fmt::format("{} x {} cells, {} open", count(grid.width()), count(grid.height()),
                       count(grid.open_cells()))},
      {"search",
       fmt::format("{}, {} heuristic, {}", name(game.algorithm), name(game.heuristic),
                   plural(game.threads, "thread", "threads"))},
      {"index", game.index.empty()
                    ? "none"
                    : fmt::format("{}, {}, {}", game.index, seconds(game.index_seconds),
                                  bytes(game.index_bytes))},
      {"game",
       fmt::format("{} in {}, {}, seed {}", plural(game.options.units, "unit", "units"),
                   plural(game.played.groups, "group", "groups"),
                   plural(game.played.frames.size(), "frame", "frames"),
                   game.options.seed)},
      {"budget", work.is_unlimited() ? "none: each frame answers all requests"
                                     : fmt::format("{} {} per frame", count(work.amount()),
                                                   budget_word(work))},
      {"", ""},
  };
}

/// The rows of what the units asked for.
std::vector<std::vector<std::string>> request_rows(const SimulatedGame& game,
                                                   const Totals& totals) {
  const FrameFigures& first = game.played.frames.front();
  return {
      {"requests",
       fmt::format("{}: {} finished, {} superseded, {} still waiting",
                   count(totals.requests), count(totals.finished), count(totals.dropped),
                   count(game.played.frames.back().report.waiting))},
      {"per frame",
       fmt::format("{} finished, {} expansions", rounded(per_frame(game, totals.finished)),
                   rounded(per_frame(game, totals.spent)))},
      {"waits", fmt::format("p50 {:.0f}, p99 {:.0f}, max {:.0f} frames", totals.waits.p50,
                            totals.waits.p99, totals.waits.max)},
      {"walked", walked_text(game.played)},
      {"", ""},
      {"first", fmt::format("{} of {} requests answered in {}, submitted in {}",
                            count(first.report.finished), count(first.report.taken_in),
                            seconds(first.seconds), seconds(first.submit_seconds))},
      {"frames", time_text(totals.seconds)},
  };
}

}  // namespace

std::string print_table(const SimulatedGame& game) {
  const Totals totals = add_up(game);
  const std::size_t late_frames = game.played.frames.size() - game.played.frames.size() / 2;
  auto rows = setting_rows(game);
  for (auto& row : request_rows(game, totals)) rows.push_back(std::move(row));
  if (game.unbuilt) add_buildings(game, totals, rows);
  if (totals.busy > 0)
    rows.push_back(
        {"busy", fmt::format("{} with requests left waiting: {}", count(totals.busy),
                             time_text(totals.busy_seconds))});
  if (totals.answered_by_sweep + totals.copied > 0)
    rows.push_back(
        {"shared", fmt::format("{} answered by a field, {} equal to another",
                               count(totals.answered_by_sweep), count(totals.copied))});
  if (game.options.scheduler.lines) rows.push_back({"lines", lines_text(totals.lines)});
  if (game.checked)
    rows.push_back({"checked", fmt::format("{}, {} wrong",
                                           plural(game.checked->checked, "path", "paths"),
                                           count(game.checked->wrong))});
  if (game.checked_lines)
    rows.push_back({"", fmt::format("{}, {} wrong",
                                    plural(game.checked_lines->checked, "line", "lines"),
                                    count(game.checked_lines->wrong))});
  rows.push_back({"time", "|" +
                              bars(game, [](const FrameFigures& f) { return f.seconds; }) +
                              "| to " + seconds(totals.seconds.max)});
  if (totals.backlog.max > 0)
    rows.push_back({"backlog", "|" + bars(game, backlog_of) + "| to " +
                                   count(static_cast<std::uint64_t>(totals.backlog.max))});
  rows.insert(
      rows.end(),
      {{"", ""},
       {"memory",
        fmt::format(
            "{} per unit, pool of routes {}, scheduler {}, threads {}",
            bytes(game.played.unit_bytes / std::max<std::size_t>(game.options.units, 1)),
            bytes(game.played.pool_bytes), bytes(game.played.scheduler_bytes),
            bytes(game.played.scratch_bytes))},
       {"", fmt::format("{} in the last {}",
                        plural(game.played.late_allocations, "allocation", "allocations"),
                        plural(late_frames, "frame", "frames"))},
       {"hash", hash_text(game.played.result_hash)}});
  return table(rows, "ll");
}

}  // namespace throng::cli

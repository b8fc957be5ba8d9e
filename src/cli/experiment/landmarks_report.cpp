#include "landmarks_report.hpp"

#include "../picture/chart.hpp"
#include "../text.hpp"
#include "exercises.hpp"
#include "map_titles.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace throng::cli {

using experiment::LandmarksReport;
using experiment::Measurement;

namespace {

constexpr std::string_view kLandmarksAlign = "llllllrrrrrrrrr";

bool has_landmarks(const Measurement& row) { return row.index.landmarks.count > 0; }

/// How jump point search finds its jump points.
std::string_view jumps(const Measurement& row) {
  if (row.algorithm != Algorithm::jps) return "none";
  return row.jump_graph ? "graph" : "scan";
}

/// `word`, which describes landmarks; empty if there are none.
std::string_view of_landmarks(const Measurement& row, std::string_view word) {
  return has_landmarks(row) ? word : std::string_view();
}

Row landmarks_header() {
  return {"algorithm", "heuristic", "K",        "placement",  "metric",
          "storage",   "h/optimal", "expanded", "of plain",   "generated",
          "reopened",  "time",      "speed-up", "index time", "index"};
}

Row as_text(const Measurement& row, const Measurement& plain) {
  std::string algorithm(name(row.algorithm));
  if (row.algorithm == Algorithm::jps) algorithm += fmt::format(", {}", jumps(row));
  return {algorithm,
          std::string(name(row.heuristic)),
          has_landmarks(row) ? std::to_string(row.index.landmarks.count) : "",
          std::string(of_landmarks(row, name(row.index.landmarks.placement))),
          std::string(of_landmarks(row, name(row.index.landmarks.metric))),
          std::string(of_landmarks(row, name(row.index.landmarks.storage))),
          fmt::format("{:.3f}", row.guidance),
          rounded(row.expanded),
          fmt::format("{:.1f} %", 100 * row.expanded / plain.expanded),
          rounded(row.generated),
          rounded(row.reopened),
          seconds(row.microseconds * 1e-6),
          fmt::format("{:.1f}", plain.microseconds / row.microseconds),
          seconds(row.index_seconds),
          bytes(row.index_bytes)};
}

std::vector<Row> as_text(const LandmarksReport& report) {
  std::vector<Row> rows{landmarks_header()};
  for (const Measurement& row : report.rows)
    rows.push_back(as_text(row, report.rows.front()));
  return rows;
}

std::string print_all(const std::vector<LandmarksReport>& reports,
                      const TableStyle& style) {
  std::string text;
  for (const LandmarksReport& report : reports)
    text += (text.empty() ? "" : "\n") + title(report.exercise) + "\n\n" +
            style.print(as_text(report), kLandmarksAlign);
  return text;
}

Cell whole(int number) { return static_cast<std::uint64_t>(number); }

constexpr std::array kSeries{"A*", "jps, graph of jump points", "jps, scans"};

std::size_t series_of(const Measurement& row) {
  if (row.algorithm != Algorithm::jps) return 0;
  return row.jump_graph ? 1 : 2;
}

/// The index of a measurement in words, as far as it differs from the options of most rows.
std::string label(const Measurement& row, const IndexOptions& base) {
  if (!has_landmarks(row)) return "no landmarks";
  std::string label = plural(static_cast<std::uint64_t>(row.index.landmarks.count),
                             "landmark", "landmarks");
  const auto add = [&](std::string_view word) { label += fmt::format(", {}", word); };
  if (row.index.landmarks.placement != base.landmarks.placement)
    add(name(row.index.landmarks.placement));
  if (row.index.landmarks.metric != base.landmarks.metric)
    add(name(row.index.landmarks.metric));
  if (row.index.landmarks.storage != base.landmarks.storage)
    add(name(row.index.landmarks.storage));
  return label;
}

std::string describe_base(const IndexOptions& base) {
  return fmt::format(
      "Where a row states nothing else: placement {}, metric {}, storage {}.",
      name(base.landmarks.placement), name(base.landmarks.metric),
      name(base.landmarks.storage));
}

/// The marks of a measurement, by panel.
std::vector<Mark> marks(const Measurement& row) {
  const double megabytes = static_cast<double>(row.index_bytes) * 1e-6;
  return {{row.guidance, {}, figure(row.guidance)},
          {row.expanded, {}, figure(row.expanded)},
          {row.microseconds, Interval{row.p50_us, row.p99_us}, figure(row.microseconds)},
          {megabytes, {}, figure(megabytes)}};
}

/// A row for each label; searches over the same index share it.
ChartGroup group(const LandmarksReport& report, const std::string& title) {
  ChartGroup group{title_with_count(title, report.exercise.queries.size()), {}};
  for (const Measurement& measurement : report.rows) {
    const std::string text = label(measurement, report.rows.front().index);
    auto row = std::ranges::find(group.rows, text, &ChartRow::label);
    const std::vector<Mark> panels = marks(measurement);
    if (row == group.rows.end())
      row = group.rows.insert(row,
                              {text, {panels.size(), std::vector<Mark>(kSeries.size())}});
    for (std::size_t p = 0; p < panels.size(); ++p)
      row->marks[p][series_of(measurement)] = panels[p];
  }
  return group;
}

}  // namespace

std::string print_landmarks(const std::vector<LandmarksReport>& reports) {
  return print_all(reports, kAligned);
}

std::string print_landmarks_markdown(const std::vector<LandmarksReport>& reports) {
  return print_all(reports, kMarkdown);
}

Records record_landmarks(const std::vector<LandmarksReport>& reports) {
  Records records{{"map",           "queries",     "algorithm", "jumps",    "heuristic",
                   "landmarks",     "placement",   "metric",    "storage",  "active",
                   "guidance",      "expanded",    "generated", "reopened", "microseconds",
                   "index_seconds", "index_bytes", "wrong",     "p50_us",   "p99_us"},
                  {}};
  for (const LandmarksReport& report : reports)
    for (const Measurement& row : report.rows)
      records.rows.push_back(
          {report.exercise.map_path,
           report.exercise.queries.size(),
           std::string(name(row.algorithm)),
           std::string(jumps(row)),
           std::string(name(row.heuristic)),
           whole(row.index.landmarks.count),
           std::string(of_landmarks(row, name(row.index.landmarks.placement))),
           std::string(of_landmarks(row, name(row.index.landmarks.metric))),
           std::string(of_landmarks(row, name(row.index.landmarks.storage))),
           whole(0),  // all active; there once was a choice
           Decimal{row.guidance, 6},
           Decimal{row.expanded, 3},
           Decimal{row.generated, 3},
           Decimal{row.reopened, 3},
           Decimal{row.microseconds, 3},
           Decimal{row.index_seconds, 6},
           row.index_bytes,
           row.wrong,
           Decimal{row.p50_us, 3},
           Decimal{row.p99_us, 3}});
  return records;
}

Result<std::string> plot_landmarks(const std::vector<LandmarksReport>& reports,
                                   PictureFormat format) {
  Chart chart{
      .title = "Searches with and without landmarks",
      .notes = {"Marks: means per query, on one thread. Lines: from the 50th to the 99th "
                "percentile of single queries.",
                describe_base(reports.front().rows.front().index)},
      .series = {kSeries.begin(), kSeries.end()},
      .quantities = {{.name = "lower bound / path cost", .ratio = true},
                     {.name = "cells expanded"},
                     {.name = "time (µs)"},
                     {.name = "index (MB)"}},
      .groups = {}};
  const std::vector<std::string> titles = map_titles(maps_of(reports));
  for (std::size_t i = 0; i < reports.size(); ++i)
    chart.groups.push_back(group(reports[i], titles[i]));
  return draw(chart, format);
}

}  // namespace throng::cli

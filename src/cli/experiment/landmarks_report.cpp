#include "landmarks_report.hpp"

#include "../text.hpp"
#include "exercises.hpp"

#include <fmt/format.h>
#include <iterator>

namespace throng::cli {

using experiment::LandmarksReport;
using experiment::Measurement;

namespace {

constexpr std::string_view kLandmarksAlign = "lllllllrrrrrrrrr";

bool has_landmarks(const Measurement& row) { return row.index.landmarks > 0; }

/// How jump point search finds its jump points.
std::string_view jumps(const Measurement& row) {
  if (row.search.algorithm != Algorithm::jps) return "none";
  return row.jump_graph ? "graph" : "scan";
}

/// `word`, which describes landmarks; empty if there are none.
std::string_view of_landmarks(const Measurement& row, std::string_view word) {
  return has_landmarks(row) ? word : std::string_view();
}

Row landmarks_header() {
  return {"algorithm", "heuristic", "K",          "placement", "metric",    "storage",
          "active",    "h/optimal", "expanded",   "of plain",  "generated", "reopened",
          "time",      "speed-up",  "index time", "index"};
}

Row as_text(const Measurement& row, const Measurement& plain) {
  std::string algorithm(name(row.search.algorithm));
  if (row.search.algorithm == Algorithm::jps) algorithm += fmt::format(", {}", jumps(row));
  const int active = row.search.active_landmarks;
  return {algorithm,
          std::string(name(row.search.heuristic)),
          has_landmarks(row) ? std::to_string(row.index.landmarks) : "",
          std::string(of_landmarks(row, name(row.index.placement))),
          std::string(of_landmarks(row, name(row.index.metric))),
          std::string(of_landmarks(row, name(row.index.storage))),
          std::string(of_landmarks(row, active > 0 ? std::to_string(active) : "all")),
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

}  // namespace

std::string print_landmarks(const std::vector<LandmarksReport>& reports) {
  return print_all(reports, kAligned);
}

std::string print_landmarks_markdown(const std::vector<LandmarksReport>& reports) {
  return print_all(reports, kMarkdown);
}

std::string print_landmarks_csv(const std::vector<LandmarksReport>& reports) {
  fmt::memory_buffer text;
  const auto end = std::back_inserter(text);
  fmt::format_to(end,
                 "map,queries,algorithm,jumps,heuristic,landmarks,placement,metric,storage,"
                 "active,guidance,expanded,generated,reopened,microseconds,index_seconds,"
                 "index_bytes,wrong\n");
  for (const LandmarksReport& report : reports)
    for (const Measurement& row : report.rows)
      fmt::format_to(
          end,
          "{},{},{},{},{},{},{},{},{},{},{:.6f},{:.3f},{:.3f},{:.3f},{:.3f},{:.6f},{},{}\n",
          csv_field(report.exercise.map_path), report.exercise.queries.size(),
          name(row.search.algorithm), jumps(row), name(row.search.heuristic),
          row.index.landmarks, of_landmarks(row, name(row.index.placement)),
          of_landmarks(row, name(row.index.metric)),
          of_landmarks(row, name(row.index.storage)), row.search.active_landmarks,
          row.guidance, row.expanded, row.generated, row.reopened, row.microseconds,
          row.index_seconds, row.index_bytes, row.wrong);
  return fmt::to_string(text);
}

}  // namespace throng::cli

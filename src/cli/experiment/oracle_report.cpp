#include "oracle_report.hpp"

#include "../picture/scatter.hpp"
#include "../text.hpp"
#include "exercises.hpp"

#include <filesystem>
#include <fmt/format.h>
#include <iterator>
#include <string_view>
#include <utility>

namespace throng::cli {

using experiment::kOracleEngines;
using experiment::OracleReport;
using experiment::OracleRow;
using experiment::Refusal;

namespace {

constexpr std::string_view kOracleAlign = "llrrrrrrrr";

Row oracle_header() {
  return {"map",      "engine", "index time", "index", "distances",
          "speed-up", "paths",  "speed-up",   "p50",   "p99"};
}

std::string as_text(const Refusal& refusal) {
  if (!refusal.no_hubs.empty()) return refusal.no_hubs;
  return fmt::format("labels of cells do not fit: those of {} leave too little of {} MB",
                     plural(refusal.corners, "corner", "corners"),
                     refusal.hub_memory >> 20);
}

std::string speed_up(double plain, double mine) { return rounded(plain / mine); }

Row as_text(const std::string& map, std::string_view engine, const OracleRow& row,
            const OracleRow& plain) {
  Row cells{map, std::string(engine)};
  if (row.refusal) {
    cells.emplace_back("refused");
    cells.resize(kOracleAlign.size());
    return cells;
  }
  const bool indexed = row.index_bytes > 0;
  const auto time = [](double microseconds) { return seconds(microseconds * 1e-6); };
  cells.insert(
      cells.end(),
      {indexed ? seconds(row.index_seconds) : "none",
       indexed ? bytes(row.index_bytes) : "none", time(row.distance_us),
       speed_up(plain.distance_us, row.distance_us), time(row.path_us),
       speed_up(plain.path_us, row.path_us), time(row.path_p50_us), time(row.path_p99_us)});
  return cells;
}

template <class Visit>  // (report, engine, row)
void for_each_row(const std::vector<OracleReport>& reports, Visit visit) {
  for (const OracleReport& report : reports)
    for (std::size_t i = 0; i < report.rows.size(); ++i)
      visit(report, kOracleEngines[i], report.rows[i]);
}

std::vector<Row> as_text(const std::vector<OracleReport>& reports) {
  std::vector<Row> rows{oracle_header()};
  for_each_row(reports, [&](const OracleReport& report, std::string_view engine,
                            const OracleRow& row) {
    rows.push_back(
        as_text(one_line(report.exercise.map_path), engine, row, report.rows.front()));
  });
  return rows;
}

/// The maps, and why they lack engines.
std::vector<std::string> notes(const std::vector<OracleReport>& reports) {
  std::vector<std::string> lines;
  for (const OracleReport& report : reports) lines.push_back(title(report.exercise));
  for_each_row(reports, [&](const OracleReport& report, std::string_view engine,
                            const OracleRow& row) {
    if (row.refusal)
      lines.push_back(fmt::format("{}, {} refused: {}", one_line(report.exercise.map_path),
                                  engine, as_text(*row.refusal)));
  });
  return lines;
}

std::string print_all(const std::vector<OracleReport>& reports, const TableStyle& style) {
  return style.print(as_text(reports), kOracleAlign) + "\n" +
         print_notes(notes(reports), style);
}

/// Lists the maps by their numbers in the dots, as many per line as fit.
std::vector<std::string> number_maps(const std::vector<OracleReport>& reports) {
  constexpr std::size_t kMostLetters = 130;
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < reports.size(); ++i) {
    const std::filesystem::path path(reports[i].exercise.map_path);
    const std::string entry = fmt::format("{}: {}", i + 1, path.stem().string());
    if (lines.empty() || lines.back().size() + entry.size() > kMostLetters)
      lines.push_back(entry);
    else
      lines.back() += "    " + entry;
  }
  return lines;
}

ScatterPanel panel(const std::vector<OracleReport>& reports, std::string title,
                   double OracleRow::*time_us) {
  ScatterPanel panel{std::move(title), {}};
  for (std::size_t map = 0; map < reports.size(); ++map)
    for (std::size_t i = 0; i < kOracleEngines.size(); ++i) {
      const OracleRow& row = reports[map].rows[i];
      if (row.refusal) continue;
      panel.dots.push_back({i, std::to_string(map + 1),
                            static_cast<double>(row.index_bytes), row.*time_us * 1e-6});
    }
  return panel;
}

std::string byte_tick(double value) { return bytes(static_cast<std::size_t>(value)); }

}  // namespace

std::string print_oracle(const std::vector<OracleReport>& reports) {
  return print_all(reports, kAligned);
}

std::string print_oracle_markdown(const std::vector<OracleReport>& reports) {
  return print_all(reports, kMarkdown);
}

std::string print_oracle_csv(const std::vector<OracleReport>& reports) {
  std::string text =
      "map,queries,engine,index_seconds,index_bytes,distance_us,distance_speedup,path_us,"
      "path_speedup,path_p50_us,path_p99_us,wrong,refusal\n";
  const auto end = std::back_inserter(text);
  for_each_row(reports, [&](const OracleReport& report, std::string_view engine,
                            const OracleRow& row) {
    fmt::format_to(end, "{},{},{},", csv_field(report.exercise.map_path),
                   report.exercise.queries.size(), engine);
    if (row.refusal) {
      fmt::format_to(end, ",,,,,,,,,{}\n", csv_field(as_text(*row.refusal)));
      return;
    }
    const OracleRow& plain = report.rows.front();
    fmt::format_to(
        end, "{:.6f},{},{:.4f},{:.3f},{:.4f},{:.3f},{:.4f},{:.4f},{},\n", row.index_seconds,
        row.index_bytes, row.distance_us, plain.distance_us / row.distance_us, row.path_us,
        plain.path_us / row.path_us, row.path_p50_us, row.path_p99_us, row.wrong.size());
  });
  return text;
}

Result<std::string> plot_oracle(const std::vector<OracleReport>& reports) {
  Scatter scatter{.title = "Time of a query against memory of the index",
                  .notes = number_maps(reports),
                  .series = {kOracleEngines.begin(), kOracleEngines.end()},
                  .print_x = byte_tick,
                  .print_y = seconds,
                  .panels = {panel(reports, "with paths", &OracleRow::path_us),
                             panel(reports, "distances only", &OracleRow::distance_us)}};
  const Result<Image> image = paint(scatter);
  if (!image) return image.failure();
  return print_png(*image);
}

}  // namespace throng::cli

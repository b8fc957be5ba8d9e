#include "oracle_report.hpp"

#include "../picture/chart.hpp"
#include "../text.hpp"
#include "exercises.hpp"
#include "map_titles.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
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

Mark mark(double value) { return {value, {}, figure(value)}; }

/// The marks of an engine, by panel. Of paths the median, since the mean of whole batches
/// has no clock readings in it, as the percentiles have, and may lie below them.
std::vector<Mark> marks(const OracleRow& row) {
  if (row.refusal) return {{.text = "refused"}, {}, {}, {}};
  Mark paths = mark(row.path_p50_us);
  paths.spread = Interval{row.path_p50_us, row.path_p99_us};
  if (row.index_bytes == 0)
    return {paths, mark(row.distance_us), {.text = "none"}, {.text = "none"}};
  return {paths, mark(row.distance_us), mark(static_cast<double>(row.index_bytes) * 1e-6),
          mark(row.index_seconds * 1e3)};
}

ChartGroup group(const OracleReport& report, const std::string& title) {
  ChartGroup group{title_with_count(title, report.exercise.queries.size()), {}};
  for (std::size_t i = 0; i < report.rows.size(); ++i) {
    ChartRow row{std::string(kOracleEngines[i]), {}};
    for (Mark& mark : marks(report.rows[i])) row.marks.push_back({std::move(mark)});
    group.rows.push_back(std::move(row));
  }
  return group;
}

}  // namespace

std::string print_oracle(const std::vector<OracleReport>& reports) {
  return print_all(reports, kAligned);
}

std::string print_oracle_markdown(const std::vector<OracleReport>& reports) {
  return print_all(reports, kMarkdown);
}

Records record_oracle(const std::vector<OracleReport>& reports) {
  Records records{{"map", "queries", "engine", "index_seconds", "index_bytes",
                   "distance_us", "distance_speedup", "path_us", "path_speedup",
                   "path_p50_us", "path_p99_us", "wrong", "refusal"},
                  {}};
  for_each_row(reports, [&](const OracleReport& report, std::string_view engine,
                            const OracleRow& row) {
    std::vector<Cell>& cells = records.rows.emplace_back(std::vector<Cell>{
        report.exercise.map_path, report.exercise.queries.size(), std::string(engine)});
    if (row.refusal) {
      cells.resize(records.columns.size());
      cells.back() = as_text(*row.refusal);
      return;
    }
    const OracleRow& plain = report.rows.front();
    cells.insert(
        cells.end(),
        {Decimal{row.index_seconds, 6}, row.index_bytes, Decimal{row.distance_us, 4},
         Decimal{plain.distance_us / row.distance_us, 3}, Decimal{row.path_us, 4},
         Decimal{plain.path_us / row.path_us, 3}, Decimal{row.path_p50_us, 4},
         Decimal{row.path_p99_us, 4}, row.wrong.size(), std::monostate()});
  });
  return records;
}

Result<std::string> plot_oracle(const std::vector<OracleReport>& reports,
                                PictureFormat format) {
  Chart chart{.title = "Hub labels and searches: time of a query, cost of the index",
              .notes = {"Time with path: median and 99th percentile of single queries, "
                        "with two clock readings. Time without path: mean. One thread."},
              .series = {"engine"},
              .quantities = {{.name = "time with path (µs)"},
                             {.name = "time without path (µs)"},
                             {.name = "index (MB)"},
                             {.name = "index build time (ms)"}},
              .groups = {}};
  const auto refused = [](const OracleReport& report) {
    return std::ranges::any_of(report.rows, &std::optional<Refusal>::has_value,
                               &OracleRow::refusal);
  };
  if (std::ranges::any_of(reports, refused))
    chart.notes.emplace_back("refused: the hub labels do not fit; the table states why.");
  const std::vector<std::string> titles = map_titles(maps_of(reports));
  for (std::size_t i = 0; i < reports.size(); ++i)
    chart.groups.push_back(group(reports[i], titles[i]));
  return draw(chart, format);
}

}  // namespace throng::cli

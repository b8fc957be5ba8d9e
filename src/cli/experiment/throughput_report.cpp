#include "throughput_report.hpp"

#include "../picture/chart.hpp"
#include "../text.hpp"
#include "exercises.hpp"
#include "map_titles.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fmt/format.h>
#include <set>
#include <string_view>
#include <utility>

namespace throng::cli {

using experiment::Combination;
using Entries = std::vector<ThroughputEntry>;

namespace {

constexpr std::string_view kAlign = "lllrrlrrrrrrr";

Row header() {
  return {"map",    "algorithm", "heuristic", "landmarks", "threads",
          "engine", "queries/s", "slowest",   "fastest",   "speed-up",
          "p50",    "p99",       "index"};
}

std::string speed(double queries_per_second) {
  return count(static_cast<std::uint64_t>(std::llround(queries_per_second)));
}

/// The median speed of the first measured row of the same map; 0: there is none.
double first_speed(const Entries& entries, const std::string& map) {
  const auto first = std::ranges::find_if(entries, [&](const ThroughputEntry& entry) {
    return entry.problem.map == map && !entry.row.runs.empty();
  });
  return first == entries.end() ? 0 : summarize(first->row.runs).median;
}

Row as_text(const ThroughputEntry& entry, const Entries& entries) {
  const auto& [problem, row, origin] = entry;
  Row cells{one_line(problem.map), std::string(name(row.combination.algorithm)),
            std::string(name(row.combination.heuristic)),
            std::to_string(row.combination.landmarks),
            std::to_string(row.combination.threads)};
  if (row.runs.empty()) {
    cells.emplace_back("refused");
    cells.resize(kAlign.size());
    return cells;
  }
  const RunSummary runs = summarize(row.runs);
  cells.insert(cells.end(),
               {row.engine, speed(runs.median), speed(runs.slowest), speed(runs.fastest),
                rounded(runs.median / first_speed(entries, problem.map)),
                seconds(runs.p50_us * 1e-6), seconds(runs.p99_us * 1e-6),
                row.index_bytes > 0 ? bytes(row.index_bytes) : "none"});
  return cells;
}

std::string label(const Combination& combination) {
  std::string text(name(combination.algorithm));
  if (combination.heuristic != Heuristic::automatic)
    text += fmt::format(", {}", name(combination.heuristic));
  if (combination.landmarks > 0)
    text += ", " + plural(static_cast<std::uint64_t>(combination.landmarks), "landmark",
                          "landmarks");
  return text;
}

std::string queries_text(const Problem& problem) {
  const std::string from = problem.scenario.empty()
                               ? fmt::format("at random, seed {}", problem.seed)
                               : "of " + one_line(problem.scenario);
  return fmt::format("{}: {} ({})", one_line(problem.map),
                     plural(problem.queries, "query", "queries"), from);
}

/// The queries of each map, and why rows were refused or are wrong.
std::vector<std::string> notes(const Entries& entries) {
  std::vector<std::string> lines;
  for (const ThroughputEntry& entry : entries)
    if (const std::string line = queries_text(entry.problem);
        std::ranges::find(lines, line) == lines.end())
      lines.push_back(line);
  for (const auto& [problem, row, origin] : entries)
    if (!row.refusal.empty())
      lines.push_back(fmt::format("{}, {} refused: {}", one_line(problem.map),
                                  label(row.combination), one_line(row.refusal)));
  return lines;
}

std::string print_all(const Entries& entries, const TableStyle& style) {
  std::vector<Row> rows{header()};
  for (const ThroughputEntry& entry : entries) rows.push_back(as_text(entry, entries));
  return style.print(rows, kAlign) + "\n" + print_notes(notes(entries), style);
}

/// The numbers of threads, ascending: the series of the chart.
std::vector<int> thread_counts(const Entries& entries) {
  std::set<int> counts;
  for (const ThroughputEntry& entry : entries) counts.insert(entry.row.combination.threads);
  return {counts.begin(), counts.end()};
}

/// The marks of a row of the table, by panel.
std::vector<Mark> marks(const experiment::ThroughputRow& row) {
  if (row.runs.empty()) return {{.text = "refused"}, {}, {}};
  const RunSummary runs = summarize(row.runs);
  return {{runs.median, Interval{runs.slowest, runs.fastest}, figure(runs.median)},
          {runs.p50_us, Interval{runs.p50_us, runs.p99_us}, figure(runs.p50_us)},
          row.index_bytes > 0 ? Mark{static_cast<double>(row.index_bytes) * 1e-6,
                                     {},
                                     figure(static_cast<double>(row.index_bytes) * 1e-6)}
                              : Mark{.text = "none"}};
}

/// Adds a row of the table to the chart's rows of its map.
void add_marks(const experiment::ThroughputRow& row, const std::vector<int>& threads,
               ChartGroup& group) {
  const std::string text = label(row.combination);
  auto place = std::ranges::find(group.rows, text, &ChartRow::label);
  if (place == group.rows.end())
    place = group.rows.insert(place, {text, {3, std::vector<Mark>(threads.size())}});
  const auto series = std::ranges::find(threads, row.combination.threads) - threads.begin();
  std::vector<Mark> panels = marks(row);
  for (std::size_t panel = 0; panel < panels.size(); ++panel)
    place->marks[panel][static_cast<std::size_t>(series)] = std::move(panels[panel]);
}

}  // namespace

std::vector<std::string> throughput_maps(const Entries& entries) {
  std::vector<std::string> maps;
  for (const ThroughputEntry& entry : entries)
    if (std::ranges::find(maps, entry.problem.map) == maps.end())
      maps.push_back(entry.problem.map);
  return maps;
}

std::string print_throughput(const Entries& entries) {
  return print_all(entries, kAligned);
}

std::string print_throughput_markdown(const Entries& entries) {
  return print_all(entries, kMarkdown);
}

Result<std::string> plot_throughput(const Entries& entries, PictureFormat format) {
  Chart chart{.title = "Throughput of batches with paths",
              .notes = {"Speed: the median of all repeats; lines lead from the slowest to "
                        "the fastest. Time of a query: the median, and a line to the 99th "
                        "percentile."},
              .series = {},
              .quantities = {{.name = "speed (queries/s)"},
                             {.name = "time of a query (µs)"},
                             {.name = "index (MB)"}},
              .groups = {}};
  const std::vector<int> threads = thread_counts(entries);
  for (const int n : threads)
    chart.series.push_back(plural(static_cast<std::uint64_t>(n), "thread", "threads"));
  const std::vector<std::string> maps = throughput_maps(entries);
  const std::vector<std::string> titles = map_titles(maps);
  for (std::size_t i = 0; i < maps.size(); ++i) {
    ChartGroup group;
    for (const ThroughputEntry& entry : entries)
      if (entry.problem.map == maps[i]) {
        group.title = title_with_count(titles[i], entry.problem.queries);
        add_marks(entry.row, threads, group);
      }
    chart.groups.push_back(std::move(group));
  }
  return draw(chart, format);
}

}  // namespace throng::cli

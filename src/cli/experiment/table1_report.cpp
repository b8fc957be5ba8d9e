#include "table1_report.hpp"

#include "../../experiment/spread.hpp"
#include "../../experiment/table1_paper.hpp"
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

using experiment::contenders;
using experiment::Figures;
using experiment::paper_figures;
using experiment::PaperFigures;
using experiment::PaperMaps;
using experiment::Table1Part;

namespace {

constexpr std::string_view kTable1Align = "lrrrrrrrr";

Row table1_header() {
  return {"search",    "path cost", "estimate",  "of cost", "nodes",
          "of octile", "time",      "of octile", "reopened"};
}

std::string share(double part, double whole) {
  const double percent = 100 * part / whole;
  return fmt::format("{:.{}f} %", percent, percent < 9.95 ? 1 : 0);
}

Row as_text(std::string_view search, const Figures& figures, const Figures& octile) {
  if (!figures.refusal.empty()) {
    Row row{std::string(search), "refused"};
    row.resize(kTable1Align.size());
    return row;
  }
  return {std::string(search),
          rounded(figures.path_cost),
          rounded(figures.estimate),
          fmt::format("{:.1f} %", 100 * figures.estimate / figures.path_cost),
          rounded(figures.nodes),
          share(figures.nodes, octile.nodes),
          seconds(figures.microseconds * 1e-6),
          share(figures.microseconds, octile.microseconds),
          rounded(figures.reopened)};
}

/// The paper's figures in the form of ours.
std::optional<Figures> in_2006(const Table1Part& part, std::size_t contender) {
  const PaperFigures* const paper = paper_figures(part.paper, part.section, contender);
  if (paper == nullptr) return std::nullopt;
  return Figures{.path_cost = paper->path_cost,
                 .estimate = paper->estimate,
                 .nodes = paper->nodes,
                 .microseconds = 1e3 * paper->milliseconds};
}

std::vector<Row> as_text(const Table1Part& part) {
  std::vector<Row> rows{table1_header()};
  const std::optional<Figures> paper_octile = in_2006(part, 0);
  for (std::size_t i = 0; i < part.figures.size(); ++i) {
    const std::string_view search = contenders()[i].name;
    rows.push_back(as_text(search, part.figures[i], part.figures.front()));
    const std::optional<Figures> paper = in_2006(part, i);
    if (!paper) continue;
    rows.push_back(as_text(fmt::format("{}, 2006", search), *paper, *paper_octile));
    rows.back().back() = "";  // not in the paper
  }
  return rows;
}

std::string title(const Table1Part& part) {
  return fmt::format("{}, {}: {}", one_line(part.label), name(part.section),
                     plural(part.queries, "query", "queries"));
}

bool is_in_paper(const Table1Part& part) { return part.paper != PaperMaps::none; }

bool shows(const std::vector<Table1Part>& parts, PaperMaps maps) {
  return std::any_of(parts.begin(), parts.end(),
                     [&](const Table1Part& part) { return part.paper == maps; });
}

std::string reason(const Figures& figures) {
  return figures.refusal + "; --gate-memory MB raises the limit";
}

/// Why searches were left out of a map, once for all of them.
std::vector<std::string> refusals(const std::vector<Table1Part>& parts) {
  std::vector<std::string> lines;
  for (const Table1Part& part : parts)
    for (const Figures& figures : part.figures) {
      if (figures.refusal.empty()) continue;
      std::string line = fmt::format("refused: {}", one_line(reason(figures)));
      if (std::ranges::find(lines, line) == lines.end()) lines.push_back(std::move(line));
    }
  return lines;
}

/// Notes on refusals and for the comparison with the paper's figures.
std::vector<std::string> notes(const std::vector<Table1Part>& parts) {
  std::vector<std::string> lines = refusals(parts);
  lines.emplace_back(
      "nodes: cells expanded; textbook A* counts what the paper's A* may have counted; "
      "all other searches skip symmetric moves and expand no cell that has only such "
      "moves");
  if (shows(parts, PaperMaps::demo))
    lines.emplace_back("demo map: drawn by hand after Figure 1, not the paper's own");
  if (shows(parts, PaperMaps::game))
    lines.emplace_back(
        "game maps: the paper names only AR0205SR (Figure 5) of its nine; these are the "
        "nine largest maps smaller than AR0406SR, which it calls the largest; no other "
        "selection tried came closer to its path costs");
  if (shows(parts, PaperMaps::large)) lines.emplace_back("large map: AR0406SR (Figure 6)");
  return lines;
}

std::string print_all(const std::vector<Table1Part>& parts, const TableStyle& style) {
  std::string text;
  for (const Table1Part& part : parts)
    text += title(part) + "\n\n" + style.print(as_text(part), kTable1Align) + "\n";
  return text + print_notes(notes(parts), style);
}

Mark mark(double value, double octile) {
  return {value / octile, {}, figure(value / octile)};
}

/// The marks of a search, by panel: nodes and time relative to those of plain A*.
std::vector<Mark> marks(const Figures& figures, const Figures& octile) {
  if (!figures.refusal.empty()) return {{.text = "refused"}, {}};
  Mark time = mark(figures.microseconds, octile.microseconds);
  if (!figures.latencies.empty()) {
    const experiment::Spread spread = experiment::spread(figures.latencies);
    time.spread =
        Interval{spread.p50 / octile.microseconds, spread.p99 / octile.microseconds};
  }
  return {mark(figures.nodes, octile.nodes), time};
}

ChartRow chart_row(const Table1Part& part, std::size_t contender) {
  ChartRow row{std::string(contenders()[contender].name), {}};
  for (Mark& mark : marks(part.figures[contender], part.figures.front()))
    row.marks.push_back({std::move(mark)});
  if (!is_in_paper(part)) return row;
  std::vector<Mark> papers(row.marks.size());
  if (const std::optional<Figures> paper = in_2006(part, contender))
    papers = marks(*paper, *in_2006(part, 0));
  for (std::size_t p = 0; p < papers.size(); ++p)
    row.marks[p].push_back(std::move(papers[p]));
  return row;
}

/// "caves, top10 (n = 1,000 queries)"
ChartGroup chart_group(const Table1Part& part, const std::string& map) {
  const std::string label = is_in_paper(part) ? part.label : map;
  ChartGroup group{
      title_with_count(fmt::format("{}, {}", label, name(part.section)), part.queries), {}};
  for (std::size_t i = 0; i < part.figures.size(); ++i)
    group.rows.push_back(chart_row(part, i));
  return group;
}

}  // namespace

std::string print_table1(const std::vector<Table1Part>& parts) {
  return print_all(parts, kAligned);
}

std::string print_table1_markdown(const std::vector<Table1Part>& parts) {
  return print_all(parts, kMarkdown);
}

Records record_table1(const std::vector<Table1Part>& parts) {
  Records records{
      {"map", "section", "heuristic", "path_cost", "estimate", "nodes", "time_us",
       "reopened", "queries", "time_p50_us", "time_p99_us", "wrong", "refusal"},
      {}};
  for (const Table1Part& part : parts)
    for (std::size_t i = 0; i < part.figures.size(); ++i) {
      const Figures& figures = part.figures[i];
      std::vector<Cell>& cells = records.rows.emplace_back(std::vector<Cell>{
          part.label, std::string(name(part.section)), std::string(contenders()[i].name)});
      if (!figures.refusal.empty()) {
        cells.resize(records.columns.size());
        cells.back() = reason(figures);
        continue;
      }
      const experiment::Spread latencies = experiment::spread(figures.latencies);
      cells.insert(cells.end(),
                   {Decimal{figures.path_cost, 3}, Decimal{figures.estimate, 3},
                    Decimal{figures.nodes, 3}, Decimal{figures.microseconds, 3},
                    Decimal{figures.reopened, 3}, part.queries, Decimal{latencies.p50, 3},
                    Decimal{latencies.p99, 3}, figures.wrong, std::monostate()});
    }
  return records;
}

std::vector<std::string> table1_maps(const std::vector<Table1Part>& parts) {
  std::vector<std::string> maps;
  for (const Table1Part& part : parts)
    for (const std::string& map : part.maps)
      if (std::ranges::find(maps, map) == maps.end()) maps.push_back(map);
  return maps;
}

Result<std::string> plot_table1(const std::vector<Table1Part>& parts,
                                PictureFormat format) {
  Chart chart{.title = "Searches guided by dead ends, gates and landmarks",
              .notes = {"Marks: means over the queries, relative to plain A* (octile). "
                        "Lines: from the 50th to the 99th percentile of single queries."},
              .series = {"throng"},
              .quantities = {{.name = "cells expanded (plain A* = 1)", .ratio = true},
                             {.name = "time (plain A* = 1)", .ratio = true}},
              .groups = {}};
  if (std::any_of(parts.begin(), parts.end(), is_in_paper)) {
    chart.series.emplace_back("2006");
    chart.notes.emplace_back(
        "2006: Table 1 of Bjornsson and Halldorsson, \"Improved Heuristics for Optimal "
        "Pathfinding on Game Maps\" (AIIDE 2006), on a 3.0 GHz personal computer.");
  }
  if (!refusals(parts).empty())
    chart.notes.emplace_back("refused: the gates exceed the memory limit, --gate-memory.");
  const std::vector<std::string> maps = table1_maps(parts), titles = map_titles(maps);
  for (const Table1Part& part : parts) {
    const auto map = std::ranges::find(maps, part.maps.front()) - maps.begin();
    chart.groups.push_back(chart_group(part, titles[static_cast<std::size_t>(map)]));
  }
  return draw(chart, format);
}

}  // namespace throng::cli

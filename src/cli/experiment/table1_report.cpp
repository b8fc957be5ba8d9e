#include "table1_report.hpp"

#include "../../experiment/table1_paper.hpp"
#include "../picture/chart.hpp"
#include "../text.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <optional>
#include <string_view>

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

/// Notes for the comparison with the paper's figures.
std::vector<std::string> notes(const std::vector<Table1Part>& parts) {
  std::vector<std::string> lines{
      "nodes: cells expanded; textbook A* counts what the paper's A* may have counted; "
      "all other searches skip symmetric moves and expand no cell that has only such "
      "moves"};
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

Bar bar(double value, double octile, const std::string& text) {
  return {value / octile, fmt::format("{} ({})", text, share(value, octile))};
}

Bar nodes_bar(const Figures& figures, const Figures& octile) {
  return bar(figures.nodes, octile.nodes, rounded(figures.nodes));
}

Bar time_bar(const Figures& figures, const Figures& octile) {
  return bar(figures.microseconds, octile.microseconds,
             seconds(figures.microseconds * 1e-6));
}

Panel panel(const Table1Part& part, std::string_view what,
            Bar (*make_bar)(const Figures&, const Figures&)) {
  Panel panel{fmt::format("{}, {}: {}", one_line(part.label), name(part.section), what),
              {}};
  for (std::size_t i = 0; i < part.figures.size(); ++i) {
    // Far slower than all others: its bar would leave no room for the other bars.
    if (contenders()[i].search.algorithm == Algorithm::textbook) continue;
    BarRow row{std::string(contenders()[i].name), {}};
    row.bars.push_back(make_bar(part.figures[i], part.figures.front()));
    if (const std::optional<Figures> paper = in_2006(part, i))
      row.bars.push_back(make_bar(*paper, *in_2006(part, 0)));
    panel.rows.push_back(std::move(row));
  }
  return panel;
}

}  // namespace

std::string print_table1(const std::vector<Table1Part>& parts) {
  return print_all(parts, kAligned);
}

std::string print_table1_markdown(const std::vector<Table1Part>& parts) {
  return print_all(parts, kMarkdown);
}

std::string print_table1_csv(const std::vector<Table1Part>& parts) {
  std::string text = "map,section,heuristic,path_cost,estimate,nodes,time_us,reopened\n";
  for (const Table1Part& part : parts)
    for (std::size_t i = 0; i < part.figures.size(); ++i) {
      const Figures& figures = part.figures[i];
      fmt::format_to(std::back_inserter(text),
                     "{},{},{},{:.3f},{:.3f},{:.3f},{:.3f},{:.3f}\n", csv_field(part.label),
                     name(part.section), contenders()[i].name, figures.path_cost,
                     figures.estimate, figures.nodes, figures.microseconds,
                     figures.reopened);
    }
  return text;
}

Result<std::string> plot_table1(const std::vector<Table1Part>& parts) {
  Chart chart{.title = "Searches guided by dead ends, gates and landmarks",
              .notes = {"Means over the queries; bar lengths and percentages are relative "
                        "to plain A* (octile)."},
              .series = {"throng"},
              .columns = 2,
              .panels = {}};
  if (std::any_of(parts.begin(), parts.end(), is_in_paper)) {
    chart.series.emplace_back("2006");
    chart.notes.emplace_back(
        "2006: Table 1 of Bjornsson and Halldorsson, \"Improved Heuristics for Optimal "
        "Pathfinding on Game Maps\" (AIIDE 2006), on a 3.0 GHz personal computer.");
  }
  for (const Table1Part& part : parts) {
    chart.panels.push_back(panel(part, "nodes", nodes_bar));
    chart.panels.push_back(panel(part, "time", time_bar));
  }
  const Result<Image> image = paint(chart);
  if (!image) return image.failure();
  return print_png(*image);
}

}  // namespace throng::cli

#include "table2_report.hpp"

#include "../picture/chart.hpp"
#include "../text.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <fmt/format.h>
#include <string_view>

namespace throng::cli {

using experiment::GridFigures;
using experiment::kMostExpansions;
using experiment::paper_grids;
using experiment::PaperGrid;
using experiment::PaperTrials;
using experiment::Table2;
using experiment::TrialFigures;
using experiment::TrialsRow;

namespace {

constexpr const char* kYear = "2002";

std::string ratio(double value) { return fmt::format("{:.3f}", value); }

/// The quantity of a column, ours and the paper's.
struct Column {
  std::string_view name;
  double TrialFigures::*ours;
  double PaperTrials::*papers;
};

constexpr std::array kColumns{
    Column{"path", &TrialFigures::path, &PaperTrials::path},
    Column{"nodes", &TrialFigures::nodes, &PaperTrials::nodes},
    Column{"time", &TrialFigures::microseconds, &PaperTrials::time}};

/// Sum on the tex grid over sum on the tile grid. Pre: at least one trial counts.
double ratio_of(const TrialsRow& row, const Column& column) {
  return row.tex.*column.ours / row.tile.*column.ours;
}

std::string size(const TrialsRow& row) { return fmt::format("{0} x {0}", row.paper.side); }

constexpr std::string_view kGridAlign = "lrrrrrrr";

std::vector<Row> as_text(const std::vector<GridFigures>& grids) {
  std::vector<Row> rows{
      {"grid", "neighbours", "branching", kYear, "depth", kYear, "branching^depth", kYear}};
  for (std::size_t i = 0; i < grids.size(); ++i) {
    const GridFigures& grid = grids[i];
    const PaperGrid& paper = paper_grids()[i];
    rows.push_back({std::string(grid.name), std::to_string(grid.neighbours),
                    ratio(grid.branching), fmt::format("{}", paper.branching),
                    ratio(grid.depth), fmt::format("{:.2f}", paper.depth),
                    ratio(std::pow(grid.branching, grid.depth)),
                    fmt::format("{:.2f}", paper.growth)});
  }
  return rows;
}

constexpr std::string_view kTrialsAlign = "lrrrrrrrrrrrrrrr";

Row as_text(const TrialsRow& row) {
  Row cells{size(row), fmt::format("{} %", row.paper.obstacles_percent), count(row.trials),
            count(row.paper.trials)};
  for (const Column& column : kColumns) {
    cells.push_back(row.trials > 0 ? ratio(ratio_of(row, column)) : "");
    cells.push_back(ratio(row.paper.*column.papers));
    if (column.name == "nodes")
      cells.push_back(row.trials > 0 ? ratio(row.median_nodes) : "");
  }
  cells.push_back(rounded(row.tile.nodes));
  cells.push_back(rounded(row.tex.nodes));
  cells.push_back(count(row.unfair));
  cells.push_back(count(row.tile_cut_short));
  cells.push_back(count(row.tex_cut_short));
  return cells;
}

std::vector<Row> as_text(const std::vector<TrialsRow>& trials) {
  std::vector<Row> rows{{"map", "obstacles", "trials", kYear, "path", kYear, "nodes", kYear,
                         "median", "time", kYear, "tile nodes", "tex nodes", "unfair",
                         "cut: tile", "cut: tex"}};
  for (const TrialsRow& row : trials) rows.push_back(as_text(row));
  return rows;
}

/// Notes for the comparison with the paper's figures.
std::vector<std::string> notes() {
  return {
      "path, nodes, time: sum over all trials on the tex grid / sum on the tile grid (the "
      "paper's path ratio without obstacles is of this kind; the mean of the trials' own "
      "ratios would be 0.827 on 10 x 10); nodes: cells expanded, in all iterations",
      "0 %: the bounds are exact, so both searches walk straight to the goal and expand "
      "only the nodes of the paths; the paper's ratio falls as the map grows, which "
      "requires a search that does more, and the paper does not state what",
      "10 % and more: nodes and time depend on the few most expensive trials, those with "
      "the longest detours, and vary with seed and number of trials (10 x 10, 10 %: nodes "
      "0.28 to 0.57 with five seeds); median: of the trials' own ratios of nodes",
      "unfair: pairs drawn again because only the tex grid has a path; unfair steps, "
      "between two obstacles that touch at a corner, are illegal here (the paper checks "
      "them at each node, which costs its searches time); the paper does not state what "
      "else it removed, which may be why its path ratio is greater at 30 %",
      fmt::format("cut: trials left out because a search on the tile or the tex grid "
                  "reached {} expansions",
                  count(kMostExpansions)),
  };
}

constexpr std::string_view kGridsTitle =
    "Table 1: moves tried per cell, and depth relative to a tile grid";
constexpr std::string_view kTrialsTitle = "Table 2: IDA* on a tex grid / on a tile grid";

std::string print_all(const Table2& table, const TableStyle& style) {
  return fmt::format("{}\n\n{}\n{}\n\n{}\n{}", kGridsTitle,
                     style.print(as_text(table.grids), kGridAlign), kTrialsTitle,
                     style.print(as_text(table.rows), kTrialsAlign),
                     print_notes(notes(), style));
}

/// The ratios of a row: ours and the paper's.
std::vector<Mark> marks(const TrialsRow& row, const Column& column) {
  const double papers = row.paper.*column.papers;
  Mark mine{.text = "no trial"};
  if (row.trials > 0) {
    const double ours = ratio_of(row, column);
    mine = {ours, {}, ratio(ours)};
  }
  return {mine, {papers, {}, ratio(papers)}};
}

ChartRow chart_row(const TrialsRow& row) {
  ChartRow cells{fmt::format("{}, {} % (n = {})", size(row), row.paper.obstacles_percent,
                             count(row.trials)),
                 {}};
  for (const Column& column : kColumns) cells.marks.push_back(marks(row, column));
  return cells;
}

}  // namespace

std::string print_table2(const Table2& table) { return print_all(table, kAligned); }

std::string print_table2_markdown(const Table2& table) {
  return print_all(table, kMarkdown);
}

Records record_table2(const Table2& table) {
  Records records{{"side", "obstacles_percent", "trials", "unfair", "apart",
                   "tile_cut_short", "tex_cut_short", "tile_path", "tex_path", "tile_nodes",
                   "tex_nodes", "median_nodes", "tile_time_us", "tex_time_us"},
                  {}};
  for (const TrialsRow& row : table.rows)
    records.rows.push_back(
        {static_cast<std::uint64_t>(row.paper.side),
         static_cast<std::uint64_t>(row.paper.obstacles_percent), row.trials, row.unfair,
         row.apart, row.tile_cut_short, row.tex_cut_short, Decimal{row.tile.path, 6},
         Decimal{row.tex.path, 6}, Decimal{row.tile.nodes, 6}, Decimal{row.tex.nodes, 6},
         Decimal{row.median_nodes, 6}, Decimal{row.tile.microseconds, 4},
         Decimal{row.tex.microseconds, 4}});
  return records;
}

Result<std::string> plot_table2(const Table2& table, PictureFormat format) {
  Chart chart{
      .title = "IDA* on hexagonal (tex) grids, relative to tile grids",
      .notes = {"Rows: size of the square map, share of closed cells, number n of random "
                "pairs of cells that throng searched. Marks: sums over the pairs.",
                "2002: Table 2 of P. Yap, \"Grid-Based Path-Finding\" (AI 2002), with its "
                "own numbers of pairs."},
      .series = {"throng", kYear},
      .quantities = {{.name = "path length, tex / tile", .ratio = true},
                     {.name = "cells expanded, tex / tile", .ratio = true},
                     {.name = "time, tex / tile", .ratio = true}},
      .groups = {{}}};
  for (const TrialsRow& row : table.rows)
    chart.groups.front().rows.push_back(chart_row(row));
  return draw(chart, format);
}

}  // namespace throng::cli

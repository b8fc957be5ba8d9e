#pragma once

#include "axis.hpp"
#include "chart.hpp"

#include <cstddef>
#include <string>
#include <vector>

/// Where the parts of a chart stand. All lengths are units of a canvas; 0,0 is top left.
namespace throng::cli {

inline constexpr double kMargin = 24;
inline constexpr double kSmallGap = 6;
inline constexpr double kPanelGap = 30;
inline constexpr double kTextLine = 17;   // of plain text
inline constexpr double kTitleLine = 24;  // of the chart's title
inline constexpr double kLane = 16;       // of a series within a row
inline constexpr double kRowGap = 6;
inline constexpr double kGroupGap = 16;
inline constexpr double kColumnGap = 48;
inline constexpr double kInset = 8;  // of marks within a panel
inline constexpr double kTickLine = 20;
inline constexpr double kMarkerPlace = 18;  // in the legend

/// The widths of texts, by style.
struct Measures {
  Measure title, group, plain;
};

struct RowLayout {
  std::vector<std::string> label;  ///< lines
  std::vector<std::size_t> lanes;  ///< the series that show something, from the top
  double top = 0, height = 0;
};

/// From the top: the title, the rows, the ticks and the titles of the panels. All places in
/// a group are relative to its own origin.
struct GroupLayout {
  double x = 0, y = 0;             ///< the origin
  std::vector<std::string> title;  ///< lines
  std::vector<RowLayout> rows;
  double rows_top = 0, rows_bottom = 0, height = 0;
};

struct PanelLayout {
  Scale scale;
  double left = 0, width = 0;      ///< of the plot
  double texts = 0;                ///< width of the texts to its right
  std::vector<std::string> title;  ///< lines
  std::vector<double> ticks;

  double at(double value) const {
    return left + kInset + scale.at(value) * (width - 2 * kInset);
  }
};

/// A place in the legend.
struct LegendEntry {
  double x = 0, y = 0;  ///< the middle of the marker
};

/// From the top: title, notes, legend, groups. Groups have as many columns as keep the
/// sheet from being much higher than wide.
struct ChartLayout {
  double width = 0, height = 0;
  double group_width = 0;                 ///< without a margin
  std::vector<std::string> title, notes;  ///< lines
  std::vector<LegendEntry> legend;        ///< by series; empty: none
  double labels = 0;                      ///< width of the labels of rows
  std::vector<PanelLayout> panels;        ///< places in a group
  std::vector<GroupLayout> groups;
};

/// The height at which line number `line` is centred, if a row shows `lines` of them: the
/// lines of its label, or its lanes.
inline double middle_of_line(const RowLayout& row, std::size_t line, std::size_t lines) {
  const double first = row.top + (row.height - kLane * static_cast<double>(lines)) / 2;
  return first + kLane * (static_cast<double>(line) + 0.5);
}

ChartLayout lay_out(const Chart& chart, const Measures& measures);

}  // namespace throng::cli

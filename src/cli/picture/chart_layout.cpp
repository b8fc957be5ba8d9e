#include "chart_layout.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <utility>

namespace throng::cli {
namespace {

constexpr double kMostLabel = 200;
constexpr std::array<double, 4> kPanelWidths{460, 280, 200, 165};  // by number of panels

bool shows_something(const Mark& mark) { return mark.value || !mark.text.empty(); }

/// visit: (panel, mark)
template <class Visit>
void for_each_mark(const Chart& chart, Visit visit) {
  for (const ChartGroup& group : chart.groups)
    for (const ChartRow& row : group.rows)
      for (std::size_t p = 0; p < row.marks.size(); ++p)
        for (const Mark& mark : row.marks[p]) visit(p, mark);
}

std::vector<std::size_t> lanes_of(const ChartRow& row, std::size_t series) {
  std::vector<std::size_t> lanes;
  for (std::size_t s = 0; s < series; ++s)
    if (std::ranges::any_of(row.marks,
                            [&](const auto& marks) { return shows_something(marks[s]); }))
      lanes.push_back(s);
  return lanes;
}

/// The width of the widest label, as far as it may be wide.
double label_width(const Chart& chart, const Measures& measures) {
  double widest = 0;
  for (const ChartGroup& group : chart.groups)
    for (const ChartRow& row : group.rows)
      widest = std::max(widest, measures.plain(row.label));
  return std::min(widest, kMostLabel);
}

std::vector<PanelLayout> lay_out_panels(const Chart& chart, const Measures& measures,
                                        double left) {
  std::vector<PanelLayout> panels(chart.quantities.size());
  std::vector<std::vector<double>> values(panels.size());
  for_each_mark(chart, [&](std::size_t p, const Mark& mark) {
    panels[p].texts = std::max(panels[p].texts, measures.plain(mark.text));
    if (mark.value) values[p].push_back(*mark.value);
    if (mark.spread)
      values[p].insert(values[p].end(), {mark.spread->low, mark.spread->high});
  });
  for (std::size_t p = 0; p < panels.size(); ++p) {
    PanelLayout& panel = panels[p];
    panel.left = left;
    panel.width = kPanelWidths.at(panels.size() - 1);
    panel.scale = fit_scale(values[p], chart.quantities[p].ratio);
    panel.ticks = ticks_that_fit(panel.scale, panel.width - 2 * kInset, measures.plain);
    left += panel.width + kSmallGap + panel.texts + kPanelGap;
    panel.title = wrap(chart.quantities[p].name, panel.width + panel.texts, measures.plain);
  }
  return panels;
}

double lines_height(const std::vector<std::string>& lines, double line) {
  return line * static_cast<double>(lines.size());
}

RowLayout lay_out_row(const ChartRow& row, double labels, std::size_t series, double top,
                      const Measures& measures) {
  RowLayout laid{wrap(row.label, labels, measures.plain), lanes_of(row, series), top, 0};
  const auto lines = std::max<std::size_t>({laid.lanes.size(), laid.label.size(), 1});
  laid.height = kLane * static_cast<double>(lines) + kRowGap;
  return laid;
}

/// Appends the legend below `top`, and returns its end.
double lay_out_legend(const Chart& chart, double right, double top,
                      const Measures& measures, std::vector<LegendEntry>& legend) {
  if (chart.series.size() == 1) return top;
  LegendEntry next{kMargin + kMarkerPlace / 2, top + kTextLine / 2 + kSmallGap};
  const double first = next.x;
  for (const std::string& name : chart.series) {
    const double width = kMarkerPlace + measures.plain(name);
    if (next.x > first && next.x + width > right) next = {first, next.y + kTextLine};
    legend.push_back(next);
    next.x += width + kPanelGap;
  }
  return next.y + kTextLine / 2;
}

GroupLayout lay_out_group(const ChartGroup& group, std::size_t series,
                          const ChartLayout& layout, const Measures& measures) {
  GroupLayout laid{.title = wrap(group.title, layout.group_width, measures.group),
                   .rows = {}};
  laid.rows_top = lines_height(laid.title, kTextLine) + kSmallGap;
  laid.rows_bottom = laid.rows_top;
  for (const ChartRow& row : group.rows) {
    laid.rows.push_back(
        lay_out_row(row, layout.labels, series, laid.rows_bottom, measures));
    laid.rows_bottom += laid.rows.back().height;
  }
  double titles = 0;  // of the panels
  for (const PanelLayout& panel : layout.panels)
    titles = std::max(titles, lines_height(panel.title, kTextLine));
  laid.height = laid.rows_bottom + kTickLine + titles;
  return laid;
}

double width_of(std::size_t columns, const ChartLayout& layout) {
  return 2 * kMargin + static_cast<double>(columns) * (layout.group_width + kColumnGap) -
         kColumnGap;
}

/// Places the groups below `top` in rows of so many columns, and returns their end.
double place_groups(std::size_t columns, double top, const ChartLayout& layout,
                    std::vector<GroupLayout>& groups) {
  double end = top;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (i % columns == 0) top = end + kGroupGap;
    groups[i].x =
        kMargin + static_cast<double>(i % columns) * (layout.group_width + kColumnGap);
    groups[i].y = top;
    end = std::max(end, top + groups[i].height);
  }
  return end;
}

std::size_t count_columns(const ChartLayout& layout, std::vector<GroupLayout> groups) {
  constexpr double kMostSlender = 2;  // height / width
  std::size_t columns = 1;
  while (columns < groups.size() && place_groups(columns, 0, layout, groups) >
                                        kMostSlender * width_of(columns, layout))
    ++columns;
  return columns;
}

}  // namespace

ChartLayout lay_out(const Chart& chart, const Measures& measures) {
  ChartLayout layout;
  layout.labels = label_width(chart, measures);
  layout.panels = lay_out_panels(chart, measures, layout.labels + 2 * kSmallGap);
  const PanelLayout& last = layout.panels.back();
  layout.group_width = last.left + last.width + kSmallGap + last.texts;
  for (const ChartGroup& group : chart.groups)
    layout.groups.push_back(lay_out_group(group, chart.series.size(), layout, measures));
  const std::size_t columns = count_columns(layout, layout.groups);
  layout.width = std::ceil(width_of(columns, layout));

  const double text_width = layout.width - 2 * kMargin;
  layout.title = wrap(chart.title, text_width, measures.title);
  for (const std::string& note : chart.notes)
    std::ranges::move(wrap(note, text_width, measures.plain),
                      std::back_inserter(layout.notes));
  double top = kMargin + lines_height(layout.title, kTitleLine) +
               lines_height(layout.notes, kTextLine);
  top = lay_out_legend(chart, layout.width - kMargin, top, measures, layout.legend);
  layout.height = std::ceil(place_groups(columns, top, layout, layout.groups) + kMargin);
  return layout;
}

}  // namespace throng::cli

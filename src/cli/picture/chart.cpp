#include "chart.hpp"

#include "canvas.hpp"
#include "chart_parts.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>

namespace throng::cli {
namespace {

// Pixels.
constexpr double kRow = 42;
constexpr double kLabels = 120;  // of rows, left of the bars
constexpr double kTexts = 130;   // to the right of the longest bar

double panel_height(const Panel& panel) {
  return kPanelTitle + kRow * static_cast<double>(panel.rows.size()) + kPanelGap;
}

double longest_bar(const Panel& panel) {
  double longest = 0;
  for (const BarRow& row : panel.rows)
    for (const std::optional<Bar>& bar : row.bars)
      if (bar) longest = std::max(longest, bar->length);
  return longest;
}

/// y: the top of the row.
void paint_row(Canvas& canvas, const BarRow& row, double x, double y, double scale) {
  const auto bars = static_cast<double>(
      std::count_if(row.bars.begin(), row.bars.end(),
                    [](const std::optional<Bar>& bar) { return bar.has_value(); }));
  const double label_x = x + kLabels - canvas.text_width(row.label, kPlain) - kSmallGap;
  canvas.text(label_x, y + kRow / 2 + kSmallGap - 1, row.label, kPlain);
  double top = y + (kRow - bars * kMark) / 2;
  for (std::size_t s = 0; s < row.bars.size(); ++s) {
    if (!row.bars[s]) continue;
    const double width = std::max(1.0, row.bars[s]->length * scale);
    canvas.rectangle(x + kLabels, top + 1, width, kMark - 2, series_colour(s));
    canvas.text(x + kLabels + width + kSmallGap, top + kMark - 4, row.bars[s]->text,
                kFaint);
    top += kMark;
  }
}

void paint_panel(Canvas& canvas, const Panel& panel, double x, double y) {
  paint_panel_title(canvas, panel.title, x, y);
  y += kPanelTitle;
  const double longest = longest_bar(panel);
  const double scale = longest > 0 ? (kPanelWidth - kLabels - kTexts) / longest : 0;
  for (std::size_t i = 0; i < panel.rows.size(); ++i)
    paint_row(canvas, panel.rows[i], x, y + kRow * static_cast<double>(i), scale);
  canvas.rectangle(x + kLabels - 1, y, 1, kRow * static_cast<double>(panel.rows.size()),
                   kAxis);
}

}  // namespace

Result<Image> paint(const Chart& chart) {
  const auto columns = static_cast<double>(chart.columns);
  double height = head_height(chart.notes.size());
  for (std::size_t i = 0; i < chart.panels.size(); i += chart.columns)
    height += panel_height(chart.panels[i]);
  Result<Canvas> canvas =
      Canvas::make(static_cast<std::size_t>(
                       2 * kMargin + columns * (kPanelWidth + kPanelGap) - kPanelGap),
                   static_cast<std::size_t>(std::ceil(height)));
  if (!canvas) return canvas.failure();
  paint_head(*canvas, chart.title, chart.notes, chart.series);
  double y = head_height(chart.notes.size());
  for (std::size_t i = 0; i < chart.panels.size(); ++i) {
    const std::size_t column = i % chart.columns;
    paint_panel(*canvas, chart.panels[i],
                kMargin + static_cast<double>(column) * (kPanelWidth + kPanelGap), y);
    if (column + 1 == chart.columns) y += panel_height(chart.panels[i]);
  }
  return canvas->image();
}

}  // namespace throng::cli

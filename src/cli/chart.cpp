#include "chart.hpp"

#include "canvas.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>

namespace throng::cli {
namespace {

// Pixels.
constexpr double kMargin = 30;
constexpr double kPanelWidth = 620;
constexpr double kPanelGap = 40;
constexpr double kPanelTitle = 34;
constexpr double kRow = 42;
constexpr double kBar = 17;
constexpr double kLine = 24;
constexpr double kLabels = 120;  // of rows, left of the bars
constexpr double kTexts = 130;   // behind the longest bar
constexpr double kSmallGap = 6;

constexpr Lettering kTitle{.size = 22, .bold = true};
constexpr Lettering kPanelLettering{.size = 17, .bold = true};
constexpr Lettering kPlain{};
constexpr Lettering kFaint{.size = 14, .colour = {90, 90, 90}};
constexpr std::array<Colour, 3> kColours{{{47, 109, 181}, {178, 184, 192}, {214, 138, 52}}};
constexpr Colour kAxis{120, 120, 120};

double head_height(const Chart& chart) {
  return kMargin + kLine * (3 + static_cast<double>(chart.notes.size()));
}

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

void paint_head(Canvas& canvas, const Chart& chart) {
  double y = kMargin + kLine / 2;
  canvas.text(kMargin, y, chart.title, kTitle);
  for (const std::string& note : chart.notes)
    canvas.text(kMargin, y += kLine, note, kFaint);
  y += 1.5 * kLine;
  double x = kMargin;
  for (std::size_t s = 0; s < chart.series.size(); ++s) {
    canvas.rectangle(x, y - kBar + 2, kBar, kBar, kColours[s % kColours.size()]);
    x += kBar + kSmallGap;
    canvas.text(x, y, chart.series[s], kPlain);
    x += canvas.text_width(chart.series[s], kPlain) + kPanelGap;
  }
}

/// y: the top of the row.
void paint_row(Canvas& canvas, const BarRow& row, double x, double y, double scale) {
  const auto bars = static_cast<double>(
      std::count_if(row.bars.begin(), row.bars.end(),
                    [](const std::optional<Bar>& bar) { return bar.has_value(); }));
  const double label_x = x + kLabels - canvas.text_width(row.label, kPlain) - kSmallGap;
  canvas.text(label_x, y + kRow / 2 + kSmallGap - 1, row.label, kPlain);
  double top = y + (kRow - bars * kBar) / 2;
  for (std::size_t s = 0; s < row.bars.size(); ++s) {
    if (!row.bars[s]) continue;
    const double width = std::max(1.0, row.bars[s]->length * scale);
    canvas.rectangle(x + kLabels, top + 1, width, kBar - 2, kColours[s % kColours.size()]);
    canvas.text(x + kLabels + width + kSmallGap, top + kBar - 4, row.bars[s]->text, kFaint);
    top += kBar;
  }
}

/// The end of `text` that is no longer than `width`.
std::string end_of(Canvas& canvas, std::string text, const Lettering& lettering,
                   double width) {
  constexpr std::size_t kDots = 3;
  while (canvas.text_width(text, lettering) > width)
    text = "..." + text.substr(std::min(text.size(), kDots + 1));
  return text;
}

void paint_panel(Canvas& canvas, const Panel& panel, double x, double y) {
  canvas.text(x, y + kLine / 2, end_of(canvas, panel.title, kPanelLettering, kPanelWidth),
              kPanelLettering);
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
  double height = head_height(chart);
  for (std::size_t i = 0; i < chart.panels.size(); i += chart.columns)
    height += panel_height(chart.panels[i]);
  Result<Canvas> canvas =
      Canvas::make(static_cast<std::size_t>(
                       2 * kMargin + columns * (kPanelWidth + kPanelGap) - kPanelGap),
                   static_cast<std::size_t>(std::ceil(height)));
  if (!canvas) return Failure{canvas.error()};
  paint_head(*canvas, chart);
  double y = head_height(chart);
  for (std::size_t i = 0; i < chart.panels.size(); ++i) {
    const std::size_t column = i % chart.columns;
    paint_panel(*canvas, chart.panels[i],
                kMargin + static_cast<double>(column) * (kPanelWidth + kPanelGap), y);
    if (column + 1 == chart.columns) y += panel_height(chart.panels[i]);
  }
  return canvas->image();
}

}  // namespace throng::cli

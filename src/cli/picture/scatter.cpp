#include "scatter.hpp"

#include "canvas.hpp"
#include "chart_parts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace throng::cli {
namespace {

// Pixels.
constexpr double kPlotHeight = 480;
constexpr double kTicks = 80;  // left of the plot
constexpr double kRim = 1;     // around dots, so that overlapping dots remain distinct
constexpr double kNone = 96;   // of the column for x = 0

constexpr Colour kFaintLine{226, 226, 226};
constexpr Lettering kWord{.size = 13, .bold = true, .colour = {255, 255, 255}};

/// A logarithmic axis: powers of ten from `low` to `high`, over `length` pixels.
struct LogScale {
  int low = 0;
  int high = 1;
  double length = 0;

  double at(double value) const { return (std::log10(value) - low) * step(); }
  double step() const { return length / (high - low); }
};

/// A scale for all values above 0.
LogScale scale_of(const Scatter& scatter, double Dot::*value, double length) {
  double least = std::numeric_limits<double>::max(), most = 0;
  for (const ScatterPanel& panel : scatter.panels)
    for (const Dot& dot : panel.dots) {
      if (dot.*value <= 0) continue;
      least = std::min(least, dot.*value);
      most = std::max(most, dot.*value);
    }
  if (most == 0) return {.length = length};
  const int low = static_cast<int>(std::floor(std::log10(least)));
  const int high = static_cast<int>(std::ceil(std::log10(most)));
  return {low, std::max(high, low + 1), length};
}

/// The axes of all panels, and the origin of the plot in one panel.
struct Plot {
  LogScale x_scale, y_scale;
  double left, bottom;

  double x(double value) const { return left + kNone + x_scale.at(value); }
  double y(double value) const { return bottom - y_scale.at(value); }
};

void paint_axes(Canvas& canvas, const Scatter& scatter, const Plot& plot) {
  const double width = kNone + plot.x_scale.length;
  for (int power = plot.y_scale.low; power <= plot.y_scale.high; ++power) {
    const double y = plot.bottom - plot.y_scale.step() * (power - plot.y_scale.low);
    const std::string tick = scatter.print_y(std::pow(10, power));
    canvas.rectangle(plot.left, y, width, 1, kFaintLine);
    canvas.text(plot.left - kSmallGap - canvas.text_width(tick, kFaint), y + kSmallGap - 1,
                tick, kFaint);
  }
  const auto paint_x = [&](double x, const std::string& tick) {
    canvas.text(x - canvas.text_width(tick, kFaint) / 2, plot.bottom + kLine, tick, kFaint);
  };
  for (int power = plot.x_scale.low; power <= plot.x_scale.high; ++power) {
    const double x = plot.left + kNone + plot.x_scale.step() * (power - plot.x_scale.low);
    canvas.rectangle(x, plot.bottom - kPlotHeight, 1, kPlotHeight, kFaintLine);
    paint_x(x, scatter.print_x(std::pow(10, power)));
  }
  paint_x(plot.left + kNone / 2, "none");
  canvas.rectangle(plot.left, plot.bottom, width, 1, kAxis);
  canvas.rectangle(plot.left, plot.bottom - kPlotHeight, 1, kPlotHeight, kAxis);
}

void paint_dot(Canvas& canvas, const Dot& dot, double x, double y) {
  const auto paint_square = [&](double side, Colour colour) {
    canvas.rectangle(x - side / 2, y - side / 2, side, side, colour);
  };
  paint_square(kMark + 2 * kRim, {255, 255, 255});
  paint_square(kMark, series_colour(dot.series));
  canvas.text(x - canvas.text_width(dot.word, kWord) / 2, y + 5, dot.word, kWord);
}

/// Dots without an x are placed side by side, so that none hides another.
void paint_dots(Canvas& canvas, const std::vector<Dot>& dots, const Plot& plot) {
  const auto without_x =
      std::ranges::count_if(dots, [](const Dot& dot) { return dot.x == 0; });
  const double gap = kNone / static_cast<double>(without_x + 1);
  double next = plot.left;
  for (const Dot& dot : dots) {
    if (dot.x == 0) next += gap;
    paint_dot(canvas, dot, dot.x > 0 ? plot.x(dot.x) : next, plot.y(dot.y));
  }
}

}  // namespace

Result<Image> paint(const Scatter& scatter) {
  const double top = head_height(scatter.notes.size());
  const auto panels = static_cast<double>(scatter.panels.size());
  Result<Canvas> canvas = Canvas::make(
      static_cast<std::size_t>(2 * kMargin + panels * (kPanelWidth + kPanelGap) -
                               kPanelGap),
      static_cast<std::size_t>(top + kPanelTitle + kPlotHeight + 2 * kLine + kMargin));
  if (!canvas) return canvas.failure();
  paint_head(*canvas, scatter.title, scatter.notes, scatter.series);
  Plot plot{scale_of(scatter, &Dot::x, kPanelWidth - kTicks - kNone - kPanelGap),
            scale_of(scatter, &Dot::y, kPlotHeight), kMargin + kTicks,
            top + kPanelTitle + kPlotHeight};
  for (const ScatterPanel& panel : scatter.panels) {
    paint_panel_title(*canvas, panel.title, plot.left - kTicks, top);
    paint_axes(*canvas, scatter, plot);
    paint_dots(*canvas, panel.dots, plot);
    plot.left += kPanelWidth + kPanelGap;
  }
  return canvas->image();
}

}  // namespace throng::cli

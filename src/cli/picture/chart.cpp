#include "chart.hpp"

#include "canvas.hpp"
#include "chart_layout.hpp"

#include <array>
#include <cstddef>

namespace throng::cli {
namespace {

constexpr double kPngScale = 2;

constexpr Lettering kTitle{.size = 17, .bold = true};
constexpr Lettering kGroup{.size = 13.5, .bold = true};
constexpr Lettering kPlain{.size = 12.5};
constexpr Colour kAxis{110, 110, 110};
constexpr Colour kGridLine{225, 225, 225};
constexpr Colour kReference{60, 60, 60};

/// Colours of M. Okabe, K. Ito, "Color Universal Design", which colour-blind people can
/// tell apart; the shapes differ too.
constexpr std::array<Marker, 5> kMarkers{{
    {Shape::disc, {0, 114, 178}, false},
    {Shape::square, {213, 94, 0}, true},
    {Shape::diamond, {0, 158, 115}, false},
    {Shape::triangle, {204, 121, 167}, true},
    {Shape::cross, {0, 0, 0}, false},
}};

const Marker& marker_of(std::size_t series) {
  return kMarkers.at(series % kMarkers.size());
}

Measure measure(const Lettering& lettering) {
  return [lettering](const std::string& text) { return text_width(text, lettering); };
}

enum class Align { left, centre, right };

/// y: the middle of the line.
void write(Canvas& canvas, const std::string& text, double x, double y, Align align,
           const Lettering& lettering = kPlain) {
  constexpr double kBaseline = 0.36;  // below the middle, as a share of the size
  const double width = align == Align::left ? 0 : text_width(text, lettering);
  const double left = align == Align::centre ? x - width / 2 : x - width;
  canvas.text(left, y + kBaseline * lettering.size, text, lettering);
}

/// Lines that begin at `left`; returns their end.
double write_lines(Canvas& canvas, const std::vector<std::string>& lines, double left,
                   double top, double height, const Lettering& lettering) {
  for (const std::string& line : lines) {
    write(canvas, line, left, top + height / 2, Align::left, lettering);
    top += height;
  }
  return top;
}

void draw_head(Canvas& canvas, const Chart& chart, const ChartLayout& layout) {
  const double end =
      write_lines(canvas, layout.title, kMargin, kMargin, kTitleLine, kTitle);
  write_lines(canvas, layout.notes, kMargin, end, kTextLine, kPlain);
  for (std::size_t s = 0; s < layout.legend.size(); ++s) {
    const LegendEntry& entry = layout.legend[s];
    canvas.marker(entry.x, entry.y, marker_of(s));
    write(canvas, chart.series[s], entry.x + kMarkerPlace / 2 + 2, entry.y, Align::left);
  }
}

/// The grid and the axis of a panel.
void draw_plot(Canvas& canvas, const PanelLayout& panel, bool ratio,
               const GroupLayout& group) {
  constexpr double kTick = 5, kMinorTick = 3;
  const double top = group.rows_top, bottom = group.rows_bottom;
  const double right = panel.left + panel.width;
  for (const double value : panel.ticks) {
    const double x = panel.at(value);
    canvas.line({x, top, x, bottom, kGridLine});
    canvas.line({x, bottom, x, bottom + kTick, kAxis});
    write(canvas, tick_label(value, panel.scale.high), x,
          bottom + kTickLine - kTextLine / 2 + 1, Align::centre);
  }
  for (const double value : minor_ticks(panel.scale)) {
    const double x = panel.at(value);
    canvas.line({x, bottom, x, bottom + kMinorTick, kAxis});
  }
  for (const RowLayout& row : group.rows)
    canvas.line({panel.left, row.top, right, row.top, kGridLine});
  if (ratio) canvas.line({panel.at(1), top, panel.at(1), bottom, kReference, 1.2, true});
  canvas.line({panel.left, bottom, right, bottom, kAxis});
  double y = bottom + kTickLine + kTextLine / 2;
  for (const std::string& line : panel.title) {
    write(canvas, line, panel.left + panel.width / 2, y, Align::centre);
    y += kTextLine;
  }
}

void draw_spread(Canvas& canvas, double low, double high, double y, Colour colour) {
  constexpr double kCap = 3;
  canvas.line({low, y, high, y, colour, 1.4});
  canvas.line({low, y - kCap, low, y + kCap, colour, 1.4});
  canvas.line({high, y - kCap, high, y + kCap, colour, 1.4});
}

void draw_mark(Canvas& canvas, const PanelLayout& panel, const Mark& mark, double y,
               const Marker& marker) {
  if (mark.spread)
    draw_spread(canvas, panel.at(mark.spread->low), panel.at(mark.spread->high), y,
                marker.colour);
  if (mark.value) canvas.marker(panel.at(*mark.value), y, marker);
  write(canvas, mark.text, panel.left + panel.width + kSmallGap + panel.texts, y,
        Align::right);
}

void draw_row(Canvas& canvas, const ChartRow& row, const RowLayout& layout,
              const ChartLayout& chart) {
  for (std::size_t i = 0; i < layout.label.size(); ++i)
    write(canvas, layout.label[i], chart.labels,
          middle_of_line(layout, i, layout.label.size()), Align::right);
  for (std::size_t p = 0; p < chart.panels.size(); ++p)
    for (std::size_t i = 0; i < layout.lanes.size(); ++i) {
      const std::size_t series = layout.lanes[i];
      draw_mark(canvas, chart.panels[p], row.marks[p][series],
                middle_of_line(layout, i, layout.lanes.size()), marker_of(series));
    }
}

void draw_group(Canvas& canvas, const Chart& chart, const ChartLayout& layout,
                std::size_t number) {
  const GroupLayout& group = layout.groups[number];
  canvas.set_origin(group.x, group.y);
  write_lines(canvas, group.title, 0, 0, kTextLine, kGroup);
  for (std::size_t p = 0; p < layout.panels.size(); ++p)
    draw_plot(canvas, layout.panels[p], chart.quantities[p].ratio, group);
  for (std::size_t i = 0; i < group.rows.size(); ++i)
    draw_row(canvas, chart.groups[number].rows[i], group.rows[i], layout);
}

}  // namespace

Result<std::string> draw(const Chart& chart, PictureFormat format) {
  const ChartLayout layout =
      lay_out(chart, {measure(kTitle), measure(kGroup), measure(kPlain)});
  Result<Canvas> canvas = Canvas::make(format, layout.width, layout.height, kPngScale);
  if (!canvas) return canvas.failure();
  draw_head(*canvas, chart, layout);
  for (std::size_t g = 0; g < layout.groups.size(); ++g)
    draw_group(*canvas, chart, layout, g);
  return canvas->finish();
}

}  // namespace throng::cli

#include "chart_parts.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace throng::cli {
namespace {

constexpr Lettering kTitle{.size = 22, .bold = true};
constexpr Lettering kPanelLettering{.size = 17, .bold = true};
constexpr std::array<Colour, 5> kColours{
    {{47, 109, 181}, {178, 184, 192}, {214, 138, 52}, {58, 140, 84}, {146, 76, 158}}};

/// The longest end of `text` that fits `width`.
std::string end_of(Canvas& canvas, std::string text, const Lettering& lettering,
                   double width) {
  constexpr std::size_t kDots = 3;
  while (canvas.text_width(text, lettering) > width)
    text = "..." + text.substr(std::min(text.size(), kDots + 1));
  return text;
}

}  // namespace

Colour series_colour(std::size_t series) { return kColours[series % kColours.size()]; }

double head_height(std::size_t notes) {
  return kMargin + kLine * (3 + static_cast<double>(notes));
}

void paint_head(Canvas& canvas, const std::string& title,
                const std::vector<std::string>& notes,
                const std::vector<std::string>& series) {
  double y = kMargin + kLine / 2;
  canvas.text(kMargin, y, title, kTitle);
  for (const std::string& note : notes) canvas.text(kMargin, y += kLine, note, kFaint);
  y += 1.5 * kLine;
  double x = kMargin;
  for (std::size_t s = 0; s < series.size(); ++s) {
    canvas.rectangle(x, y - kMark + 2, kMark, kMark, series_colour(s));
    x += kMark + kSmallGap;
    canvas.text(x, y, series[s], kPlain);
    x += canvas.text_width(series[s], kPlain) + kPanelGap;
  }
}

void paint_panel_title(Canvas& canvas, std::string title, double x, double y) {
  canvas.text(x, y + kLine / 2,
              end_of(canvas, std::move(title), kPanelLettering, kPanelWidth),
              kPanelLettering);
}

}  // namespace throng::cli

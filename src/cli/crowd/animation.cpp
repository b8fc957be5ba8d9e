#include "animation.hpp"

#include <throng/assert.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <fmt/format.h>
#include <iterator>
#include <string_view>

namespace throng::cli {

using experiment::CrowdMoment;
using experiment::CrowdUnitAtEnd;

namespace {

constexpr double kStepsPerSecond = 5;
constexpr double kPictureSide = 1000;  // pixels, approximately
// Of Okabe and Ito: the colour-blind tell them apart.
constexpr std::array<std::string_view, 4> kGroupColours{"#0072b2", "#e69f00", "#009e73",
                                                        "#cc79a7"};

/// "3.25", "3.5", "3"
void append_number(std::string& text, float value) {
  const auto hundredths = static_cast<int>(std::lround(value * 100));
  fmt::format_to(std::back_inserter(text), "{}", hundredths / 100);
  if (hundredths % 100 == 0) return;
  fmt::format_to(std::back_inserter(text), ".{:02}", hundredths % 100);
  if (text.back() == '0') text.pop_back();
}

void append_moment(std::string& text, const CrowdMoment& moment) {
  append_number(text, moment[0]);
  text += ',';
  append_number(text, moment[1]);
}

/// A path with a box for each run of closed cells of a row.
std::string walls(TerrainView terrain, const MovementClass& movement) {
  std::string path;
  for (std::int32_t y = 0; y < terrain.height; ++y)
    for (std::int32_t begin = 0, end = 0; begin < terrain.width; begin = end) {
      const auto open = [&](std::int32_t x) { return movement.open(terrain.at({x, y})); };
      const bool closed = !open(begin);
      while (end < terrain.width && open(end) != closed) ++end;
      if (closed)
        path += fmt::format("M{} {}h{}v1h-{}z", begin, y, end - begin, end - begin);
    }
  return path;
}

/// A disc, or a square with round corners for a large unit, around 0,0.
std::string shape(const CrowdUnitAtEnd& unit) {
  const std::string_view colour = kGroupColours.at(unit.trip % kGroupColours.size());
  if (unit.size == 1) return fmt::format(R"(<circle r=".42" fill="{}")", colour);
  const double side = unit.size - 0.16;
  return fmt::format(
      "<rect x=\"{0:.2f}\" y=\"{0:.2f}\" width=\"{1:.2f}\" height=\"{1:.2f}\" rx=\".4\" "
      "fill=\"{2}\"",
      -side / 2, side, colour);
}

/// A unit that stands needs no animation.
void append_unit(std::string& text, const CrowdUnitAtEnd& unit,
                 const std::vector<CrowdMoment>& places) {
  text += shape(unit) + " transform=\"translate(";
  append_moment(text, places.front());
  text += ")\"";
  if (std::ranges::all_of(places, [&](const auto& at) { return at == places.front(); })) {
    text += "/>\n";
    return;
  }
  text += fmt::format(
      "><animateTransform attributeName=\"transform\" type=\"translate\" dur=\"{:.1f}s\" "
      "repeatCount=\"indefinite\" values=\"",
      static_cast<double>(places.size() - 1) / kStepsPerSecond);
  for (std::size_t k = 0; k < places.size(); ++k) {
    if (k != 0) text += ';';
    append_moment(text, places[k]);
  }
  text += unit.size == 1 ? "\"/></circle>\n" : "\"/></rect>\n";
}

}  // namespace

std::string animate_crowd(TerrainView terrain, const MovementClass& movement,
                          std::span<const CrowdUnitAtEnd> units,
                          std::span<const std::vector<CrowdMoment>> places) {
  THRONG_ASSERT(units.size() == places.size());
  const double scale =
      std::max(1.0, std::round(kPictureSide / std::max(terrain.width, terrain.height)));
  std::string text = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" "
      "viewBox=\"0 0 {2} {3}\">\n<title>{4} units, {5} steps</title>\n"
      "<rect width=\"{2}\" height=\"{3}\" fill=\"#f6f8f9\"/>\n<path fill=\"#343a40\" "
      "d=\"{6}\"/>\n",
      terrain.width * scale, terrain.height * scale, terrain.width, terrain.height,
      units.size(), places.empty() ? 0 : places.front().size() - 1,
      walls(terrain, movement));
  for (std::size_t k = 0; k < units.size(); ++k) append_unit(text, units[k], places[k]);
  return text + "</svg>\n";
}

}  // namespace throng::cli

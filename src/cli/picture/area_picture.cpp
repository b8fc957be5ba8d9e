#include "area_picture.hpp"

#include "canvas.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng::cli {
namespace {

constexpr double kLongSide = 1000;  // pixels, approximately
constexpr Colour kClosed{38, 41, 48};
constexpr Colour kMarkColour{208, 2, 27};
/// Light colours, none of them near red.
constexpr std::array<Colour, 8> kPalette{{{141, 180, 226},
                                          {246, 219, 134},
                                          {157, 206, 150},
                                          {201, 176, 222},
                                          {236, 180, 130},
                                          {134, 207, 200},
                                          {222, 222, 222},
                                          {190, 168, 140}}};

/// An unlimited series of colours: after the palette come darker shades of it.
Colour colour(std::uint32_t number) {
  const Colour light = kPalette[number % kPalette.size()];
  const auto darker = [&](std::uint8_t value) {
    const std::size_t round = number / kPalette.size();
    return static_cast<std::uint8_t>(std::size_t{value} * 4 / (4 + round));
  };
  return {darker(light.red), darker(light.green), darker(light.blue)};
}

/// A colour number for each area that differs from the numbers of all earlier neighbours:
/// one of the palette if possible. Each area starts its search at another place, so that
/// all colours are used equally.
std::vector<std::uint32_t> number_colours(std::uint32_t areas,
                                          std::span<const Border> borders) {
  std::vector<Border> sorted(borders.begin(), borders.end());
  std::sort(sorted.begin(), sorted.end(), [](Border x, Border y) { return x.b < y.b; });
  std::vector<std::uint32_t> numbers(areas);
  // By number: the last area that may not have it. One number always remains.
  std::vector<std::uint32_t> taken_by(kPalette.size() + 1, kNoArea);
  auto border = sorted.begin();
  for (std::uint32_t area = 0; area < areas; ++area) {
    for (; border != sorted.end() && border->b == area; ++border)
      taken_by[numbers[border->a]] = area;
    std::uint32_t number = area % kPalette.size();
    for (std::size_t tries = 1; taken_by[number] == area; ++tries)
      number = tries < kPalette.size() ? (number + 1) % kPalette.size()
                                       : static_cast<std::uint32_t>(tries);
    numbers[area] = number;
    if (number + 1 == taken_by.size()) taken_by.push_back(kNoArea);
  }
  return numbers;
}

/// The side of a cell in pixels.
double cell_pixels(const Grid& grid) {
  return std::max(1.0, std::round(kLongSide / std::max(grid.width(), grid.height())));
}

/// The runs of cells of one row whose areas have one colour, by number of the colour.
std::vector<std::vector<Box>> runs_by_colour(const Grid& grid, const AreaMap& areas,
                                             const std::vector<std::uint32_t>& numbers,
                                             double pixels) {
  std::vector<std::vector<Box>> runs;
  for (std::int32_t y = 0; y < grid.height(); ++y) {
    std::uint32_t open_run = kNoArea;  // the colour of the last run, if it may go on
    for (std::int32_t x = 0; x < grid.width(); ++x) {
      const std::uint32_t area = areas.area_of[grid.cell({x, y})];
      const std::uint32_t number = area == kNoArea ? kNoArea : numbers[area];
      if (number == kNoArea) {
        open_run = kNoArea;
        continue;
      }
      if (number >= runs.size()) runs.resize(std::size_t{number} + 1);
      if (number == open_run)
        runs[number].back().width += pixels;
      else
        runs[number].push_back({x * pixels, y * pixels, pixels, pixels});
      open_run = number;
    }
  }
  return runs;
}

/// The marks of cells: their squares, except a margin.
std::vector<Box> marks(const Grid& grid, std::span<const CellIndex> marked, double pixels) {
  std::vector<Box> boxes;
  const double margin = std::floor(pixels / 4), side = pixels - 2 * margin;
  for (const CellIndex cell : marked) {
    const auto [x, y] = grid.position(cell);
    boxes.push_back({x * pixels + margin, y * pixels + margin, side, side});
  }
  return boxes;
}

}  // namespace

Result<std::string> draw_areas(const Grid& grid, const AreaMap& areas,
                               std::span<const Border> borders,
                               std::span<const CellIndex> marked, PictureFormat format) {
  const double pixels = cell_pixels(grid);
  const double width = grid.width() * pixels, height = grid.height() * pixels;
  Result<Canvas> canvas = Canvas::make(format, width, height, 1);
  if (!canvas) return canvas.failure();
  canvas->boxes(std::array{Box{0, 0, width, height}}, kClosed);
  const auto runs =
      runs_by_colour(grid, areas, number_colours(areas.count, borders), pixels);
  for (std::uint32_t number = 0; number < runs.size(); ++number)
    canvas->boxes(runs[number], colour(number));
  canvas->boxes(marks(grid, marked, pixels), kMarkColour);
  return canvas->finish();
}

}  // namespace throng::cli

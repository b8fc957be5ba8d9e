#include "area_picture.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng::cli {
namespace {

constexpr std::size_t kLongSide = 1000;  // pixels, approximately
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
std::size_t cell_pixels(const Grid& grid) {
  const auto side = static_cast<std::size_t>(std::max(grid.width(), grid.height()));
  return std::max<std::size_t>(1, (kLongSide + side / 2) / side);
}

/// Fills the square of a cell, except `margin` pixels on each side.
void fill(Image& image, Position cell, std::size_t pixels, std::size_t margin,
          Colour with) {
  const std::size_t left = static_cast<std::size_t>(cell.x) * pixels + margin;
  const std::size_t top = static_cast<std::size_t>(cell.y) * pixels + margin;
  const std::size_t side = pixels - 2 * margin;
  for (std::size_t y = top; y < top + side; ++y)
    std::fill_n(&image.pixels[y * image.width + left], side, with);
}

}  // namespace

Image paint_areas(const Grid& grid, const AreaMap& areas, std::span<const Border> borders,
                  std::span<const CellIndex> marked) {
  const std::size_t pixels = cell_pixels(grid);
  Image image;
  image.width = static_cast<std::size_t>(grid.width()) * pixels;
  image.height = static_cast<std::size_t>(grid.height()) * pixels;
  image.pixels.assign(image.width * image.height, kClosed);

  const std::vector<std::uint32_t> numbers = number_colours(areas.count, borders);
  for (CellIndex cell = 0; cell < grid.cell_count(); ++cell)
    if (const std::uint32_t area = areas.area_of[cell]; area != kNoArea)
      fill(image, grid.position(cell), pixels, 0, colour(numbers[area]));
  for (const CellIndex cell : marked)
    fill(image, grid.position(cell), pixels, pixels / 4, kMarkColour);
  return image;
}

}  // namespace throng::cli

#include "layers.hpp"

#include <algorithm>
#include <bit>
#include <string>

namespace throng {
namespace {

std::size_t slot(Position p, std::int32_t width) {
  return static_cast<std::size_t>(p.y) * static_cast<std::size_t>(width) +
         static_cast<std::size_t>(p.x);
}

/// Copies the open cells of a layer to the padded layout of a grid.
template <class T>
std::vector<T> pad(const Grid& grid, std::span<const T> layer) {
  std::vector<T> padded(grid.cell_count());
  for (Position p; p.y < grid.height(); ++p.y)
    for (p.x = 0; p.x < grid.width(); ++p.x)
      if (grid.open(p)) padded[grid.cell(p)] = layer[slot(p, grid.width())];
  return padded;
}

}  // namespace

void widen(std::vector<Weight>& values, std::size_t apart, std::size_t count) {
  const auto merge = [&](std::size_t shift) {
    for (std::size_t i = 0; i + shift < values.size(); ++i)
      values[i] = std::max(values[i], values[i + shift]);
  };
  const std::size_t power = std::bit_floor(count);
  for (std::size_t length = 1; length < power; length *= 2) merge(length * apart);
  if (count > power) merge((count - power) * apart);
}

Outcome check_layer(std::string_view what, std::size_t size, TerrainView terrain) {
  const std::size_t cells =
      static_cast<std::size_t>(terrain.width) * static_cast<std::size_t>(terrain.height);
  if (size == 0 || size == cells) return ok();
  return fail(Code::bad_argument, "a layer of " + std::to_string(size) + " " +
                                      std::string(what) + " does not fit a map of " +
                                      std::to_string(terrain.width) + " x " +
                                      std::to_string(terrain.height));
}

std::vector<Weight> ground_weights(const Grid& grid, TerrainView terrain,
                                   std::span<const Weight> weights) {
  const MovementClass& movement = grid.rules().movement;
  const auto unit = static_cast<std::size_t>(grid.rules().unit_size);
  if (unit == 1 && !weights.empty()) return pad(grid, weights);
  std::vector<Weight> heaviest(weights.begin(), weights.end());
  if (weights.empty())
    for (std::int32_t y = 0; y < terrain.height; ++y)
      for (const char character : terrain.row(y))
        heaviest.push_back(movement.weight(character));
  // A window that wraps into the next row affects only cells on which no unit fits.
  widen(heaviest, 1, unit);
  widen(heaviest, static_cast<std::size_t>(terrain.width), unit);
  return pad(grid, std::span<const Weight>(heaviest));
}

std::vector<std::int16_t> ground_altitude(const Grid& grid,
                                          std::span<const std::int16_t> altitude) {
  if (altitude.empty()) return {};
  return pad(grid, altitude);
}

}  // namespace throng

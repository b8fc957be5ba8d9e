#include "layers.hpp"
#include "open_cells.hpp"

#include <throng/grid.hpp>

#include <algorithm>

namespace throng {

// A square of side k + 1 is open if its corner is open and so are the three squares of side
// k that start beside, below and diagonally below it.
Result<Clearance> Clearance::make(TerrainView terrain, const MovementClass& movement,
                                  std::span<const Weight> weights) {
  Outcome outcome = Terrain::check_size(terrain.width, terrain.height);
  if (outcome) outcome = check_layer("weights", weights.size(), terrain);
  if (!outcome) return outcome.failure();

  const OpenCells open(terrain, movement, weights);
  const auto width = static_cast<std::size_t>(terrain.width);
  std::vector<std::uint8_t> sides(width * static_cast<std::size_t>(terrain.height));
  const std::vector<std::uint8_t> beyond(width);  // closed: the row below the map
  const std::uint8_t* below = beyond.data();
  for (std::int32_t y = terrain.height; y-- > 0;) {
    std::uint8_t* const row = &sides[static_cast<std::size_t>(y) * width];
    open.fill_row(y, row);
    int right = 0, diagonal = 0;
    for (std::size_t x = width; x-- > 0;) {
      const int down = below[x];
      const int side = std::min(std::min({right, down, diagonal}) + 1, int{kMaxUnitSize});
      right = row[x] == 0 ? 0 : side;
      row[x] = static_cast<std::uint8_t>(right);
      diagonal = down;
    }
    below = row;
  }
  return Clearance(terrain.width, std::move(sides));
}

}  // namespace throng

#include "front_map.hpp"

#include <throng/rules.hpp>
#include <throng/terrain.hpp>

#include <string>
#include <utility>

namespace throng {

std::vector<std::uint8_t> open_cells(const Grid& grid) {
  std::vector<std::uint8_t> cells;
  for (Position p{0, 0}; p.y < grid.height(); ++p.y)
    for (p.x = 0; p.x < grid.width(); ++p.x) cells.push_back(grid.open(p) ? 1 : 0);
  return cells;
}

Result<std::shared_ptr<const Grid>> map_for_fronts(const std::vector<std::uint8_t>& cells,
                                                   const Grid& grid) {
  std::string characters(cells.size(), '@');
  for (std::size_t i = 0; i < cells.size(); ++i)
    if (cells[i] != 0) characters[i] = '.';
  auto terrain = Terrain::make(grid.width(), grid.height(), std::move(characters));
  if (!terrain) return terrain.failure();
  return Grid::make(*terrain,
                    {.topology = grid.rules().topology, .corners = Corners::always});
}

}  // namespace throng

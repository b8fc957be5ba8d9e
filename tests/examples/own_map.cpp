#include <throng/throng.hpp>

#include <cstdio>
#include <string>

int main() {
  const std::string cells =
      "........"
      "..@@@@.."
      "......@."
      "........";
  const throng::TerrainView view{cells.data(), 8, 4, 8};  // the engine's own memory
  const auto grid = throng::Grid::make(view);             // the grid keeps no reference
  const auto hexagons = throng::Grid::make(view, {.topology = throng::Topology::hex});
  const auto maze = throng::generate(throng::MapKind::maze, {.width = 64, .height = 64});
  if (!grid || !hexagons || !maze) return 1;

  std::printf("%zu open cells\n", (*grid)->open_cells());
  return (*grid)->open_cells() == 27 && maze->width() == 64 ? 0 : 1;
}

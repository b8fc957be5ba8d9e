#include <throng/throng.hpp>

#include <cstdio>
#include <vector>

int main() {
  const auto terrain = throng::read_map("maps/demo.map");
  if (!terrain) return 1;
  const auto grid = *throng::Grid::make(*terrain);
  throng::Workers workers;
  const std::vector<throng::Position> units{{30, 20}, {50, 30}, {8, 8}};
  const std::vector<throng::Position> depots{{9, 6}, {70, 8}, {40, 44}};

  const auto field = throng::distances(grid, depots, workers, {.nearest_source = true});
  const auto at = [&](throng::Position p) {
    return field[static_cast<std::size_t>(p.y * grid->width() + p.x)];
  };
  for (const throng::Position unit : units) std::printf("%u\n", at(unit));

  const auto table = throng::distances(grid, units, depots, workers);
  const auto index =
      *throng::Index::build(grid, {.landmarks = {0}, .hub_labels = {true}}, workers);
  const auto fast = throng::distances(index, units, depots, workers);  // the same

  bool agree = table == fast;
  for (std::size_t i = 0; i < units.size(); ++i)
    for (std::size_t k = 0; k < depots.size(); ++k)
      agree = agree && at(units[i]) <= table[i * depots.size() + k];
  return agree ? 0 : 1;
}

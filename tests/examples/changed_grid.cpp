#include <throng/throng.hpp>

#include <cstdio>
#include <vector>

int main() {
  const auto terrain = throng::read_map("maps/demo.map");
  if (!terrain) return 1;
  const auto grid = *throng::Grid::make(*terrain);
  throng::Workers workers;
  const auto index = *throng::Index::build(grid, {.landmarks = {16}}, workers);
  const auto width = static_cast<std::size_t>(grid->width());
  const throng::Query query{{30, 20}, {70, 8}};
  throng::Route route;
  const auto first = throng::Solver::make(index)->solve({&query, 1}, workers);
  route.assign(first.path(0));

  std::vector<throng::Weight> danger(terrain->cell_count());
  for (std::size_t x = 30; x < 40; ++x) danger[18 * width + x] = 4;  // near a tower
  const auto dangerous = grid->with_influence(danger);
  if (!dangerous) return 1;
  const auto wary = throng::Solver::make(*index.with_costlier_grid(*dangerous));

  throng::Terrain built = *terrain;
  built.set(route.ahead(*grid, 5), '@');  // a building on the way
  const auto changed = *throng::Grid::make(built);
  const auto solver = throng::Solver::make(*index.with_costlier_grid(changed));

  if (route.walkable(*changed, 20) < 20) {
    const throng::Query around{route.position(), route.ahead(*grid, 20)};
    const auto detour = solver->solve({&around, 1}, workers);
    if (detour.status[0] == throng::Status::found) route.splice(20, detour.path(0));
  }

  const auto careful = wary->solve({&query, 1}, workers);
  std::printf("%.3f in danger\n", throng::path_length(**dangerous, careful.path(0)));
  return route.walkable(*changed, route.size()) == route.size() ? 0 : 1;
}

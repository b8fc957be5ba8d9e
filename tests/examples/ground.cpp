#include <throng/throng.hpp>

#include <cstdio>
#include <vector>

int main() {
  const auto terrain = throng::read_map("maps/terrain.map");
  if (!terrain) return 1;
  throng::Workers workers;

  throng::Rules tank;
  tank.movement.set('S', 3);  // swamp costs three times as much as plain ground
  tank.movement.set('T', 0);  // woods are closed
  tank.unit_size = 2;
  const std::vector<throng::Link> bridges{{{90, 16}, {80, 70}, 12},
                                          {{80, 70}, {90, 16}, 12}};
  const auto grid = throng::Grid::make(*terrain, tank, {.links = bridges});
  if (!grid) {
    std::printf("%s\n", grid.error().what.c_str());
    return 1;
  }

  const auto solver = throng::Solver::make(*grid);
  const throng::Query query{{90, 16}, {80, 70}};
  const auto result = solver->solve({&query, 1}, workers);
  std::printf("%.3f\n", throng::path_length(**grid, result.path(0)));
  return result.status[0] == throng::Status::found ? 0 : 1;
}

#include <throng/throng.hpp>

#include <cstdio>

int main() {
  const auto terrain = throng::read_map("maps/demo.map");
  const auto scenario = throng::read_scenario("maps/demo.map.scen");
  if (!terrain || !scenario) return 1;
  const auto grid = *throng::Grid::make(*terrain);
  const auto solver = throng::Solver::make(grid);
  throng::Workers workers;

  auto batch = solver->solve(scenario->queries, workers);
  throng::AnyAnglePaths paths;
  if (!throng::smooth(*grid, batch, workers, paths)) return 1;  // uniform grids only
  for (const throng::Position corner : paths.path(paths.size() - 1))
    std::printf("%d,%d\n", corner.x, corner.y);

  throng::AnyAnglePaths shorter;  // also searched by Lazy Theta*
  if (!throng::solve_any_angle(*solver, scenario->queries, workers, batch, shorter, {},
                               throng::AnyAngle::theta))
    return 1;

  for (std::size_t i = 0; i < paths.size(); ++i)
    if (shorter.length[i] > paths.length[i]) return 1;
  const auto line = paths.path(paths.size() - 1);
  return line.size() < 2 || throng::line_of_sight(*grid, line[0], line[1]) ? 0 : 1;
}

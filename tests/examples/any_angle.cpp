#include <throng/throng.hpp>

#include <cstdio>

int main() {
  const auto terrain = throng::read_map("maps/demo.map");
  const auto scenario = throng::read_scenario("maps/demo.map.scen");
  if (!terrain || !scenario) return 1;
  const auto grid = *throng::Grid::make(*terrain);
  throng::Workers workers;

  const auto index = throng::Index::build(grid, {.lines = {.build = true}}, workers);
  throng::AnyAnglePaths lines;
  if (!throng::solve_lines(*index, scenario->queries, workers, lines)) return 1;
  for (const throng::Position corner : lines.path(lines.size() - 1))
    std::printf("%d,%d\n", corner.x, corner.y);

  const auto solver = throng::Solver::make(*index);
  const auto batch = solver->solve(scenario->queries, workers);
  throng::AnyAnglePaths smoothed;
  if (!throng::smooth(*grid, batch, workers, smoothed)) return 1;  // uniform grids only

  for (std::size_t i = 0; i < lines.size(); ++i)
    if (lines.length[i] > smoothed.length[i] + 1e-6) return 1;
  const auto line = lines.path(lines.size() - 1);
  return line.size() < 2 || throng::clear_line(*grid, line[0], line[1]) ? 0 : 1;
}

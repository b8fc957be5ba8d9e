#include <throng/throng.hpp>

#include <cstdio>

int main() {
  const auto terrain = throng::read_map("maps/demo.map");
  const auto scenario = throng::read_scenario("maps/demo.map.scen");
  if (!terrain || !scenario) return 1;
  const auto grid = throng::Grid::make(*terrain);  // no corner is cut, costs are exact
  if (!grid) return 1;
  const auto solver = throng::Solver::make(*grid);
  throng::Workers workers;  // all cores; keep them for the next batch
  const auto result = solver->solve(scenario->queries, workers);
  for (std::size_t i = 0; i < result.size(); ++i)
    std::printf("%.3f\n", throng::path_length(**grid, result.path(i)));
}

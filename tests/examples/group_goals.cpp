#include <throng/throng.hpp>

#include <cstdio>
#include <vector>

int main() {
  const auto terrain = throng::read_map("maps/demo.map");
  if (!terrain) return 1;
  const auto grid = *throng::Grid::make(*terrain);
  const auto solver = throng::Solver::make(grid);
  throng::Workers workers;
  const std::vector<throng::Position> units{{30, 20}, {31, 20}, {30, 21}, {31, 21}};
  const throng::Position goal{70, 8};

  const auto places = throng::spread_goals(*grid, units[0], goal, units.size());
  const auto place_of = throng::assign_places(units, places);
  std::vector<throng::Request> orders;
  for (std::size_t i = 0; i < place_of.size(); ++i)
    orders.push_back({.start = units[i], .goals = {&places[place_of[i]], 1}});

  throng::Answers result;
  solver->solve(orders, workers, result);
  for (const throng::Position end : result.end) std::printf("%d,%d\n", end.x, end.y);
  return result.end[0] != result.end[3] ? 0 : 1;
}

#include <throng/throng.hpp>

#include <cstdio>
#include <optional>
#include <vector>

int main() {
  const auto terrain = throng::read_map("maps/demo.map");
  if (!terrain) return 1;
  const auto grid = *throng::Grid::make(*terrain);
  throng::Workers workers;
  const std::vector<throng::Position> depots{{9, 6}, {70, 8}, {40, 44}};
  const std::vector<throng::Position> units{{30, 20}, {50, 30}, {8, 8}};

  throng::Field field(grid);
  field.set_goals(depots, workers);  // again for the next order, in the same memory
  throng::Position unit = units[0];
  std::optional<throng::Move> move;
  while ((move = field.next(unit, move))) unit = grid->step(unit, *move);

  std::vector<throng::Nearest> nearest(units.size());
  field.find_nearest(units, nearest);  // of each unit: which depot, and how far

  field.set_goals({depots.data(), 1}, workers, grid->cost_of_steps(30));
  std::vector<throng::Arrival> arrivals;
  throng::find_arrivals(field, units, arrivals);  // who reaches the first depot in 30 steps

  std::printf("walked to %d,%d\n", unit.x, unit.y);
  for (const throng::Nearest& one : nearest) std::printf("depot %u\n", one.goal);
  std::printf("%zu units are near\n", arrivals.size());
  return arrivals.size() == 1 && arrivals[0].unit == 2 ? 0 : 1;
}

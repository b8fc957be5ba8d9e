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

  throng::FlowField field(grid);
  field.set_goals(depots, workers);  // again for the next order, in the same memory
  throng::Position unit = units[0];
  std::optional<throng::Move> move;
  while ((move = field.next(unit, move))) unit = grid->step(unit, *move);

  throng::NearestPlaces nearest(grid);
  nearest.set_places(depots, workers);
  std::vector<throng::Nearest> found(units.size());
  nearest.find(units, found);  // of each unit: which depot, and how far

  field.set_goals({depots.data(), 1}, workers, grid->cost_of_steps(30));
  std::vector<throng::Arrival> arrivals;
  throng::find_arrivals(field, units, arrivals);  // who reaches the first depot in 30 steps

  std::printf("walked to %d,%d\n", unit.x, unit.y);
  for (const throng::Nearest& one : found) std::printf("depot %u\n", one.place);
  std::printf("%zu units are near\n", arrivals.size());
  return arrivals.size() == 1 && arrivals[0].unit == 2 ? 0 : 1;
}

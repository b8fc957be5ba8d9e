#include <throng/throng.hpp>

#include <cstdint>
#include <cstdio>
#include <vector>

int main() {
  const auto terrain = throng::read_map("maps/caves.map");
  if (!terrain) return 1;
  const auto grid = *throng::Grid::make(*terrain);
  throng::Workers workers;

  const auto solver = throng::Solver::make(grid, {.ties = throng::Ties::lanes});
  if (!solver) return 1;
  const std::vector<throng::Position> goal{{70, 44}};
  std::vector<throng::Request> orders;
  for (std::uint32_t unit = 0; unit < 16; ++unit)
    orders.push_back({.start = {30, 20}, .goals = goal, .agent = throng::AgentId{unit}});
  const throng::Answers answers = solver->solve(orders, workers);

  throng::Field field(grid);
  field.set_goals(goal, workers);
  std::vector<throng::Move> moves;  // of unit 7, until the order changes
  field.append_path({30, 20}, {throng::Ties::lanes, throng::AgentId{7}}, workers, moves);

  throng::PathPoints points;  // of all units; keep it for the next batch
  throng::find_turning_points(answers, workers, points);
  for (const throng::Position p : points.of(7)) std::printf("to %d,%d\n", p.x, p.y);

  if (moves.size() != answers.path(7).moves().size()) return 1;
  for (std::size_t i = 1; i < answers.size(); ++i)
    if (answers.cost[i] != answers.cost[0]) return 1;
  const auto cells = answers.path(1).cells();
  std::printf("%zu cells\n", cells.size());
  return answers.path(0).cells() != cells ? 0 : 1;
}

#include <throng/throng.hpp>

#include <cstdio>
#include <vector>

int main() {
  const auto terrain = throng::read_map("maps/demo.map");
  if (!terrain) return 1;
  const auto grid = *throng::Grid::make(*terrain);
  const auto solver = throng::Solver::make(grid);
  throng::Workers workers;

  const std::vector<throng::Position> depots{{9, 6}, {70, 8}, {40, 44}};
  const std::vector<throng::Position> target{{0, 0}};  // a wall
  const std::vector<throng::Request> requests{
      {.start = {30, 20}, .goals = depots},  // to the nearest of three
      {.start = {30, 20}, .goals = depots, .visit = throng::Visit::in_turn},  // a patrol
      {.start = {30, 20}, .goals = target, .radius = 7},       // within seven steps
      {.start = {30, 20}, .goals = target, .approach = true},  // as near as it gets
  };
  throng::Answers answers;
  solver->solve(requests, workers, answers);
  for (std::size_t i = 0; i < answers.size(); ++i)
    for (std::size_t slot = answers.first[i]; slot < answers.first[i + 1]; ++slot)
      std::printf("%zu: to %d,%d in %zu moves\n", i, answers.end[slot].x,
                  answers.end[slot].y, answers.path(slot).moves().size());
}

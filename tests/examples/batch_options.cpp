#include <throng/throng.hpp>

#include <cstdio>
#include <vector>

int main() {
  const auto terrain = throng::read_map("maps/demo.map");
  const auto scenario = throng::read_scenario("maps/demo.map.scen");
  if (!terrain || !scenario) return 1;
  const auto grid = *throng::Grid::make(*terrain);
  throng::Workers workers;
  const auto index = *throng::Index::build(grid, {.landmarks = {16}}, workers);
  const auto solver = throng::Solver::make(index);

  throng::Answers answers;  // its memory is reused by each call
  throng::Monitor monitor;  // another thread reads `done` and sets `cancel`
  throng::BatchOptions options{.sharing = throng::Sharing::goals, .monitor = &monitor};
  options.max_moves = 64;  // each unit asks again before it has walked them
  solver->solve(scenario->queries, workers, answers, options);

  throng::BatchOptions bounded{.paths = false, .max_expansions = 4};
  const auto part = solver->solve(scenario->queries, workers, bounded);
  for (std::size_t i = 0; i < part.size(); ++i)
    if (part.status[i] == throng::Status::out_of_budget)  // cost <= truth <= upper
      std::printf("%zu: %u to %u\n", i, part.cost[i], part.upper[i]);

  for (std::size_t i = 0; i < part.size(); ++i)
    if (answers.status[i] == throng::Status::found &&
        (part.cost[i] > answers.cost[i] || answers.cost[i] > part.upper[i]))
      return 1;
  return monitor.done == scenario->queries.size() ? 0 : 1;
}

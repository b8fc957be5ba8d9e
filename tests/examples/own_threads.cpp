#include "job_pool.hpp"

#include <throng/throng.hpp>

#include <cstdio>
#include <memory_resource>

int main() {
  const auto terrain = throng::read_map("maps/demo.map");
  const auto scenario = throng::read_scenario("maps/demo.map.scen");
  if (!terrain || !scenario) return 1;
  const auto grid = throng::Grid::make(*terrain, {}, {.threads = 1});
  if (!grid) return 1;
  const auto solver = throng::Solver::make(*grid);

  JobPool pool(3);  // a throng::Executor: two functions
  std::pmr::synchronized_pool_resource memory;
  throng::Workers workers(pool, &memory);  // neither threads nor memory of its own
  throng::Answers result(&memory);
  solver->solve(scenario->queries, workers, result);

  throng::Workers alone(1);
  const bool same = result.hash() == solver->solve(scenario->queries, alone).hash();
  std::printf("%zu answers, %s\n", result.size(), same ? "the same" : "others");
  return same ? 0 : 1;
}

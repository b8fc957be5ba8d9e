#include <throng/throng.hpp>

#include <cstdio>
#include <string>

int main() {
  const auto terrain = throng::read_map("maps/demo.map");
  const auto scenario = throng::read_scenario("maps/demo.map.scen");
  if (!terrain || !scenario) return 1;
  const auto grid = *throng::Grid::make(*terrain);
  throng::Workers workers;

  const auto index =
      throng::Index::build(grid, {.landmarks = {16}, .hub_labels = {true}}, workers);
  if (!index) return 1;
  const std::string refusal = index->part(throng::Part::hub_labels).refusal;
  if (!refusal.empty()) std::printf("no hub labels: %s\n", refusal.c_str());
  const auto solver = throng::Solver::make(*index);  // hub labels, or a search
  const auto result = solver->solve(scenario->queries, workers);

  const throng::Position here{30, 20}, there{70, 8};
  const throng::DistanceBounds known = index->bounds(here, there);  // without any search
  std::printf("%u to %u\n", known.lower, known.upper);

  const throng::Query query{here, there};
  const throng::Cost cost = solver->solve({&query, 1}, workers).cost[0];
  return result.size() == scenario->queries.size() && known.lower <= cost &&
                 cost <= known.upper
             ? 0
             : 1;
}

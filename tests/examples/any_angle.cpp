#include <throng/throng.hpp>

#include <cmath>
#include <cstdio>
#include <vector>

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

  auto scheduler = throng::FrameScheduler::make({*solver}, {.lines = true});
  for (const throng::Query& query : scenario->queries)
    scheduler->submit({.start = query.start, .goals = {&query.goal, 1}});
  throng::Answers finished;
  double walked = 0;
  while (scheduler->waiting() > 0) {  // each frame of the game
    scheduler->run(throng::FrameBudget::expansions(20'000), workers);
    scheduler->poll(finished);
    for (std::size_t slot = 0; slot < finished.slots(); ++slot)
      for (const throng::Position corner : finished.line(slot))
        std::printf("%d,%d\n", corner.x, corner.y);  // in 1/scale[slot] of a cell
    for (const double length : finished.length) walked += length;
  }

  const throng::LivingClass walkers{.landmarks = 0, .lines = true};
  auto map = throng::LivingMap::make(*terrain, {&walkers, 1}, {}, workers);
  if (!throng::solve_lines(map->index(0), scenario->queries, workers, lines)) return 1;
  std::vector<throng::HeldLine> held;
  for (std::size_t i = 0; i < lines.size(); ++i) held.push_back({lines.path(i)});

  const auto seen = map->version();
  const throng::Edit building = throng::TerrainEdit{{{20, 20}, 4, 4}, '@'};
  if (!map->edit({&building, 1}, workers)) return 1;
  throng::Column<throng::LineReview> reviews;
  if (!throng::review_lines(*map, seen, held, workers, reviews)) return 1;
  std::vector<throng::Query> again;
  for (std::size_t i = 0; i < held.size(); ++i)
    if (reviews[i].state != throng::LineState::shortest)
      again.push_back(scenario->queries[i]);

  for (const double length : lines.length) walked -= length;
  if (std::abs(walked) > 1e-3) return 1;
  for (std::size_t i = 0; i < lines.size(); ++i)
    if (lines.length[i] > smoothed.length[i] + 1e-6) return 1;
  const auto line = lines.path(lines.size() - 1);
  return line.size() < 2 || throng::clear_line(*grid, line[0], line[1]) ? 0 : 1;
}

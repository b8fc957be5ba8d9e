#include <throng/throng.hpp>

#include <cstdio>
#include <utility>

int main() {
  const auto terrain = throng::read_map("maps/demo.map");
  if (!terrain) return 1;
  const auto grid = *throng::Grid::make(*terrain);
  auto solver = throng::Solver::make(grid);
  throng::Workers workers;
  const throng::Position home{30, 20}, goal{70, 8};

  auto scheduler = throng::FrameScheduler::make({*std::move(solver)});
  throng::RouteBook routes(grid);
  for (int unit = 0; unit < 500; ++unit) {
    const throng::RouteId id = routes.add(home);  // 0, 1, 2, ...
    routes.set_goal(id, goal);
    scheduler->submit(routes.request(id, 4));
  }
  throng::Answers finished;
  do {  // each frame of the game
    scheduler->run(throng::FrameBudget::expansions(20'000), workers);
    scheduler->poll(finished);
    for (const throng::RouteId id : routes.join(finished, workers).missed)
      scheduler->submit(routes.request(id, 4));  // something pushed the unit off its way
    for (const throng::RouteId id : routes.routes())
      if (!routes.route(id).empty()) routes.advance(id);
  } while (scheduler->waiting() > 0);

  std::printf("%zu moves to go\n", routes.route(throng::RouteId{0}).size());
}

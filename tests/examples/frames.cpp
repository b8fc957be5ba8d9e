#include <throng/throng.hpp>

#include <cstdint>
#include <cstdio>
#include <utility>
#include <vector>

int main() {
  const auto terrain = throng::read_map("maps/demo.map");
  if (!terrain) return 1;
  const auto grid = *throng::Grid::make(*terrain);
  auto solver = throng::Solver::make(grid);
  throng::Workers workers;
  const throng::Position home{30, 20}, goal{70, 8};

  auto scheduler = throng::FrameScheduler::make({*std::move(solver)});
  throng::RouteBook routes(grid);
  for (std::uint32_t unit = 0; unit < 500; ++unit) {
    routes.add(home);  // returns the RouteId 0, 1, 2, ...
    scheduler->submit({.start = home, .goals = {&goal, 1}, .agent = throng::AgentId{unit}});
  }
  throng::Answers finished;
  std::vector<throng::NewPath> paths;
  do {  // each frame of the game
    scheduler->run(throng::FrameBudget::expansions(20'000), workers);
    scheduler->poll(finished);
    paths.clear();
    for (std::size_t i = 0; i < finished.size(); ++i)
      if (finished.current[i])  // otherwise the unit has a newer request
        paths.push_back({static_cast<throng::RouteId>(finished.agent[i]),
                         finished.path(finished.slot(i)), goal});
    routes.join(paths, workers);
    for (std::uint32_t unit = 0; unit < 500; ++unit)
      if (const throng::RouteId id{unit}; !routes.route(id).empty()) routes.advance(id);
  } while (scheduler->waiting() > 0);

  std::printf("%zu moves to go\n", routes.route(throng::RouteId{0}).size());
}

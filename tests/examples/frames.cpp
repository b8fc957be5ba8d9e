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
  const std::vector<throng::Position> goal{{70, 8}};
  const throng::Position home{30, 20};

  auto scheduler = throng::FrameScheduler::make({*std::move(solver)});
  std::vector<throng::Route> routes(500);
  for (std::uint32_t unit = 0; unit < routes.size(); ++unit) {
    throng::Route& route = routes[unit];
    route.place(*grid, home);
    route.truncate(8);  // it may walk 8 moves while it waits: its new path begins there
    scheduler->submit({.agent = throng::AgentId{unit},
                       .request = {.start = route.ahead(*grid, 8), .goals = goal}});
  }
  throng::FinishedRequests finished;
  do {  // each frame of the game
    scheduler->run(throng::FrameBudget::expansions(20'000), workers);
    scheduler->poll(finished);
    for (std::size_t i = 0; i < finished.size(); ++i)
      if (finished.current[i])  // otherwise the unit has a newer request
        routes[static_cast<std::size_t>(finished.agent[i])].join(
            *grid, finished.path(finished.answers.slot(i)));
    for (throng::Route& route : routes)
      if (!route.empty()) route.advance(*grid);
  } while (scheduler->waiting() > 0);

  std::printf("%zu moves to go\n", routes.front().size());
}

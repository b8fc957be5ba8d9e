#include <throng/throng.hpp>

#include <cstdio>
#include <vector>

struct Game {
  throng::LivingMap& map;
  throng::FrameScheduler& scheduler;
  throng::RouteBook& routes;  // of class 0
  throng::Workers& workers;
  throng::LivingMap::Version seen;  // by the routes
  throng::Answers finished = throng::Answers();
  std::vector<throng::NewPath> paths = {};
};

// Requests a path for a unit. Until it arrives, the unit walks on, up to the first
// obstacle.
void ask(Game& game, throng::RouteId id) {
  const throng::Position from = game.routes.walk_on(id, 4);
  const throng::Position goal = game.routes.goal(id);
  game.scheduler.submit(
      {.start = from, .goals = {&goal, 1}, .agent = static_cast<throng::AgentId>(id)});
}

bool play_frame(Game& game, const std::vector<throng::Edit>& built) {
  if (!game.scheduler.edit(built)) return false;  // only for places outside of the map
  game.scheduler.run(throng::FrameBudget::expansions(20'000), game.workers);

  const auto changes = game.map.changes(game.seen, 0);
  game.seen = game.map.version();
  for (const throng::RouteId id :
       game.routes.review(game.map.grid(0), changes, game.workers).broken)
    ask(game, id);

  game.scheduler.poll(game.finished);
  game.paths.clear();
  for (std::size_t i = 0; i < game.finished.size(); ++i) {
    const auto id = static_cast<throng::RouteId>(game.finished.agent[i]);
    if (game.finished.current[i])
      game.paths.push_back(
          {id, game.finished.path(game.finished.slot(i)), game.routes.goal(id)});
  }
  for (const throng::RouteId id : game.routes.join(game.paths, game.workers))
    ask(game, id);  // was pushed off its way meanwhile
  return true;
}

int main() {
  const auto terrain = throng::read_map("maps/demo.map");
  if (!terrain) return 1;
  throng::Workers workers;
  const throng::LivingClass infantry;
  auto map = *throng::LivingMap::make(*terrain, {&infantry, 1}, {}, workers);

  const throng::SolverOptions automatic;
  auto scheduler = *throng::FrameScheduler::make(map, {&automatic, 1});
  throng::RouteBook routes(map.grid(0));

  Game game{map, scheduler, routes, workers, map.version()};
  const throng::Position home{3, 3}, goal{70, 20};
  const throng::RouteId unit = routes.add({map.grid(0)->rules().topology, home, {}}, goal);
  ask(game, unit);
  std::size_t built = 0;
  for (int frame = 0; frame < 120; ++frame) {
    std::vector<throng::Edit> site;
    if (frame % 10 == 5 && routes.route(unit).size() > 4)  // somebody builds on its way
      site = {throng::TerrainEdit{{routes.route(unit).ahead(*map.grid(0), 2), 1, 1}, '@'}};
    built += site.size();
    if (!play_frame(game, site)) return 1;
    if (!routes.route(unit).empty()) routes.advance(unit);
  }
  const throng::Position end = routes.route(unit).position();
  std::printf("past %zu buildings to %d,%d\n", built, end.x, end.y);
  return built > 0 && end == goal ? 0 : 1;
}

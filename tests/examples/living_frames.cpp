#include <throng/throng.hpp>

#include <cstdio>
#include <vector>

struct Game {
  throng::LivingMap& map;
  throng::FrameScheduler& scheduler;
  throng::RouteBook& routes;
  throng::Workers& workers;
  throng::Answers finished = throng::Answers();
};

bool play_frame(Game& game, const std::vector<throng::Edit>& built) {
  if (!game.scheduler.edit(built)) return false;  // only for places outside of the map
  game.scheduler.run(throng::FrameBudget::expansions(20'000), game.workers);
  for (const throng::RouteId id : game.routes.review(game.map, game.workers).broken)
    game.scheduler.submit(game.routes.request(id, 4));

  game.scheduler.poll(game.finished);
  for (const throng::RouteId id : game.routes.join(game.finished, game.workers).missed)
    game.scheduler.submit(game.routes.request(id, 4));  // was pushed off its way meanwhile
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
  throng::RouteBook routes(map);

  Game game{map, scheduler, routes, workers};
  const throng::Position home{3, 3}, goal{70, 20};
  const throng::RouteId unit = routes.add(home);
  routes.set_goal(unit, goal);
  scheduler.submit(routes.request(unit, 4));
  std::size_t built = 0;
  for (int frame = 0; frame < 120; ++frame) {
    std::vector<throng::Edit> site;
    if (frame % 10 == 5 && routes.route(unit).size() > 4)  // somebody builds on its way
      site = {throng::TerrainEdit{{routes.ahead(unit, 2), 1, 1}, '@'}};
    built += site.size();
    if (!play_frame(game, site)) return 1;
    if (!routes.route(unit).empty()) routes.advance(unit);
  }
  const throng::Position end = routes.route(unit).position();
  std::printf("past %zu buildings to %d,%d\n", built, end.x, end.y);
  return built > 0 && end == goal ? 0 : 1;
}

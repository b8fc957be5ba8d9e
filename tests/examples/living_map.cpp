#include <throng/throng.hpp>

#include <cstdio>
#include <string>
#include <vector>

int main() {
  const auto terrain = throng::read_map("maps/demo.map");
  if (!terrain) return 1;
  throng::Workers workers;

  const std::vector<throng::LivingClass> classes{{.rules = {}},                 // infantry
                                                 {.rules = {.unit_size = 2}}};  // tanks
  auto map = *throng::LivingMap::make(*terrain, classes, {}, workers);

  std::vector<throng::Solver> solvers;
  for (std::size_t k = 0; k < map.classes(); ++k)
    solvers.push_back(*throng::Solver::make(map.index(k)));
  auto scheduler = *throng::FrameScheduler::make(solvers);
  throng::RouteBook infantry(map.grid(0));

  const throng::Position home{3, 3}, goal{70, 20};
  const throng::Query query{home, goal};
  const auto found = solvers[0].solve({&query, 1}, workers);
  const throng::RouteId unit = infantry.add(found.path(0), goal);

  const auto before = map.version();
  const throng::Position site = infantry.route(unit).ahead(*map.grid(0), 5);
  const std::vector<throng::Edit> building{throng::TerrainEdit{{site, 2, 2}, '@'}};
  if (!map.edit(building, workers)) return 1;  // only for places outside of the map
  map.settle(500, workers);                    // about 0.5 ms of repairs in each frame

  for (std::size_t k = 0; k < map.classes(); ++k)
    scheduler.replace_solver(k, *throng::Solver::make(map.index(k)));

  const auto& review = infantry.review(map.grid(0), map.changes(before, 0), workers);
  for (const throng::RouteId broken : review.broken) {
    const throng::Position here = infantry.route(broken).position();
    const throng::Position there = infantry.goal(broken);
    scheduler.submit({.request = {.start = here, .goals = {&there, 1}}});
  }
  std::printf("%zu broken, %zu may be shorter\n", review.broken.size(),
              review.may_shorten.size());
  const auto report = scheduler.run(throng::FrameBudget::unlimited(), workers);

  const std::string saved = map.save();  // into a file, or to a player who joins
  const auto joined = throng::LivingMap::restore(saved, workers);
  if (!joined || joined->fingerprint() != map.fingerprint()) return 1;
  return review.broken.size() == 1 && report.finished == 1 ? 0 : 1;
}

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

  throng::RouteBook routes(map);

  const throng::Position home{3, 3}, goal{70, 20};
  const throng::Query query{home, goal};
  const auto solver = *throng::Solver::make(map.index(0));
  const auto found = solver.solve({&query, 1}, workers);
  const throng::RouteId unit = routes.add(found.path(0), goal);
  throng::Field field(map.index(0));
  field.set_goals({&goal, 1}, workers);

  const auto before = map.version();
  const throng::Position site = routes.route(unit).ahead(*map.grid(0), 5);
  const std::vector<throng::Edit> building{throng::TerrainEdit{{site, 2, 2}, '@'}};
  if (!map.edit(building, workers)) return 1;  // only for places outside of the map
  map.settle(500, workers);                    // 0.05 to 0.15 ms of repairs in each frame

  const auto& review = routes.review(map, workers);
  std::printf("%zu broken, %zu may be shorter\n", review.broken.size(),
              review.may_shorten.size());

  field.follow(map.index(0), map.changes(before, 0), workers);
  if (!field.next(home)) return 1;

  const std::string saved = *map.save();  // into a file, or to a player who joins
  const auto joined = throng::LivingMap::restore(saved, workers);
  if (!joined || joined->fingerprint() != map.fingerprint()) return 1;
  return review.broken.size() == 1 && review.broken[0] == unit ? 0 : 1;
}

#include <throng/throng.hpp>

#include <vector>

using namespace throng;

namespace {

void animate(UnitId, Position, Move, int) {}

}  // namespace

int main() {
  Workers workers(2);
  const auto terrain = read_map("maps/demo.map");
  const std::vector<LivingClass> classes{{.landmarks = 0, .jump_graph = false}};
  LivingMap map = *LivingMap::make(*terrain, classes, {}, workers);
  const std::vector<Edit> buildings{TerrainEdit{{{30, 20}, 4, 4}, '@'}};
  bool playing = true;
  int frames = 0;

  Crowd crowd = *Crowd::make(map);
  const UnitId unit = *crowd.add({.at = {3, 4}});
  if (!crowd.order(unit, Position{9, 6})) return 1;
  while (playing) {
    if (!map.edit(buildings, workers)) return 1;
    crowd.step(workers);
    for (const Stride& s : crowd.started()) animate(s.unit, s.from, s.move, s.period);
    playing = !crowd.at_goal(unit) && ++frames < 1000;
  }

  return crowd.at_goal(unit) ? 0 : 1;
}

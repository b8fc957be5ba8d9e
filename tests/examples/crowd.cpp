// Units of a game that walk at once, on a map that changes.

#include <throng/throng.hpp>

#include <cstdio>
#include <vector>

using namespace throng;

namespace {

int frames = 0;

void animate(UnitId, Position, Move, int) {}

/// A unit that walks to a goal, while buildings appear.
int walk(LivingMap& map, Workers& workers) {
  const std::vector<Edit> buildings{TerrainEdit{{{30, 20}, 4, 4}, '@'}};
  bool playing = true;

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

/// A squad. Every unit has a place of its own, and all of them share one field.
int gather(const LivingMap& map, Workers& workers) {
  Crowd crowd = *Crowd::make(map);
  TakenCells taken = *TakenCells::make(map.grid(0)->width(), map.grid(0)->height());
  std::vector<UnitId> squad;
  std::vector<GroupUnit> group;
  for (std::int32_t x = 3; x < 9; ++x) {
    squad.push_back(*crowd.add({.at = {x, 4}}));
    group.push_back({.at = {x, 4}});
  }

  const Position goal{9, 6};
  const auto places = promise_places({&map.index(0), 1}, group, goal, taken);
  if (!places || !crowd.order_group(squad, goal, *places)) return 1;

  std::size_t arrived = 0;
  for (int frame = 0; frame < 200 && arrived < squad.size(); ++frame)
    arrived += crowd.step(workers).arrived;
  return arrived == squad.size() ? 0 : 1;
}

}  // namespace

int main() {
  const auto terrain = read_map("maps/demo.map");
  Workers workers(2);
  const std::vector<LivingClass> classes{{.landmarks = 0, .jump_graph = false}};
  auto map = LivingMap::make(*terrain, classes, {}, workers);
  if (!map || walk(*map, workers) != 0 || gather(*map, workers) != 0) return 1;
  std::printf("walked in %d frames\n", frames);
}

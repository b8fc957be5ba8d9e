// A squad that takes places around a goal.

#include <throng/throng.hpp>

#include <vector>

using namespace throng;

namespace {

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
  const auto map = LivingMap::make(*terrain, classes, {}, workers);
  return map ? gather(*map, workers) : 1;
}

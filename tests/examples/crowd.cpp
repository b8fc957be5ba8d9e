#include <throng/throng.hpp>

#include <span>
#include <vector>

// Sends a squad to places around a goal that no other unit was promised.
bool send(throng::Crowd& crowd, std::span<const throng::UnitId> squad,
          throng::Position goal, std::span<const throng::Index> movements,
          throng::TakenCells& taken) {
  std::vector<throng::GroupUnit> group;
  for (const throng::UnitId id : squad) {
    const throng::CrowdUnit unit = crowd.unit(id);
    const auto size = movements[unit.movement].grid()->rules().unit_size;
    taken.remove(crowd.goal(id).value_or(throng::kNowhere), size);  // it leaves
    group.push_back({unit.at, static_cast<std::uint32_t>(unit.movement)});
  }
  const auto places = throng::promise_places(movements, group, goal, taken);
  return places && crowd.order_group(squad, goal, *places);
}

// Of a corridor from west to east, the northern half is for those who walk west.
bool divide(throng::Crowd& crowd, const throng::MapRect& corridor) {
  using throng::Move;
  std::vector<throng::ClosedStep> closed;
  for (std::int32_t y = 0; y < corridor.height; ++y) {
    const bool north = y < corridor.height / 2;
    for (std::int32_t x = 0; x < corridor.width; ++x) {
      const throng::Position at{corridor.corner.x + x, corridor.corner.y + y};
      for (const Move move :
           north ? std::vector{Move::east, Move::north_east, Move::south_east}
                 : std::vector{Move::west, Move::north_west, Move::south_west})
        closed.push_back({at, move});
    }
  }
  return crowd.set_lanes(0, closed).has_value();
}

int main() {
  using namespace throng;
  const auto terrain = read_map("maps/demo.map");
  Workers workers(2);
  const std::vector<LivingClass> classes{{.landmarks = 0, .jump_graph = false}};
  const LivingMap map = *LivingMap::make(*terrain, classes, {}, workers);
  Crowd crowd = *Crowd::make(map);
  TakenCells taken = *TakenCells::make(map.grid(0)->width(), map.grid(0)->height());
  std::vector<UnitId> squad;
  for (std::int32_t x = 3; x < 9; ++x) squad.push_back(*crowd.add({.at = {x, 4}}));
  const MapRect corridor{{1, 14}, 62, 2};
  if (!divide(crowd, corridor)) return 1;

  const std::vector<Index> movements{map.index(0)};
  if (!send(crowd, squad, {30, 14}, movements, taken)) return 1;
  for (int frame = 0; frame < 200; ++frame)
    if (crowd.step(workers).walking == 0) return 0;
  return 1;
}

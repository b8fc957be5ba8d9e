#include <throng/throng.hpp>

#include <cstdint>
#include <cstdio>
#include <set>
#include <span>
#include <vector>

namespace {

struct Unit {
  throng::Position at;         // where it is now
  std::uint32_t movement = 0;  // its movement class
  throng::Position place{};    // where it stands or, while it walks, will stand
};

// Gives each unit of a group a place around the goal that no other unit holds.
void order(std::span<Unit> group, throng::Position goal,
           std::span<const throng::Index> movements, throng::TakenCells& taken) {
  const auto size = [&](const Unit& unit) {
    return movements[unit.movement].grid()->rules().unit_size;
  };
  std::vector<throng::GroupUnit> members;
  for (const Unit& unit : group) {
    taken.remove(unit.place, size(unit));  // it leaves
    members.push_back({unit.at, unit.movement});
  }
  const auto places = throng::promise_places(movements, members, goal, taken);
  for (std::size_t i = 0; i < group.size(); ++i) {
    Unit& unit = group[i];
    unit.place = (*places)[i];
    if (unit.place != throng::kNowhere) continue;
    unit.place = unit.at;  // no place is left for it: it stays
    taken.add(unit.place, size(unit));
  }
}

}  // namespace

int main() {
  const auto terrain = throng::read_map("maps/demo.map");
  if (!terrain) return 1;
  const std::vector<throng::Index> movements{
      *throng::Grid::make(*terrain), *throng::Grid::make(*terrain, {.unit_size = 2})};
  throng::Workers workers;
  auto taken = *throng::TakenCells::make(terrain->width(), terrain->height());

  // Two groups of small and large units, which stand where the map has room.
  std::vector<Unit> units;
  for (std::int32_t y = 0; y < terrain->height() && units.size() < 24; y += 2)
    for (std::int32_t x = 0; x < terrain->width() && units.size() < 24; x += 2)
      if (const std::uint32_t movement = units.size() % 2;
          movements[movement].grid()->open({x, y})) {
        units.push_back({{x, y}, movement, {x, y}});
        taken.add({x, y}, movement == 0 ? 1 : 2);
      }
  const std::span all(units);
  const throng::Position goal{70, 8};
  order(all.first(12), goal, movements, taken);
  order(all.subspan(12), goal, movements, taken);  // beside the first group

  // Where it matters who goes where: by path cost, the last unit as early as possible.
  std::vector<throng::GroupUnit> members;
  std::vector<throng::Position> places;
  for (const Unit& unit : all.first(12)) {
    members.push_back({unit.at, unit.movement});
    places.push_back(unit.place);
  }
  if (!throng::exchange_places(movements, members, places, workers)) return 1;

  std::set<throng::Position> cells;
  std::size_t covered = 0;
  for (const Unit& unit : units) {
    const std::int32_t size = unit.movement == 0 ? 1 : 2;
    for (std::int32_t k = 0; k < size * size; ++k, ++covered)
      cells.insert({unit.place.x + k % size, unit.place.y + k / size});
    std::printf("%d,%d -> %d,%d\n", unit.at.x, unit.at.y, unit.place.x, unit.place.y);
  }
  return cells.size() == covered ? 0 : 1;
}

#include <throng/throng.hpp>

#include <algorithm>
#include <cstdio>
#include <vector>

namespace {

struct Turret {
  throng::Position at;
  std::int32_t radius;
  throng::Weight danger;
};

/// Adds what a turret threatens; where several do, the greatest danger counts.
void draw(const Turret& turret, throng::TerrainView map,
          std::vector<throng::Weight>& danger) {
  for (std::int32_t y = turret.at.y - turret.radius; y <= turret.at.y + turret.radius; ++y)
    for (std::int32_t x = turret.at.x - turret.radius; x <= turret.at.x + turret.radius;
         ++x) {
      const std::int32_t dx = x - turret.at.x, dy = y - turret.at.y;
      if (!map.contains({x, y}) || dx * dx + dy * dy > turret.radius * turret.radius)
        continue;
      throng::Weight& cell = danger[static_cast<std::size_t>(y * map.width + x)];
      cell = std::max(cell, turret.danger);
    }
}

}  // namespace

int main() {
  const auto terrain = throng::read_map("maps/demo.map");
  if (!terrain) return 1;
  throng::Workers workers;
  const std::vector<throng::LivingClass> classes{{.rules = {}, .max_danger = 8},  // scouts
                                                 {.rules = {}}};  // tanks fear nothing
  auto map = *throng::LivingMap::make(*terrain, classes, {}, workers);

  const throng::Query query{{3, 3}, {70, 20}};
  const auto ask = [&](std::size_t movement) {
    return throng::Solver::make(map.index(movement))->solve({&query, 1}, workers);
  };
  const throng::Answers before = ask(0);
  const std::vector<throng::Position> way = before.path(0).cells();
  const std::vector<Turret> turrets{{way[way.size() / 2], 4, 8}};

  std::vector<throng::Weight> danger(terrain->cell_count());
  danger.assign(danger.size(), 0);
  for (const Turret& turret : turrets) draw(turret, map.terrain(), danger);
  const throng::MapRect all{{0, 0}, map.terrain().width, map.terrain().height};
  const std::vector<throng::Edit> threat{throng::DangerEdit{0, all, danger}};
  if (!map.edit(threat, workers)) return 1;

  const auto in_danger = [&](const throng::Answers& answers) {
    const std::vector<throng::Position> cells = answers.path(0).cells();
    return std::ranges::count_if(cells, [&](throng::Position p) {
      return danger[static_cast<std::size_t>(p.y * terrain->width() + p.x)] != 0;
    });
  };
  const throng::Answers scout = ask(0), tank = ask(1);
  std::printf("cells in danger: %td of the scout's way, %td of the tank's\n",
              in_danger(scout), in_danger(tank));
  return in_danger(scout) < in_danger(tank) ? 0 : 1;
}

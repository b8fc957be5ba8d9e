#include "../core/rng.hpp"
#include "state.hpp"

#include <algorithm>

namespace throng::page {
namespace {

/// A random cell from which the goal can be reached; the goal, if there is none.
Position place_unit(Crowd& crowd) {
  const Grid& grid = *crowd.map.grid(0);
  SplitMix64 random(crowd.random++);
  constexpr int kTries = 1000;
  for (int i = 0; i < kTries; ++i) {
    const auto x = random.below(static_cast<std::uint32_t>(grid.width()));
    const auto y = random.below(static_cast<std::uint32_t>(grid.height()));
    const Position cell{static_cast<std::int32_t>(x), static_cast<std::int32_t>(y)};
    if (crowd.field.distance(cell) != kUnreachable) return cell;
  }
  return crowd.goal;
}

int leave_units(const Crowd& crowd) {
  page().list.clear();
  for (const Position unit : crowd.units) page().list.push_back(packed(unit));
  page().list.push_back(crowd.arrived);
  return static_cast<int>(page().list.size());
}

}  // namespace
/// Makes the map a living one, with so many units that walk to the goal. Leaves their
/// cells, and how many have arrived: none.
THRONG_PAGE(page_crowd)(int units, int gx, int gy) {
  Page& at = page();
  const std::array classes{
      LivingClass{.rules = at.rules, .landmarks = 0, .jump_graph = false}};
  auto map = LivingMap::make(at.terrain, classes,
                             {.weights = at.weights, .links = at.links}, at.workers);
  if (!map) return report(map.error());
  Field field(map->grid(0));
  const Position goal{gx, gy};
  field.set_goals(std::array{goal}, at.workers);
  at.crowd.emplace(Crowd{.map = *std::move(map),
                         .field = std::move(field),
                         .units = {},
                         .last = {},
                         .goal = goal});
  for (int i = 0; i < units; ++i) at.crowd->units.push_back(place_unit(*at.crowd));
  at.crowd->last.resize(at.crowd->units.size());
  return leave_units(*at.crowd);
}

/// Moves every unit by one step. One that has arrived, or that cannot go on, begins again
/// elsewhere. Leaves the cells of the units, and how many have arrived so far.
THRONG_PAGE(page_crowd_step)() {
  auto& crowd = page().crowd;
  if (!crowd) return report("there are no units");
  for (std::size_t i = 0; i < crowd->units.size(); ++i) {
    Position& unit = crowd->units[i];
    std::optional<Move>& last = crowd->last[i];
    last = crowd->field.next(unit, last);
    if (last) {
      unit = PathView(crowd->map.grid(0)->rules().topology, unit, {},
                      crowd->map.grid(0)->links().get())
                 .step(unit, *last);
    } else {
      crowd->arrived += unit == crowd->goal ? 1 : 0;
      unit = place_unit(*crowd);
    }
  }
  return leave_units(*crowd);
}

/// Writes a terrain character into a square of cells whose middle is x,y: a building, or
/// its end. The flow field follows.
THRONG_PAGE(page_crowd_build)(int x, int y, int side, int terrain) {
  Page& at = page();
  if (!at.crowd) return report("there are no units");
  Crowd& crowd = *at.crowd;
  const int left = std::max(0, x - (side - 1) / 2), top = std::max(0, y - (side - 1) / 2);
  const MapRect box{{left, top},
                    std::min(side, at.terrain.width() - left),
                    std::min(side, at.terrain.height() - top)};
  if (box.width <= 0 || box.height <= 0) return report("a building stands on the map");
  const LivingMap::Version before = crowd.map.version();
  const std::array edits{Edit(TerrainEdit{box, static_cast<char>(terrain)})};
  const auto edited = crowd.map.edit(edits, at.workers);
  if (!edited) return report(edited.error());
  crowd.field.follow(crowd.map.grid(0), crowd.map.changes(before, 0), at.workers);
  for (std::int32_t row = top; row < top + box.height; ++row)
    for (std::int32_t column = left; column < left + box.width; ++column)
      at.terrain.set({column, row}, static_cast<char>(terrain));
  at.change_map();
  return 0;
}

/// Sends all units to another goal.
THRONG_PAGE(page_crowd_goal)(int gx, int gy) {
  auto& crowd = page().crowd;
  if (!crowd) return report("there are no units");
  crowd->goal = {gx, gy};
  crowd->field.set_goals(std::array{crowd->goal}, page().workers);
  return 0;
}

}  // namespace throng::page

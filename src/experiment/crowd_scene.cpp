#include "crowd_scene.hpp"

#include <throng/assert.hpp>
#include <throng/map_changes.hpp>

namespace throng::experiment {
namespace {

constexpr std::int32_t kSide = CrowdScenario::kRoomSide;
constexpr std::int32_t kLength = CrowdScenario::kCorridorLength;

constexpr std::int32_t kDoorRooms = 3;  // in a row and in a column
constexpr std::int32_t kDoorSide = 16;  // of a room
constexpr std::int32_t kDoorPitch = kDoorSide + 1;

constexpr std::int32_t kShelfWidth = 10;
constexpr std::int32_t kShelfHeight = 2;
constexpr std::int32_t kShelfColumns = 8;
constexpr std::int32_t kShelfRows = 16;
constexpr std::int32_t kMargin = 8;    // open columns beside the shelves
constexpr std::int32_t kStations = 2;  // columns of stations at the edge of the map
constexpr std::int32_t kShelvesWidth = kShelfColumns * (kShelfWidth + 1) + 1;

void fill(Terrain& terrain, const MapRect& at, char with) {
  for (Position p{0, at.corner.y}; p.y < at.corner.y + at.height; ++p.y)
    for (p.x = at.corner.x; p.x < at.corner.x + at.width; ++p.x) terrain.set(p, with);
}

std::vector<Position> cells_of(const MapRect& at) {
  std::vector<Position> cells;
  for (Position p{0, at.corner.y}; p.y < at.corner.y + at.height; ++p.y)
    for (p.x = at.corner.x; p.x < at.corner.x + at.width; ++p.x) cells.push_back(p);
  return cells;
}

MapRect corridor_of(const CrowdScenario& scenario) {
  return {{kSide, (kSide - scenario.corridor) / 2}, kLength, scenario.corridor};
}

constexpr std::array<MapRect, 2> kRooms{
    {{{0, 0}, kSide, kSide}, {{kSide + kLength, 0}, kSide, kSide}}};

/// West, east, north, south.
constexpr std::array<MapRect, 4> kArms{{{{0, kSide}, kSide, kSide},
                                        {{2 * kSide, kSide}, kSide, kSide},
                                        {{kSide, 0}, kSide, kSide},
                                        {{kSide, 2 * kSide}, kSide, kSide}}};

MapRect door_room(std::int32_t room) {
  return {{room % kDoorRooms * kDoorPitch, room / kDoorRooms * kDoorPitch},
          kDoorSide,
          kDoorSide};
}

Terrain draw_doors() {
  constexpr std::int32_t kWidth = kDoorRooms * kDoorPitch - 1;
  Terrain terrain = *Terrain::make(kWidth, kWidth, '@');
  for (std::int32_t room = 0; room < kDoorRooms * kDoorRooms; ++room)
    fill(terrain, door_room(room), '.');
  for (std::int32_t wall = kDoorSide; wall < kWidth; wall += kDoorPitch)
    for (std::int32_t door = kDoorSide / 2; door < kWidth; door += kDoorPitch) {
      terrain.set({wall, door}, '.');
      terrain.set({door, wall}, '.');
    }
  return terrain;
}

Terrain draw_warehouse() {
  Terrain terrain =
      *Terrain::make(kShelvesWidth + 2 * kMargin, kShelfRows * (kShelfHeight + 1) + 1, '.');
  for (std::int32_t row = 0; row < kShelfRows; ++row)
    for (std::int32_t column = 0; column < kShelfColumns; ++column)
      fill(terrain,
           {{kMargin + column * (kShelfWidth + 1) + 1, row * (kShelfHeight + 1) + 1},
            kShelfWidth,
            kShelfHeight},
           '@');
  return terrain;
}

/// Zones: the cells of aisles beside shelves, and two columns of stations at each end.
CrowdPlan plan_warehouse(std::int32_t width, std::int32_t height) {
  CrowdPlan plan;
  plan.zones.emplace_back();
  for (std::int32_t row = 0; row <= kShelfRows; ++row)
    for (std::int32_t x = 0; x < kShelvesWidth; ++x)
      if (x % (kShelfWidth + 1) != 0)
        plan.zones[0].push_back({kMargin + x, row * (kShelfHeight + 1)});
  plan.zones.push_back(cells_of({{0, 0}, kStations, height}));
  plan.zones.push_back(cells_of({{width - kStations, 0}, kStations, height}));
  plan.trips = {{0, 1}, {0, 2}};
  return plan;
}

CrowdPlan plan_doors() {
  constexpr std::size_t kRoomCount = kDoorRooms * kDoorRooms;
  constexpr std::size_t kFar = 4;  // another row and another column
  CrowdPlan plan;
  for (std::size_t room = 0; room < kRoomCount; ++room) {
    plan.zones.push_back(cells_of(door_room(static_cast<std::int32_t>(room))));
    plan.trips.push_back({room, (room + kFar) % kRoomCount});
  }
  return plan;
}

}  // namespace

Terrain draw_terrain(const CrowdScenario& scenario) {
  THRONG_ASSERT(scenario.has_map());
  if (scenario.scene == CrowdScene::doors) return draw_doors();
  if (scenario.scene == CrowdScene::warehouse) return draw_warehouse();
  if (scenario.scene == CrowdScene::crossing) {
    Terrain terrain = *Terrain::make(3 * kSide, 3 * kSide, '@');
    for (const MapRect& arm : kArms) fill(terrain, arm, '.');
    fill(terrain, {{kSide, kSide}, kSide, kSide}, '.');
    return terrain;
  }
  Terrain terrain = *Terrain::make(2 * kSide + kLength, kSide, '@');
  for (const MapRect& room : kRooms) fill(terrain, room, '.');
  fill(terrain, corridor_of(scenario), '.');
  return terrain;
}

CrowdPlan make_plan(const CrowdScenario& scenario, std::int32_t width,
                    std::int32_t height) {
  switch (scenario.scene) {
    case CrowdScene::warehouse:
      return plan_warehouse(width, height);
    case CrowdScene::doors:
      return plan_doors();
    case CrowdScene::corridor:
      return {{cells_of(kRooms[0]), cells_of(kRooms[1])}, {{0, 1}, {1, 0}}};
    case CrowdScene::crossing: {
      CrowdPlan plan{{}, {{0, 1}, {2, 3}, {1, 0}, {3, 2}}};
      for (const MapRect& arm : kArms) plan.zones.push_back(cells_of(arm));
      return plan;
    }
    case CrowdScene::lifelong:
    case CrowdScene::siege:
      break;
  }
  return {{cells_of({{0, 0}, width, height})}, {{0, 0}}};
}

std::vector<ClosedStep> corridor_lanes(const CrowdScenario& scenario) {
  THRONG_ASSERT(scenario.scene == CrowdScene::corridor);
  using enum Move;
  constexpr std::array kEast{east, north_east, south_east};
  constexpr std::array kWest{west, north_west, south_west};
  const MapRect at = corridor_of(scenario);
  const std::int32_t westward = at.height - at.height / 2;  // rows
  std::vector<ClosedStep> closed;
  for (std::int32_t row = 0; row < at.height; ++row)
    for (std::int32_t x = 0; x < at.width; ++x)
      for (const Move move : row < westward ? kEast : kWest)
        closed.push_back({{at.corner.x + x, at.corner.y + row}, move});
  return closed;
}

}  // namespace throng::experiment

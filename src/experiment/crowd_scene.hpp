#pragma once

#include <throng/grid.hpp>
#include <throng/query.hpp>
#include <throng/terrain.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng::experiment {

/// What the units of a crowd do.
enum class CrowdScene : std::uint8_t {
  lifelong,   ///< walk from cell to cell of any map
  siege,      ///< gather around one cell of any map
  corridor,   ///< walk between two rooms, through a corridor
  crossing,   ///< walk between opposite arms of a cross
  doors,      ///< walk between rooms whose doors are one cell wide
  warehouse,  ///< walk between shelves and stations, in aisles one cell wide
};

struct CrowdScenario {
  static constexpr std::int32_t kRoomSide = 24;  ///< of corridor and crossing
  static constexpr std::int32_t kCorridorLength = 30;

  CrowdScene scene = CrowdScene::lifelong;
  std::int32_t corridor = 0;  ///< width, 1 to kRoomSide; 0 without a corridor

  /// Whether it has a map of its own.
  bool has_map() const noexcept {
    return scene != CrowdScene::lifelong && scene != CrowdScene::siege;
  }
};

/// The map of a scenario. Closed cells are '@'. Pre: scenario.has_map().
Terrain draw_terrain(const CrowdScenario& scenario);

/// A way between two zones, there and back for ever.
struct CrowdTrip {
  std::size_t home = 0;  ///< zone in which its units start
  std::size_t away = 0;
};

/// Where units start and walk to. Unit k makes trip k modulo the number of trips.
struct CrowdPlan {
  std::vector<std::vector<Position>> zones;  ///< cells, closed ones too
  std::vector<CrowdTrip> trips;
};

/// The plan of a scenario on a map of this size.
CrowdPlan make_plan(const CrowdScenario& scenario, std::int32_t width, std::int32_t height);

/// The steps that lanes close in a corridor: those to the east that begin in its upper
/// rows, and those to the west that begin in the others. Of an odd width, the middle row
/// leads west. Pre: a corridor.
std::vector<ClosedStep> corridor_lanes(const CrowdScenario& scenario);

}  // namespace throng::experiment

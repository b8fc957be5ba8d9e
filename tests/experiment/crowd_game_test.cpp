#include "../../src/experiment/crowd_game.hpp"

#include "../support/catch.hpp"

#include <throng/grid.hpp>
#include <throng/living_map.hpp>
#include <throng/monitor.hpp>
#include <throng/workers.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

namespace throng::crowd_game_test {

using namespace experiment;

namespace {

constexpr CrowdScenario kCorridor1{CrowdScene::corridor, 1};
constexpr CrowdScenario kCorridor3{CrowdScene::corridor, 3};

std::vector<CrowdScenario> scenarios_with_maps() {
  return {kCorridor1, kCorridor3, CrowdScenario{CrowdScene::crossing},
          CrowdScenario{CrowdScene::doors}, CrowdScenario{CrowdScene::warehouse}};
}

LivingMap map_of(TerrainView terrain, std::int32_t sizes, Workers& workers) {
  return *LivingMap::make(terrain, crowd_classes({}, sizes), {}, workers);
}

Result<PlayedCrowd> play(const CrowdGameOptions& options) {
  Workers workers(2);
  Monitor monitor;
  LivingMap map = map_of(draw_terrain(options.scenario), options.sizes, workers);
  return play_crowd(map, options, workers, monitor);
}

std::size_t sum(const PlayedCrowd& played, std::size_t CrowdReport::*value) {
  std::size_t total = 0;
  for (const CrowdStepFigures& step : played.steps) total += step.report.*value;
  return total;
}

}  // namespace

TEST_CASE("each scenario has one component, and open zones") {
  for (const CrowdScenario& scenario : scenarios_with_maps()) {
    const Terrain terrain = draw_terrain(scenario);
    const auto grid = *Grid::make(terrain, {});
    CHECK(grid->component_count() == 1);
    const CrowdPlan plan = make_plan(scenario, terrain.width(), terrain.height());
    std::set<Position> cells;
    std::size_t count = 0;
    for (const auto& zone : plan.zones) {
      count += zone.size();
      cells.insert(zone.begin(), zone.end());
      CHECK(std::ranges::all_of(zone, [&](Position p) { return grid->open(p); }));
    }
    CHECK(cells.size() == count);  // zones do not overlap
    for (const CrowdTrip& trip : plan.trips) {
      CHECK(trip.home < plan.zones.size());
      CHECK(trip.away < plan.zones.size());
      CHECK(trip.home != trip.away);
    }
  }
}

TEST_CASE("lanes leave a way through the corridor in both directions") {
  for (const std::int32_t width : {2, 3, 6, 24}) {
    const CrowdScenario scenario{CrowdScene::corridor, width};
    const Terrain terrain = draw_terrain(scenario);
    std::vector<std::size_t> east(static_cast<std::size_t>(terrain.height())),
        west(east.size());
    for (const ClosedStep& step : corridor_lanes(scenario)) {
      CHECK(terrain.at(step.from) == '.');
      const std::int32_t dx = kMoveX.at(static_cast<std::size_t>(step.move));
      CHECK(dx != 0);
      ++(dx > 0 ? east : west).at(static_cast<std::size_t>(step.from.y));
    }
    constexpr std::size_t kSteps = std::size_t{3} * CrowdScenario::kCorridorLength;
    CHECK(std::ranges::count(east, kSteps) == width - width / 2);
    CHECK(std::ranges::count(west, kSteps) == width / 2);
    for (std::size_t y = 0; y < east.size(); ++y) CHECK((east[y] == 0 || west[y] == 0));
  }
}

TEST_CASE("figures of a crowd agree with each other") {
  for (const Bodies bodies : {Bodies::exact, Bodies::synchronous}) {
    const auto played = play({.scenario = kCorridor3,
                              .units = 80,
                              .steps = 200,
                              .bodies = bodies,
                              .heat = true,
                              .moments = 50});
    REQUIRE(played);
    CHECK(played->steps.size() == 200);
    CHECK(sum(*played, &CrowdReport::arrived) > 0);
    CHECK(played->delays.size() == sum(*played, &CrowdReport::arrived));
    CHECK(std::ranges::min(played->delays) >= 0);
    CHECK(std::accumulate(played->heat.begin(), played->heat.end(), std::size_t{0}) ==
          sum(*played, &CrowdReport::blocked));
    CHECK(played->places.size() == 80);
    for (const auto& places : played->places) CHECK(places.size() == 51);
    std::set<Position> cells;
    for (const CrowdUnitAtEnd& unit : played->units) cells.insert(unit.at);
    CHECK(cells.size() == 80);
  }
}

TEST_CASE("blocked steps of large and slow units are where they stand") {
  const auto played = play({.scenario = kCorridor3,
                            .units = 30,
                            .steps = 200,
                            .sizes = 2,
                            .periods = 3,
                            .heat = true});
  REQUIRE(played);
  CHECK(std::accumulate(played->heat.begin(), played->heat.end(), std::size_t{0}) ==
        sum(*played, &CrowdReport::blocked));
}

TEST_CASE("a unit gets the next goal when it arrives, at the other end") {
  const auto played = play({.scenario = kCorridor1, .units = 1, .steps = 400, .goals = 2});
  REQUIRE(played);
  const std::size_t arrived = sum(*played, &CrowdReport::arrived);
  CHECK(arrived >= 4);
  CHECK(played->units[0].zone == (arrived % 2 == 0 ? 1 : 0));
  CHECK(std::ranges::max(played->delays) == 0);
  CHECK(sum(*played, &CrowdReport::fields_made) <= 2 * arrived + 2);
}

TEST_CASE("units in a siege gather around the middle") {
  Workers workers(2);
  Monitor monitor;
  const Terrain terrain = *Terrain::make(40, 30);
  LivingMap map = map_of(terrain, 1, workers);
  const auto played = play_crowd(
      map, {.scenario = {CrowdScene::siege}, .units = 40, .steps = 300}, workers, monitor);
  REQUIRE(played);
  CHECK(played->at_goal == 40);
  CHECK(sum(*played, &CrowdReport::arrived) >= 40);
  CHECK(played->last_arrival);
  for (const CrowdUnitAtEnd& unit : played->units) {
    CHECK(std::abs(unit.at.x - 20) < 10);
    CHECK(std::abs(unit.at.y - 15) < 10);
  }
  CHECK(monitor.done == 300);
}

TEST_CASE("a game that nobody can play is refused") {
  CHECK(play({.scenario = kCorridor1, .units = 2, .sizes = 2}).error().code ==
        Code::bad_argument);
  CHECK(play({.scenario = kCorridor1, .units = 2000}).error().code == Code::bad_argument);
  Workers workers(1);
  Monitor monitor;
  monitor.cancel = true;
  LivingMap map = map_of(*Terrain::make(9, 9), 1, workers);
  CHECK(play_crowd(map, {.units = 1}, workers, monitor).error().code == Code::cancelled);
}

}  // namespace throng::crowd_game_test

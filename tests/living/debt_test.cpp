#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/living_mirror.hpp"
#include "../support/maps.hpp"

#include <throng/frame_scheduler.hpp>
#include <throng/generate.hpp>
#include <throng/living_map.hpp>
#include <throng/solver.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace throng::debt_test {
using namespace test;
namespace {

LivingMap make(MapKind kind, const std::vector<LivingClass>& classes, Workers& workers) {
  const Terrain terrain = *generate(kind, {.width = 256, .height = 200});
  return *LivingMap::make(terrain, classes, {}, workers);
}

/// Closes or opens every so many cells.
std::vector<Edit> scattered(char terrain, std::int32_t every) {
  std::vector<Edit> edits;
  for (Position p{3, 3}; p.y < 200; p.y += every)
    for (p.x = 3; p.x < 256; p.x += every)
      edits.emplace_back(TerrainEdit{{p, 1, 1}, terrain});
  return edits;
}

/// What settle() takes in all, in small parts.
std::size_t work_to_settle(LivingMap& map, Workers& workers) {
  std::size_t work = 0;
  while (!map.settled()) work += map.settle(700, workers);
  return work;
}

}  // namespace

TEST_CASE("Debt: is 0 if and only if the map is settled", "[living]") {
  Workers workers(1);
  std::uint64_t seed = 0;
  std::vector<Rules> all{{.unit_size = 2}, {.cost_model = CostModel::enter}};
  for (const Topology topology : kTopologies) all.push_back({.topology = topology});
  for (const Rules& rules : all)
    for (const MirrorLayers& layers : kMirrorLayers) {
      CAPTURE(in_words(rules), layers.weights, layers.steps, layers.links, ++seed);
      LivingMirror mirror({24, 18}, 20, layers, seed);
      const std::vector<LivingClass> classes{
          {.rules = rules, .max_danger = mirror.max_danger()},
          {.rules = rules, .landmarks = 0},
          {.rules = rules, .landmarks = 0, .fronts = true, .front_rows = true}};
      LivingMap map = *LivingMap::make(mirror.terrain(), classes, mirror.start(), workers);
      for (int turn = 0; turn < 12; ++turn) {
        REQUIRE(map.edit(turn == 10 ? mirror.restore() : mirror.edit(), workers));
        for (const std::size_t work : {0, 20, 50, 200, 900}) {
          if (turn % 3 == 2 || work < 50) map.settle(work, workers);
          REQUIRE((map.debt() == 0) == map.settled());
        }
        if (turn % 4 != 3) continue;
        map.settle(LivingMap::kAll, workers);
        REQUIRE(map.settled());
        REQUIRE(map.debt() == 0);
      }
    }
}

TEST_CASE("Debt: is nearly what settle takes where all is computed anew", "[living]") {
  Workers workers(1);
  const std::vector<std::vector<LivingClass>> kinds{
      {{.jump_graph = false}},
      {{.landmarks = 0}},
      {{.landmarks = 0, .jump_graph = false, .fronts = true}},
      {{.landmarks = 0, .jump_graph = false, .fronts = true, .front_rows = true}},
      {{.fronts = true}, {.rules = {.unit_size = 2}}}};
  for (const auto& classes : kinds) {
    CAPTURE(&classes - kinds.data());
    LivingMap map = make(MapKind::empty, classes, workers);  // no part is cut off
    for (const char terrain : {'@', '.'}) {
      REQUIRE(map.edit(scattered(terrain, 3), workers));
      const std::size_t debt = map.debt();
      const std::size_t work = work_to_settle(map, workers);
      CAPTURE(terrain, debt, work);
      CHECK(3 * debt >= 2 * work);
      CHECK(2 * debt <= 3 * work);
    }
  }
}

TEST_CASE("Debt: falls while settle works", "[living]") {
  Workers workers(1);
  LivingMap map = make(MapKind::caves, {{.fronts = true}, {}}, workers);
  REQUIRE(map.edit(scattered('@', 3), workers));
  const std::size_t first = map.debt();
  std::size_t last = first, risen = 0, calls = 0;
  for (; !map.settled(); ++calls) {
    map.settle(2'000, workers);
    risen += map.debt() > last ? map.debt() - last : 0;
    last = map.debt();
  }
  CHECK(calls > 20);
  CHECK(10 * risen < first);
}

TEST_CASE("Debt: frames report it, and settle each class", "[living]") {
  Workers workers(1);
  const SolverOptions automatic;
  const std::vector<Edit> edits = scattered('@', 3);
  for (const std::size_t classes : {1U, 2U, 5U}) {
    const std::vector<LivingClass> all(classes, {.jump_graph = false});
    LivingMap map = make(MapKind::caves, all, workers);
    auto scheduler = *FrameScheduler::make(map, {&automatic, 1});
    REQUIRE(scheduler.edit(edits));
    const FrameReport first = scheduler.run(FrameBudget::expansions(100'000), workers);
    CHECK(first.debt == map.debt());
    CHECK(first.debt > 10'000);
    CHECK(first.map_spent == 25'000 + first.settled);
    CHECK(first.map_spent <= first.spent);
    CHECK(first.map_microseconds <= first.microseconds);
    // What settle() does more than its work is a small part.
    CHECK(first.settled >= 500 * classes);
    CHECK(first.settled < 500 * classes + 400 * classes);

    // A restored scheduler goes on in the same way.
    const std::string saved = *scheduler.save();
    LivingMap other = *LivingMap::restore(*map.save(), workers);
    auto restored = *FrameScheduler::restore(saved, other);
    for (int frame = 0; frame < 4; ++frame) {
      const FrameReport a = scheduler.run(FrameBudget::expansions(100'000), workers);
      const FrameReport b = restored.run(FrameBudget::expansions(100'000), workers);
      CHECK(a.settled >= 500 * classes);
      CHECK(a.settled == b.settled);
      CHECK(a.debt == b.debt);
      CHECK(a.map_spent == a.settled);
    }
    CHECK(*scheduler.save() == *restored.save());
  }
}

}  // namespace throng::debt_test

#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/maps.hpp"

#include <throng/dynamic_scenario.hpp>
#include <throng/frame_scheduler.hpp>
#include <throng/index.hpp>
#include <throng/living_map.hpp>
#include <throng/solver.hpp>
#include <throng/workers.hpp>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace throng::block_edits_test {

using namespace test;

namespace {

std::string drawing_of(const LivingMap& map) {
  std::string text;
  for (std::int32_t y = 0; y < map.terrain().height; ++y)
    text += std::string(map.terrain().row(y)) + "\n";
  return text;
}

std::string error_of(LivingMap& map, const Edit& edit, Workers& workers) {
  const std::uint64_t before = map.fingerprint();
  const auto version = map.edit({&edit, 1}, workers);
  REQUIRE_FALSE(version);
  CHECK(version.error().code == Code::bad_argument);
  CHECK(map.fingerprint() == before);
  return version.error().what;
}

}  // namespace

TEST_CASE("a building that vanishes leaves the ground as it was", "[living]") {
  Workers workers(1);
  const Terrain terrain = drawn("..WW.\n.TTW.\n.@...");
  std::vector<Weight> weights(15, 1);
  weights[6] = 3;
  const LivingClass movement{.rules = {.movement = MovementClass("W:2,T:3")}};
  LivingMap map = *LivingMap::make(terrain, {&movement, 1},
                                   {.weights = weights, .max_weight = 9}, workers);
  const std::uint64_t before = map.fingerprint();
  const std::vector<Edit> building{TerrainEdit{{{1, 0}, 3, 3}, '@'},
                                   WeightEdit{{{0, 0}, 2, 2}, 9}};
  REQUIRE(map.edit(building, workers));
  CHECK(map.edited_cells() == 8 + 4);  // one of nine was a wall
  const Edit gone = RestoreEdit{{{0, 0}, 4, 3}};
  REQUIRE(map.edit({&gone, 1}, workers));
  CHECK(map.edited_cells() == 9 + 1);  // changed in the terrain or the weight: each once
  map.settle(LivingMap::kAll, workers);
  CHECK(drawing_of(map) == "..WW.\n.TTW.\n.@...\n");
  CHECK(map.fingerprint() == before);
  // Also after the map was saved with the building.
  REQUIRE(map.edit(building, workers));
  LivingMap other = *LivingMap::restore(*map.save(), workers);
  REQUIRE(other.edit({&gone, 1}, workers));
  other.settle(LivingMap::kAll, workers);
  CHECK(other.fingerprint() == before);
}

TEST_CASE("a patch of a dynamic scenario is an edit", "[living]") {
  Workers workers(1);
  const Terrain terrain = *Terrain::make(70, 40);
  const LivingClass movement;
  LivingMap map = *LivingMap::make(terrain, {&movement, 1}, {}, workers);
  DynamicScenario scenario;
  scenario.patches.push_back(random_terrain(66, 37, 40, 1));
  const DynamicScenario::Change change{0, {3, 2}};
  const Edit edit = TerrainBlockEdit{change.corner, scenario.patches[change.patch]};
  REQUIRE(map.edit({&edit, 1}, workers));
  Terrain patched = terrain;
  for (Position p; p.y < 37; ++p.y)
    for (p.x = 0; p.x < 66; ++p.x)
      patched.set({p.x + 3, p.y + 2}, scenario.patches[0].at(p));
  CHECK(drawing_of(map) ==
        drawing_of(*LivingMap::make(patched, {&movement, 1}, {}, workers)));
  const auto grid = *Grid::make(patched);
  CHECK(std::ranges::equal(map.grid(0)->moves(), grid->moves()));
}

TEST_CASE("danger adds to what cells weigh, for one class", "[living]") {
  Workers workers(1);
  const Position size{40, 30};
  const Terrain terrain = random_terrain(size.x, size.y, 20, 5);
  for (const std::int32_t unit_size : {1, 3}) {
    const std::vector<LivingClass> classes{
        {.rules = {.unit_size = unit_size}, .landmarks = 5, .max_danger = 20},
        {.rules = {}, .landmarks = 5}};
    LivingMap map = *LivingMap::make(terrain, classes, {}, workers);
    const Index other = map.index(1);
    CHECK_FALSE(map.index(0).has(Part::jump_graph));
    CHECK(other.has(Part::jump_graph));
    const std::vector<Query> queries = random_queries(terrain, 300, 1);
    std::vector<Weight> danger(terrain.cell_count());
    for (std::int32_t turn = 0; turn < 20; ++turn) {
      CAPTURE(unit_size, turn);
      for (Position p; p.y < size.y; ++p.y)
        for (p.x = 0; p.x < size.x; ++p.x) {
          const std::int32_t dx = p.x - 2 * turn, dy = p.y - 15;
          danger[static_cast<std::size_t>(p.y * size.x + p.x)] =
              static_cast<Weight>(dx * dx + dy * dy < 60 ? 1 + turn % 7 : 0);
        }
      const Edit edit = DangerEdit{0, {{0, 0}, size.x, size.y}, danger};
      REQUIRE(map.edit({&edit, 1}, workers));
      if (turn % 5 == 4) map.settle(LivingMap::kAll, workers);
      CHECK(map.index(1) == other);
      std::vector<Weight> sums(terrain.cell_count());
      for (Position p; p.y < size.y; ++p.y)
        for (p.x = 0; p.x < size.x; ++p.x) {
          const auto slot = static_cast<std::size_t>(p.y * size.x + p.x);
          sums[slot] = terrain.at(p) != '@' ? static_cast<Weight>(1 + danger[slot]) : 0;
        }
      const auto grid = *Grid::make(terrain, map.grid(0)->rules(), {.weights = sums});
      const auto expected = Solver::make(grid)->solve(queries, workers);
      CHECK(Solver::make(map.index(0))->solve(queries, workers).cost_hash() ==
            expected.cost_hash());
    }
    CHECK(map.settled());
  }
}

TEST_CASE("block edits that are not possible are errors, and change nothing", "[living]") {
  Workers workers(1);
  const Terrain terrain = drawn("...\n...");
  const std::vector<Weight> weights(6, 1);
  const std::vector<LivingClass> classes{{.rules = {}, .max_danger = 4}, {.rules = {}}};
  LivingMap map =
      *LivingMap::make(terrain, classes, {.weights = weights, .max_weight = 5}, workers);
  const auto error = [&](const Edit& edit) { return error_of(map, edit, workers); };
  const std::vector<Weight> two{2, 2}, six{2, 2, 2, 2, 2, 6};
  CHECK(error(WeightBlockEdit{{{0, 0}, 3, 1}, two}) ==
        "edit 1 of 1 has 2 cells for a rectangle of 3 x 1");
  CHECK(error(WeightBlockEdit{{{0, 0}, 3, 2}, six}) ==
        "edit 1 of 1 sets the weight 6, above the maximum 5 of this map");
  CHECK(error(DangerEdit{0, {{2, 0}, 2, 1}, two}) ==
        "edit 1 of 1 has a rectangle of 2 x 1 cells at 2,0, which leaves the map");
  CHECK(error(DangerEdit{0, {{0, 0}, 3, 2}, six}) ==
        "edit 1 of 1 sets the danger 6, above the maximum 4 of this map");
  CHECK(error(DangerEdit{1, {{0, 0}, 2, 1}, two}) ==
        "edit 1 of 1 sets the danger of class 1, which was made without");
  CHECK(error(DangerEdit{2, {{0, 0}, 2, 1}, two}) ==
        "edit 1 of 1 sets the danger of class 2 of a map with 2 classes");
  CHECK(error(RestoreEdit{{{0, 1}, 3, 2}}) ==
        "edit 1 of 1 has a rectangle of 3 x 2 cells at 0,1, which leaves the map");
  CHECK(error(TerrainBlockEdit{{0, 0}, {"..x", 3, 1, 3}}) ==
        "edit 1 of 1 writes 'x', which is not one of: . G @ O T S W 1 to 9, nor set by a "
        "class");
  CHECK(error(TerrainBlockEdit{{0, 0}, {}}) ==
        "edit 1 of 1 has a rectangle of 0 x 0 cells");

  const LivingClass heavy{.max_danger = kMaxWeight};
  const auto made = LivingMap::make(terrain, {&heavy, 1}, {}, workers);
  REQUIRE_FALSE(made);
  CHECK(made.error().what ==
        "a cell of the weight 1 and the danger 16383 would weigh more than the maximum "
        "16383");
}

TEST_CASE("danger that could make a cost overflow is refused", "[living]") {
  Workers workers(1);
  constexpr std::int32_t kLength = 700;
  const Terrain terrain = *Terrain::make(kLength, 1);
  const LivingClass movement{.landmarks = 3, .max_danger = 16'000};
  LivingMap map = *LivingMap::make(terrain, {&movement, 1}, {}, workers);
  CHECK_FALSE(map.fits_always());
  const auto with = [&](std::int32_t from, std::int32_t end) {
    std::vector<Weight> danger(kLength);
    for (std::int32_t x = from; x < end; ++x) danger[static_cast<std::size_t>(x)] = 16'000;
    return danger;
  };
  const MapRect all{{0, 0}, kLength, 1};
  const std::vector<Weight> none = with(0, 0), everywhere = with(0, kLength);
  const Edit clear = DangerEdit{0, all, none};
  // The same decision as by Grid::make, and it does not depend on what came before.
  for (std::int32_t end = 0; end <= kLength; end += 20) {
    CAPTURE(end);
    const std::vector<Weight> danger = with(0, end);
    std::vector<Weight> sums = danger;
    for (Weight& weight : sums) ++weight;
    const bool possible(Grid::make(terrain, map.grid(0)->rules(), {.weights = sums}));
    const Edit edit = DangerEdit{0, all, danger};
    const std::uint64_t before = map.fingerprint();
    CHECK(bool(map.check({&edit, 1})) == possible);
    CHECK(bool(map.edit({&edit, 1}, workers)) == possible);
    if (!possible) CHECK(map.fingerprint() == before);
    if (end % 60 == 0) REQUIRE(map.edit({&clear, 1}, workers));
  }
  const Edit too_much = DangerEdit{0, all, everywhere};
  CHECK_FALSE(map.edit({&too_much, 1}, workers));
}

TEST_CASE("a scheduler copies the cells of blocks", "[living]") {
  Workers workers(1);
  const Terrain terrain = *Terrain::make(20, 10);
  const std::vector<LivingClass> classes{{.rules = {}, .max_danger = 9}, {.rules = {}}};
  LivingMap map = *LivingMap::make(terrain, classes, {}, workers);
  const SolverOptions options;
  std::optional<FrameScheduler> scheduler = *FrameScheduler::make(map, {&options, 1});
  for (int call = 0; call < 3; ++call) {
    std::string cells(12, "@.W"[call]);
    std::vector<Weight> danger(6, static_cast<Weight>(call + 1));
    const std::vector<Edit> edits{TerrainBlockEdit{{2 * call, 3}, {cells.data(), 4, 3, 4}},
                                  DangerEdit{0, {{10 + call, 5}, 3, 2}, danger}};
    REQUIRE(scheduler->edit(edits));
    cells.assign(12, 'x');
    danger.assign(6, Weight{99});
  }
  const std::string saved_map = *map.save();
  const std::string saved = *scheduler->save();
  const FrameReport report = scheduler->run(FrameBudget::expansions(100'000), workers);
  CHECK(report.edits == 6);
  // 500 an edit and class, 2 a cell and class: 12 and 12 + 12 closed, opened, flooded;
  // danger of 6 cells each, in one class.
  CHECK(report.spent - report.settled ==
        3 * (2 * 500 + 500) + 2 * (2 * (12 + 6 + 12) + 3 * 6));
  LivingMap other = *LivingMap::restore(saved_map, workers);
  FrameScheduler restored = *FrameScheduler::restore(saved, other);
  CHECK(restored.run(FrameBudget::expansions(100'000), workers).edits == 6);
  CHECK(other.fingerprint() == map.fingerprint());
  CHECK(map.terrain().row(3) == "@@..WWWW............");
}

}  // namespace throng::block_edits_test

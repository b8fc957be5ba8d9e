#include "../support/all_pairs.hpp"
#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/executors.hpp"
#include "../support/living_mirror.hpp"
#include "../support/maps.hpp"
#include "../support/memory.hpp"
#include "../support/seeds.hpp"

#include <throng/index.hpp>
#include <throng/living_map.hpp>
#include <throng/solver.hpp>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

namespace throng::living_map_test {

using namespace test;

namespace {

/// All pairs of cells by the search that a game would use, by A*, and by fronts, against
/// the oracle.
void check_version(const LivingMap& map, const LivingMirror& mirror, std::size_t movement,
                   Workers& workers) {
  const auto& index = map.index(movement);
  const Rules& rules = index.grid()->rules();
  const auto fields = all_fields(mirror.terrain(), rules, mirror.options());
  std::vector<Algorithm> algorithms{Algorithm::automatic, Algorithm::astar};
  if (index.has(Part::fronts) || index.part(Part::fronts).stale)
    algorithms.push_back(Algorithm::front);
  for (const Algorithm algorithm : algorithms) {
    const Solver solver = *Solver::make(index, {.algorithm = algorithm});
    check_all_pairs(mirror.terrain(), solver, std::string(name(algorithm)), fields, workers,
                    mirror.options());
  }
  check_bounds(mirror.terrain(), index, fields);
}

std::uint64_t answers_hash(const LivingMap& map, std::span<const Query> queries,
                           Workers& workers) {
  std::uint64_t hash = 0;
  for (std::size_t k = 0; k < map.classes(); ++k)
    hash = hash * 31 + Solver::make(map.index(k))->solve(queries, workers).hash();
  return hash;
}

}  // namespace

TEST_CASE("queries are optimal on every version of a map", "[living]") {
  Workers workers(1);
  std::uint64_t seed = 0;
  for (const Rules& rules : few_rules())
    for (const MirrorLayers& layers : kMirrorLayers) {
      for (std::uint64_t round = 0; round < 12 / every({4, 12}); ++round) {
        ++seed;
        CAPTURE(in_words(rules), layers.weights, layers.steps, layers.links, seed);
        LivingMirror mirror({static_cast<std::int32_t>(5 + seed % 4),
                             static_cast<std::int32_t>(4 + seed % 5)},
                            static_cast<int>(seed % 4 * 10), layers, seed);
        const LivingClass movement{.rules = rules,
                                   .landmarks = seed % 3 == 0 ? 0 : 5,
                                   .fronts = seed % 2 == 0,
                                   .max_danger = mirror.max_danger()};
        LivingMap map =
            *LivingMap::make(mirror.terrain(), {&movement, 1}, mirror.start(), workers);
        check_version(map, mirror, 0, workers);
        for (int k = 0; k < 8; ++k) {
          CAPTURE(k, mirror.drawing());
          REQUIRE(map.edit(mirror.edit(), workers));
          if (k % 3 == 1) map.settle(20, workers);
          if (k % 4 == 3) map.settle(LivingMap::kAll, workers);
          check_version(map, mirror, 0, workers);
        }
      }
    }
}

TEST_CASE("classes of units share the edits of a map", "[living]") {
  Workers workers(2);
  const std::vector<LivingClass> classes{
      {.rules = {}},
      {.rules = {.unit_size = 2}},
      {.rules = {.movement = MovementClass("W")}, .landmarks = 2},
  };
  LivingMirror mirror({14, 11}, 25, {}, 3);
  LivingMap map = *LivingMap::make(mirror.terrain(), classes, {}, workers);
  for (int k = 0; k < 12; ++k) {
    CAPTURE(k);
    REQUIRE(map.edit(mirror.edit(), workers));
    for (std::size_t c = 0; c < classes.size(); ++c) check_version(map, mirror, c, workers);
  }
}

TEST_CASE("versions do not depend on the number of threads", "[living][parallel]") {
  const std::vector<LivingClass> classes{{.rules = {}, .fronts = true},
                                         {.rules = {.unit_size = 2}}};
  equal_on_all_threads<Workers>([&](Workers& workers) {
    LivingMirror mirror({40, 30}, 20, {}, 9);
    LivingMap map = *LivingMap::make(mirror.terrain(), classes, {}, workers);
    const std::vector<Query> queries = random_queries(mirror.terrain(), 200, 1);
    std::vector<std::uint64_t> prints;
    for (int k = 0; k < 30; ++k) {
      REQUIRE(map.edit(mirror.edit(), workers));
      // Little work is done on one thread.
      if (k % 2 == 0) map.settle(k % 6 == 4 ? 2'500 : 100, workers);
      prints.push_back(map.fingerprint());
      prints.push_back(std::hash<std::string>()(*map.save()));
      prints.push_back(answers_hash(map, queries, workers));
    }
    REQUIRE_FALSE(map.settled());
    return prints;
  });
}

TEST_CASE("a version that is held does not change", "[living]") {
  Workers workers(1);
  LivingMirror mirror({30, 24}, 20, {}, 4);
  const LivingClass movement;
  LivingMap map = *LivingMap::make(mirror.terrain(), {&movement, 1}, {}, workers);
  const std::vector<Query> queries = random_queries(mirror.terrain(), 100, 1);
  std::vector<Index> held;
  std::vector<std::uint64_t> answers;
  for (int k = 0; k < 1000; ++k) {
    REQUIRE(map.edit(mirror.edit(), workers));
    if (k % 5 == 0) map.settle(50, workers);
    if (k % 100 != 0) continue;
    held.push_back(map.index(0));
    answers.push_back(Solver::make(held.back())->solve(queries, workers).hash());
  }
  for (std::size_t k = 0; k < held.size(); ++k)
    CHECK(Solver::make(held[k])->solve(queries, workers).hash() == answers[k]);
}

TEST_CASE("budgets hold where a closing made the way much longer", "[living]") {
  Workers workers(1);
  const LivingClass movement{.landmarks = 4};
  LivingMap map = *LivingMap::make(drawn(R"(
    ..........@..........
    .@..@...@....@..@..@.
    ..........@..........
    ...@...@..@...@...@..
    .@......@.@.@........
    ....@.....@.....@..@.
    ..........@..........
    .....................)"),
                                   {&movement, 1}, {}, workers);
  const Edit door = TerrainEdit{{{10, 1}, 1, 1}, '@'};
  REQUIRE(map.edit({&door, 1}, workers));
  REQUIRE(!map.settled());
  const Query query{{2, 0}, {18, 0}};
  const Solver pending = *Solver::make(map.index(0));
  const Answers whole = pending.solve({&query, 1}, workers);
  REQUIRE(whole.status[0] == Status::found);
  CHECK(whole.cost[0] == Solver::make(map.grid(0))->solve({&query, 1}, workers).cost[0]);
  for (std::uint32_t most = 0; most <= whole.expanded[0]; ++most) {
    const Answers some = pending.solve({&query, 1}, workers, {.max_expansions = most});
    CAPTURE(most);
    CHECK(some.expanded[0] <= most);
    CHECK(some.cost[0] <= whole.cost[0]);
    CHECK(some.upper[0] >= whole.cost[0]);
    CHECK((some.status[0] == Status::found) == (most == whole.expanded[0]));
  }
  for (const Cost most : {whole.cost[0] - 1, whole.cost[0]})
    CHECK(pending.solve({&query, 1}, workers, {.max_cost = most}).status[0] ==
          (most < whole.cost[0] ? Status::over_max_cost : Status::found));
}

TEST_CASE("edits and repairs allocate next to nothing when warm", "[living]") {
  Workers workers(1);
  LivingMirror mirror({60, 50}, 25, {}, 8);
  const std::vector<LivingClass> classes{{.rules = {}},
                                         {.rules = {.unit_size = 2}, .fronts = true}};
  LivingMap map = *LivingMap::make(mirror.terrain(), classes, {}, workers);
  std::vector<std::vector<Edit>> script;
  for (int k = 0; k < 100; ++k) script.push_back(mirror.edit());
  const std::vector<Edit> back = mirror.restore();
  const auto play = [&] {
    auto reader = map.index(0);  // a search that runs meanwhile
    for (const std::vector<Edit>& edits : script) {
      REQUIRE(map.edit(edits, workers));
      map.settle(200, workers);
      reader = map.index(0);
    }
    REQUIRE(map.edit(back, workers));
    map.settle(LivingMap::kAll, workers);
  };
  for (int k = 0; k < 8; ++k) play();
  const std::size_t before = heap_allocations();
  play();
  // Lists of the jump graph still grow now and then: 8 times in 202 edits.
  CHECK(heap_allocations() - before <= script.size() / 5);
}

TEST_CASE("the repair of shortcuts takes several calls and changes the map once",
          "[living]") {
  Workers workers(1);
  const LivingClass movement{.landmarks = 0};
  const Terrain terrain = random_terrain(120, 90, 25, 1);
  LivingMap map = *LivingMap::make(terrain, {&movement, 1}, {}, workers);
  const auto build = [&](Position at, char what) {
    const std::vector<Edit> edits{TerrainEdit{{at, 4, 4}, what}};
    REQUIRE(map.edit(edits, workers));
  };
  build({50, 40}, '@');
  const LivingMap::Version built = map.version();
  std::size_t calls = 0, work = 0;
  for (; !map.settled(); ++calls) {
    REQUIRE(map.version() == built);
    const std::size_t done = map.settle(100, workers);
    REQUIRE(done > 0);
    REQUIRE(done <= 100);
    work += done;
  }
  CHECK(calls > 10);
  CHECK(map.version() != built);
  CHECK(map.settle(100, workers) == 0);

  // The repair ends after as much work although an edit makes half of it void.
  build({50, 40}, '.');
  build({80, 60}, '@');
  map.settle(work / 2, workers);
  REQUIRE_FALSE(map.settled());
  build({20, 20}, '@');
  map.settle(work / 2 + work / 10, workers);
  CHECK(map.settled());
  const auto fresh = *Index::build(map.grid(0), {.landmarks = {0}}, workers);
  const std::vector<Query> queries = random_queries(terrain, 300, 3);
  CHECK(Solver::make(map.index(0))->solve(queries, workers).expanded ==
        Solver::make(fresh)->solve(queries, workers).expanded);
}

TEST_CASE("a living map has the alphabet of its classes, also when restored", "[living]") {
  Workers workers(1);
  std::vector<LivingClass> classes(2);
  classes[0].rules.movement = *parse_movement("E:9,#:0");
  classes[1].rules.movement = *parse_movement("E:2");
  const Terrain terrain = drawn("E.\n.#");
  LivingMap map = *LivingMap::make(terrain, classes, {}, workers);
  LivingMap restored = *LivingMap::restore(*map.save(), workers);
  for (LivingMap* const one : {&map, &restored}) {
    CHECK(one->grid(0)->rules().movement == classes[0].rules.movement);
    CHECK(one->edit(std::vector<Edit>{TerrainEdit{{{0, 1}}, '#'}}, workers));
    CHECK_FALSE(one->grid(0)->open({0, 1}));
    CHECK(one->edit(std::vector<Edit>{TerrainEdit{{{0, 1}}, 'E'}}, workers));
    CHECK(one->grid(0)->open({0, 1}));
    CHECK_FALSE(one->edit(std::vector<Edit>{TerrainEdit{{{0, 1}}, 'F'}}, workers));
    CHECK(one->edit(std::vector<Edit>{RestoreEdit{{{0, 0}, 2, 2}}}, workers));
  }
  CHECK(map.fingerprint() == restored.fingerprint());
}

TEST_CASE("edits that are not possible are errors, and change nothing", "[living]") {
  Workers workers(1);
  const Terrain terrain = drawn("..\n..");
  const LivingClass movement;
  LivingMap map = *LivingMap::make(terrain, {&movement, 1}, {}, workers);
  const std::uint64_t before = map.fingerprint();
  const auto error = [&](const Edit& edit) {
    const std::vector<Edit> edits{TerrainEdit{{{0, 0}}, '@'}, edit};
    const auto version = map.edit(edits, workers);
    REQUIRE_FALSE(version);
    CHECK(version.error().code == Code::bad_argument);
    CHECK(map.fingerprint() == before);
    return version.error().what;
  };
  CHECK(error(TerrainEdit{{{1, 1}, 2, 1}}) ==
        "edit 2 of 2 has a rectangle of 2 x 1 cells at 1,1, which leaves the map");
  CHECK(error(TerrainEdit{{{0, 0}, 0, 1}}) == "edit 2 of 2 has a rectangle of 0 x 1 cells");
  CHECK(error(TerrainEdit{{{0, 0}}, 'x'}) ==
        "edit 2 of 2 writes 'x', which is not one of: . G @ O T S W 1 to 9, nor set by a "
        "class");
  CHECK(error(WeightEdit{{{0, 0}}, 2}) ==
        "edit 2 of 2 sets weights of a map that was made without");
  CHECK(error(StepEdit{{0, 0}}) ==
        "edit 2 of 2 closes a step of a map whose steps cannot be closed");
  CHECK(error(LinkEdit{0}) == "edit 2 of 2 changes link 0 of a map with 0 links");
  CHECK(map.version() == LivingMap::Version{0});
}

TEST_CASE("changes accumulate over versions", "[living]") {
  Workers workers(1);
  const Terrain terrain = *Terrain::make(20, 20);
  const LivingClass movement;
  LivingMap map = *LivingMap::make(terrain, {&movement, 1}, {.history = 3}, workers);
  const auto start = map.version();
  const auto edit = [&](Position p, char character) {
    return *map.edit(std::vector<Edit>{TerrainEdit{{p}, character}}, workers);
  };
  const auto first = edit({5, 5}, '@');
  CHECK(map.changes(start, 0).costlier.size() == 1);
  CHECK(map.changes(start, 0).cheaper.empty());
  edit({5, 5}, '.');
  CHECK(map.changes(first, 0).costlier.empty());
  CHECK(map.changes(first, 0).cheaper.size() == 1);
  CHECK(map.changes(map.version(), 0).cheaper.empty());
  edit({7, 5}, '.');  // already open
  CHECK(map.changes(start, 0).cheaper.size() == 1);
  edit({8, 8}, '@');
  const MapChanges everywhere = map.changes(start, 0);
  REQUIRE(everywhere.cheaper.size() == 1);
  CHECK(everywhere.cheaper[0].width == 20);
  CHECK(map.changes(first, 0).costlier.size() == 1);
}

}  // namespace throng::living_map_test

#include "../../src/core/rng.hpp"
#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/executors.hpp"
#include "../support/frames.hpp"
#include "../support/maps.hpp"
#include "../support/seeds.hpp"

#include <throng/frame_scheduler.hpp>
#include <throng/index.hpp>
#include <throng/living_map.hpp>
#include <throng/solver.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

// Edits of hundreds of patches, after which the jump graph is built again.

namespace throng::large_edits_test {

using namespace test;

namespace {

constexpr std::int32_t kWidth = 100, kHeight = 80;

/// Patches that close or open up to 24 cells each.
std::vector<Edit> patches(SplitMix64& random, int count, std::int32_t map_width = kWidth,
                          std::int32_t map_height = kHeight) {
  const auto below = [&](std::int32_t n) {
    return static_cast<std::int32_t>(random.below(static_cast<std::uint32_t>(n)));
  };
  std::vector<Edit> edits;
  for (; count > 0; --count) {
    const std::int32_t width = 1 + below(6), height = 1 + below(4);
    edits.emplace_back(
        TerrainEdit{{{below(map_width - width), below(map_height - height)}, width, height},
                    below(2) == 0 ? '@' : '.'});
  }
  return edits;
}

/// Whether queries scan because an edit dropped the graph.
bool dropped(const LivingMap& map, std::size_t movement = 0) {
  return !map.index(movement).has(Part::jump_graph);
}

/// Compares the answers with those of an index that is built anew.
void check_answers(const LivingMap& map, std::span<const Query> queries, Workers& workers) {
  for (std::size_t k = 0; k < map.classes(); ++k) {
    const auto grid = *Grid::make(map.terrain(), map.grid(k)->rules());
    const Solver fresh = *Solver::make(*Index::build(grid, {.landmarks = {0}}, workers));
    const Answers should = fresh.solve(queries, workers);
    const Answers is = Solver::make(map.index(k))->solve(queries, workers);
    REQUIRE(is.status == should.status);
    REQUIRE(is.cost == should.cost);
    for (std::size_t i = 0; i < queries.size(); ++i)
      if (is.status[i] == Status::found)
        REQUIRE(replayed(*map.grid(k), is.path(i)).first == should.cost[i]);
  }
}

}  // namespace

TEST_CASE("maps with large edits answer like indexes that are built anew", "[living]") {
  Workers workers(1);
  const std::vector<LivingClass> classes{{.landmarks = 4},
                                         {.rules = {.unit_size = 2}, .landmarks = 0},
                                         {.landmarks = 2, .jump_graph = false},
                                         {.landmarks = 0}};
  for (std::uint64_t seed = 0; seed < 4; seed += every({2, 4})) {
    SplitMix64 random(seed);
    const Terrain terrain = random_terrain(kWidth, kHeight, static_cast<int>(seed * 9), 1);
    const std::vector<Query> queries = random_queries(terrain, 60, seed);
    LivingMap map = *LivingMap::make(terrain, classes, {}, workers);
    LivingMap single = *LivingMap::make(terrain, classes, {}, workers);
    int drops = 0;
    for (int turn = 0; turn < 8; ++turn) {
      CAPTURE(seed, turn);
      const std::vector<Edit> edits = patches(random, turn % 2 == 0 ? 250 : 2);
      REQUIRE(map.edit(edits, workers));
      drops += dropped(map) ? 1 : 0;
      check_answers(map, queries, workers);
      if (turn < 4) {
        for (const Edit& one : edits) REQUIRE(single.edit({&one, 1}, workers));
        check_answers(single, queries, workers);
      }
      constexpr std::array<std::size_t, 4> kWork{3'000, 40'000, 0, LivingMap::kAll};
      map.settle(kWork[random.below(4)], workers);
      check_answers(map, queries, workers);
    }
    CHECK(drops > 3);
    map.settle(LivingMap::kAll, workers);
    REQUIRE(!dropped(map));
    REQUIRE(map.settled());
    check_answers(map, queries, workers);
  }
}

TEST_CASE("a graph is built again in steps, which edits do not delay for ever",
          "[living]") {
  Workers workers(1);
  SplitMix64 random(1);
  const Terrain terrain = random_terrain(kWidth, kHeight, 20, 1);
  const LivingClass movement{.landmarks = 0};
  LivingMap map = *LivingMap::make(terrain, {&movement, 1}, {}, workers);
  REQUIRE(map.edit(patches(random, 300), workers));
  REQUIRE(dropped(map));
  REQUIRE(!map.settled());
  std::size_t calls = 0;
  for (; dropped(map); ++calls) {
    REQUIRE(calls < 1000);
    const std::size_t done = map.settle(200, workers);
    REQUIRE(done > 0);
    REQUIRE(done < 220);
  }
  CHECK(calls > 20);
  // The same with a building in each frame.
  REQUIRE(map.edit(patches(random, 300), workers));
  REQUIRE(dropped(map));
  std::size_t frames = 0;
  for (; dropped(map); ++frames) {
    REQUIRE(frames < 2 * calls);
    REQUIRE(map.edit(patches(random, 1), workers));
    map.settle(200, workers);
  }
  map.settle(LivingMap::kAll, workers);
  const auto fresh = *Index::build(map.grid(0), {.landmarks = {0}}, workers);
  const std::vector<Query> queries = random_queries(terrain, 300, 3);
  const Answers is = Solver::make(map.index(0))->solve(queries, workers);
  const Answers should = Solver::make(fresh)->solve(queries, workers);
  CHECK(is.expanded == should.expanded);
  CHECK(is.hash() == should.hash());
}

TEST_CASE("a map is saved and continued while its graph is built", "[living]") {
  Workers workers(1);
  SplitMix64 random(2);
  const Terrain terrain = random_terrain(kWidth, kHeight, 15, 2);
  const std::vector<LivingClass> classes{{.landmarks = 4}, {.landmarks = 0}};
  const std::vector<Query> queries = random_queries(terrain, 60, 1);
  LivingMap map = *LivingMap::make(terrain, classes, {}, workers);
  LivingMap other = *LivingMap::restore(*map.save(), workers);
  int between = 0;
  for (int turn = 0; turn < 60; ++turn) {
    CAPTURE(turn);
    const std::vector<Edit> edits = patches(random, turn % 20 == 0 ? 300 : turn % 3);
    for (LivingMap* one : {&map, &other}) {
      REQUIRE(one->edit(edits, workers));
      one->settle(turn % 20 == 19 ? LivingMap::kAll : 3'000, workers);
    }
    REQUIRE(other.fingerprint() == map.fingerprint());
    REQUIRE(*other.save() == *map.save());
    for (std::size_t k = 0; k < classes.size(); ++k) {
      REQUIRE(dropped(other, k) == dropped(map, k));
      const Answers is = Solver::make(other.index(k))->solve(queries, workers);
      const Answers should = Solver::make(map.index(k))->solve(queries, workers);
      REQUIRE(is.hash() == should.hash());
      REQUIRE(is.expanded == should.expanded);
    }
    between += dropped(map) ? 1 : 0;
    if (turn % 2 == 0) other = *LivingMap::restore(*map.save(), workers);
  }
  CHECK(between > 10);
}

TEST_CASE("large edits do not depend on threads, or change versions that are held",
          "[living][parallel]") {
  struct Held {
    Index index;
    std::uint64_t hash;
  };
  const Terrain terrain = random_terrain(kWidth, kHeight, 15, 3);
  const std::vector<LivingClass> classes{{.landmarks = 4},
                                         {.rules = {.unit_size = 2}, .landmarks = 0}};
  const std::vector<Query> queries = random_queries(terrain, 60, 1);
  equal_on_all_threads<Workers>([&](Workers& workers) {
    SplitMix64 random(3);
    LivingMap map = *LivingMap::make(terrain, classes, {}, workers);
    std::deque<Held> held;
    std::vector<std::uint64_t> prints;
    for (int turn = 0; turn < 24; ++turn) {
      REQUIRE(map.edit(patches(random, turn % 8 == 0 ? 300 : 1), workers));
      map.settle(turn % 8 == 7 ? LivingMap::kAll : 12'000, workers);
      prints.push_back(map.fingerprint());
      const auto hash_of = [&](const Index& index) {
        return Solver::make(index)->solve(queries, workers).hash();
      };
      for (std::size_t k = 0; k < classes.size(); ++k) {
        held.push_back({map.index(k), hash_of(map.index(k))});
        prints.push_back(held.back().hash);
      }
      if (held.size() > 12) held.erase(held.begin() + random.below(4));
      for (const Held& one : held) REQUIRE(hash_of(one.index) == one.hash);
    }
    return prints;
  });
}

TEST_CASE("edits in many places that keep the graph do not depend on threads",
          "[living][parallel]") {
  constexpr std::int32_t kSide = 250;
  const Terrain terrain = random_terrain(kSide, kSide, 15, 3);
  const LivingClass movement{.landmarks = 0};
  const std::vector<Query> queries = random_queries(terrain, 2'000, 1);
  equal_on_all_threads<Workers>([&](Workers& workers) {
    SplitMix64 random(3);
    LivingMap map = *LivingMap::make(terrain, {&movement, 1}, {}, workers);
    std::vector<std::uint64_t> prints;
    for (int turn = 0; turn < 4; ++turn) {
      REQUIRE(map.edit(patches(random, 50, kSide, kSide), workers));
      REQUIRE(!dropped(map));
      prints.push_back(map.fingerprint());
    }
    if (workers.threads() > 1) return prints;
    check_answers(map, queries, workers);
    // A restored map has a new graph.
    const auto other = LivingMap::restore(*map.save(), workers);
    REQUIRE(other);
    CHECK(Solver::make(map.index(0))->solve(queries, workers).expanded ==
          Solver::make(other->index(0))->solve(queries, workers).expanded);
    return prints;
  });
}

TEST_CASE("a scheduler serves a map through large edits", "[living]") {
  Workers workers(1);
  SplitMix64 random(5);
  const Terrain terrain = random_terrain(kWidth, kHeight, 15, 5);
  const LivingClass movement{.landmarks = 2};
  LivingMap map = *LivingMap::make(terrain, {&movement, 1}, {}, workers);
  const SolverOptions automatic;
  auto scheduler = *FrameScheduler::make(map, {&automatic, 1}, {.settle_work = 3'000});
  const std::vector<Query> queries = random_queries(terrain, 400, 2);
  Answers finished;
  std::size_t answered = 0, scanned = 0, next = 0;
  for (int frame = 0; next < queries.size() || scheduler.waiting() > 0; ++frame) {
    REQUIRE(frame < 500);
    if (frame % 10 == 0 && frame < 60) REQUIRE(scheduler.edit(patches(random, 300)));
    if (frame % 3 == 1) REQUIRE(scheduler.edit(patches(random, 1)));
    for (int k = 0; k < 10 && next < queries.size(); ++k) {
      scheduler.submit({.start = queries[next].start, .goals = {&queries[next].goal, 1}});
      ++next;
    }
    scheduler.run(FrameBudget::expansions(10'000), workers);
    scheduler.poll(finished);
    scanned += dropped(map) ? finished.size() : 0;
    const auto grid = *Grid::make(map.terrain(), map.grid(0)->rules());
    const Solver fresh = *Solver::make(*Index::build(grid, {.landmarks = {0}}, workers));
    for (std::size_t i = 0; i < finished.size(); ++i, ++answered) {
      const Query& asked = queries[static_cast<std::size_t>(finished.ticket[i])];
      const Answers should = fresh.solve({&asked, 1}, workers);
      const std::size_t slot = finished.first[i];
      CHECK(finished.status[slot] == should.status[0]);
      CHECK(finished.cost[slot] == should.cost[0]);
    }
  }
  CHECK(answered == queries.size());
  CHECK(scanned > 50);
}

}  // namespace throng::large_edits_test

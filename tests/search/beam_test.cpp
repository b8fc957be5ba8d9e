#include "../../src/lab/beam.hpp"

#include "../../src/search/astar.hpp"
#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/worlds.hpp"

#include <vector>

namespace throng::beam_test {
using namespace test;

namespace {

constexpr Limits kNoLimits{.max_expansions = 0xFFFF'FFFF, .max_cost = kUnreachable - 1};
constexpr std::size_t kNoWidth = 1'000'000;

template <class Space>
Cost walked(const Space& space, CellIndex start, CellIndex cell,
            const BeamScratch& scratch) {
  Column<Move> moves;
  append_path(space, start, cell, scratch.nodes, moves);
  return walk(space, start, cell, moves);
}

/// Runs a search of some width, and checks all that holds whatever the width is.
template <class Space, class H>
BeamResult run(const Space& space, CellIndex start, CellIndex goal, Cost distance,
               const H& h, std::size_t width, BeamScratch& scratch) {
  const auto result =
      beam_search(space, start, OneTarget{goal}, h, width, kNoLimits, scratch);
  REQUIRE(result.lower <= distance);
  REQUIRE(walked(space, start, result.nearest, scratch) == result.nearest_cost);
  REQUIRE(result.nearest_h == h(result.nearest));
  switch (result.search.status) {
    case Status::found:
      REQUIRE(walked(space, start, goal, scratch) == result.search.cost);
      REQUIRE(result.search.cost >= distance);
      break;
    case Status::unreachable:
      REQUIRE(distance == kUnreachable);
      break;
    default:
      REQUIRE(result.search.status == Status::out_of_budget);
      REQUIRE(result.dropped > 0);
      REQUIRE(result.search.cost <= distance);
  }
  if (result.dropped == 0) REQUIRE(result.search.cost == distance);
  return result;
}

}  // namespace

TEST_CASE("a beam that drops nothing is optimal, whatever the steps cost") {
  BeamScratch scratch;
  std::uint64_t seed = 0;
  for (const World& world : random_worlds(2)) {
    CAPTURE(in_words(world.rules));
    const DirectedSpace directed(world, 20, ++seed);
    const std::vector<CellIndex> cells = world.open_cells();
    for (const CellIndex start : cells) {
      const std::vector<Cost> distances = world.distances(start);
      const std::vector<Cost> directed_distances = directed.distances(start);
      for (const CellIndex goal : cells) {
        REQUIRE(run(world.space, start, goal, distances[goal],
                    world.bound(world.space, goal), kNoWidth, scratch)
                    .dropped == 0);
        run(directed, start, goal, directed_distances[goal], world.bound(directed, goal),
            kNoWidth, scratch);
      }
    }
  }
}

TEST_CASE("a narrow beam finds legal paths, or says that it has dropped cells") {
  BeamScratch scratch;
  int found = 0, lost = 0, costly = 0;
  for (const World& world : random_worlds(2)) {
    CAPTURE(in_words(world.rules));
    const std::vector<CellIndex> cells = world.open_cells();
    for (const CellIndex start : cells) {
      const std::vector<Cost> distances = world.distances(start);
      for (const CellIndex goal : cells) {
        const auto h = world.bound(world.space, goal);
        for (const std::size_t width : {1U, 2U, 5U}) {
          const auto result =
              run(world.space, start, goal, distances[goal], h, width, scratch);
          if (distances[goal] == kUnreachable) continue;
          found += result.search.cost == distances[goal] ? 1 : 0;
          lost += result.search.status == Status::out_of_budget ? 1 : 0;
          costly +=
              result.search.status == Status::found && result.search.cost > distances[goal]
                  ? 1
                  : 0;
        }
      }
    }
  }
  // All three do happen, and the first is the rule.
  CHECK(lost > 0);
  CHECK(costly > 0);
  CHECK(found > 10 * (lost + costly));
}

TEST_CASE("beams of any width keep their promises on larger maps") {
  BeamScratch scratch;
  int found = 0, lost = 0;  // by the narrowest
  std::uint64_t seed = 0;
  for (const Rules& rules : all_rules()) {
    CAPTURE(in_words(rules));
    const World world = larger_world(rules, ++seed);
    const DirectedSpace directed(world, 20, seed);
    for (const CellPair& pair : random_pairs(world, 20, seed)) {
      const CellIndex start = pair.start, goal = pair.goal;
      const Cost distance = world.distances(start)[goal];
      const Cost directed_distance = directed.distances(start)[goal];
      const auto h = world.bound(world.space, goal);
      const auto along = world.bound(directed, goal);
      for (const std::size_t width :
           {std::size_t{1}, std::size_t{3}, std::size_t{12}, kNoWidth}) {
        const auto result = run(world.space, start, goal, distance, h, width, scratch);
        run(directed, start, goal, directed_distance, along, width, scratch);
        if (width > 1 || distance == kUnreachable) continue;
        ++(result.search.status == Status::found ? found : lost);
      }
    }
  }
  // What was dropped may come back: without that nearly half of the paths were lost.
  CHECK(lost > 0);
  CHECK(2 * lost < found);
}

TEST_CASE("a beam forgets no cell on which others hang") {
  BeamScratch scratch;
  std::uint64_t seed = 0;
  for (const Rules& rules : all_rules()) {
    CAPTURE(in_words(rules));
    const World world = larger_world(rules, ++seed);
    // Cells are often reached again more cheaply, by more moves.
    const DirectedSpace space(world, 1000, seed);
    for (const CellPair& pair : random_pairs(world, 20, seed)) {
      const Cost distance = space.distances(pair.start)[pair.goal];
      for (const std::size_t width : {2U, 4U, 8U, 16U})
        run(space, pair.start, pair.goal, distance, NoBound{}, width, scratch);
    }
  }
}

TEST_CASE("a beam as wide as the widest layer drops nothing, a narrower one does") {
  const World world = random_world({.topology = Topology::tile}, 3);
  const std::vector<CellIndex> cells = world.open_cells();
  BeamScratch scratch;
  std::size_t before = kNoWidth;
  for (std::size_t width = 1; width <= cells.size(); ++width) {
    const auto result = beam_search(world.space, cells.front(), OneTarget{kNoCell},
                                    NoBound{}, width, kNoLimits, scratch);
    CHECK(result.dropped <= before);
    CHECK((result.search.status == Status::unreachable) == (result.dropped == 0));
    before = result.dropped;
  }
  CHECK(before == 0);
}

TEST_CASE("beam search keeps limits") {
  BeamScratch scratch;
  for (const World& world : random_worlds(1)) {
    const std::vector<CellIndex> cells = world.open_cells();
    for (const CellIndex start : cells) {
      const std::vector<Cost> distances = world.distances(start);
      const CellIndex goal = cells[(start * 31) % cells.size()];
      const Cost distance = distances[goal];
      const auto h = world.bound(world.space, goal);
      for (std::uint32_t budget = 0; budget < 25; ++budget) {
        const auto result = beam_search(world.space, start, OneTarget{goal}, h, 3,
                                        {budget, kUnreachable - 1}, scratch);
        REQUIRE(result.search.expanded <= budget);
        REQUIRE(result.lower <= distance);
        REQUIRE(result.search.upper >= distance);
      }
      if (distance == kUnreachable || distance == 0) continue;
      for (const Cost most : {distance, distance - 1, distance / 2}) {
        const auto result = beam_search(world.space, start, OneTarget{goal}, h, kNoWidth,
                                        {0xFFFF'FFFF, most}, scratch);
        REQUIRE(result.search.status ==
                (most < distance ? Status::over_max_cost : Status::found));
      }
    }
  }
}

}  // namespace throng::beam_test

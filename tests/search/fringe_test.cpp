#include "../../src/lab/fringe.hpp"

#include "../../src/search/astar.hpp"
#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/worlds.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace throng::fringe_test {
using namespace test;

namespace {

constexpr Limits kNoLimits{.max_expansions = 0xFFFF'FFFF, .max_cost = kUnreachable - 1};

template <class Space>
Cost walked(const Space& space, CellIndex start, CellIndex cell,
            const FringeScratch& scratch) {
  Column<Move> moves;
  append_path(space, start, cell, scratch.nodes, moves);
  return walk(space, start, cell, moves);
}

/// All that holds of a search without limits.
template <class Space>
void check(const Space& space, CellIndex start, Cost distance, const TargetResult& result,
           const FringeScratch& scratch) {
  REQUIRE(result.search.cost == distance);
  REQUIRE(result.lower == distance);
  if (distance == kUnreachable) {
    REQUIRE(result.search.status == Status::unreachable);
  } else {
    REQUIRE(result.search.status == Status::found);
    REQUIRE(walked(space, start, result.target, scratch) == distance);
  }
}

}  // namespace

TEST_CASE("fringe search is optimal with any admissible bound") {
  FringeScratch scratch;
  for (const World& world : random_worlds(3)) {
    CAPTURE(in_words(world.rules));
    const std::vector<CellIndex> cells = world.open_cells();
    for (const CellIndex goal : cells) {
      const auto h = world.bound(world.space, goal);
      const std::vector<Cost> distances = world.distances(goal);  // there as back
      const RaggedBound ragged(distances, goal);
      for (const CellIndex start : cells) {
        const auto run = [&](const auto& bound) {
          const auto result =
              fringe_search(world.space, start, OneTarget{goal}, bound, kNoLimits, scratch);
          check(world.space, start, distances[start], result, scratch);
        };
        run(h);
        run(NoBound{});
        run(ragged);
      }
    }
  }
}

TEST_CASE("fringe search is optimal where steps are one-way and of any cost") {
  FringeScratch scratch;
  std::uint64_t seed = 0;
  for (const World& world : random_worlds(2)) {
    const DirectedSpace space(world, 20, ++seed);
    const std::vector<CellIndex> cells = world.open_cells();
    for (const CellIndex start : cells) {
      const std::vector<Cost> distances = space.distances(start);
      for (const CellIndex goal : cells) {
        const auto h = world.bound(space, goal);
        const auto result =
            fringe_search(space, start, OneTarget{goal}, h, kNoLimits, scratch);
        check(space, start, distances[goal], result, scratch);
      }
    }
  }
}

TEST_CASE("fringe search is optimal on larger maps") {
  FringeScratch scratch;
  std::uint64_t seed = 0;
  for (const Rules& rules : all_rules()) {
    const World world = larger_world(rules, ++seed);
    for (const CellPair& pair : random_pairs(world, 40, seed)) {
      const CellIndex start = pair.start, goal = pair.goal;
      const std::vector<Cost> to_goal = world.distances(goal);
      const auto h = world.bound(world.space, goal);
      const auto run = [&](const auto& bound) {
        const auto result =
            fringe_search(world.space, start, OneTarget{goal}, bound, kNoLimits, scratch);
        check(world.space, start, to_goal[start], result, scratch);
      };
      run(h);
      run(RaggedBound(to_goal, start));
    }
  }
}

TEST_CASE("fringe search keeps limits, and what it says under them is true") {
  FringeScratch scratch;
  for (const World& world : random_worlds(1)) {
    const std::vector<CellIndex> cells = world.open_cells();
    for (const CellIndex start : cells) {
      const std::vector<Cost> distances = world.distances(start);
      const CellIndex goal = cells[(start * 31) % cells.size()];
      const Cost distance = distances[goal];
      const auto h = world.bound(world.space, goal);
      const auto run = [&](const Limits& limits) {
        return fringe_search(world.space, start, OneTarget{goal}, h, limits, scratch);
      };
      for (std::uint32_t budget = 0; budget < 25; ++budget) {
        const auto result = run({budget, kUnreachable - 1});
        REQUIRE(result.search.expanded <= budget);
        REQUIRE(result.lower <= distance);
        REQUIRE(result.search.upper >= distance);
        REQUIRE(walked(world.space, start, result.nearest, scratch) == result.nearest_cost);
        REQUIRE(result.nearest_h == h(result.nearest));
        const bool done = result.search.status != Status::out_of_budget;
        REQUIRE((!done || result.search.cost == distance));
      }
      if (distance == kUnreachable || distance == 0) continue;
      for (const Cost most : {distance, distance - 1, distance / 2}) {
        const auto result = run({0xFFFF'FFFF, most});
        REQUIRE(result.search.status ==
                (most < distance ? Status::over_max_cost : Status::found));
        REQUIRE(result.search.cost == std::min(most + 1, distance));
      }
    }
  }
}

TEST_CASE("fringe search takes the nearest of several goals") {
  using H = GoalBound<SearchSpace, OpenBound>;
  FringeScratch scratch;
  for (const World& world : random_worlds(1)) {
    const std::vector<CellIndex> cells = world.open_cells();
    for (const CellIndex start : cells) {
      const std::vector<Cost> distances = world.distances(start);
      const std::array goals{cells.front(), cells.back()};
      std::vector<H> bounds;
      for (const CellIndex goal : goals) bounds.push_back(world.bound(world.space, goal));
      const LeastBound<H> nearest(bounds);
      const auto result =
          fringe_search(world.space, start, Within<LeastBound<H>>{nearest, 0}, nearest,
                        kNoLimits, scratch);
      check(world.space, start, std::min(distances[goals[0]], distances[goals[1]]), result,
            scratch);
    }
  }
}

}  // namespace throng::fringe_test

#include "../../src/lab/bidirectional.hpp"

#include "../../bench/queue/binary_heap.hpp"
#include "../../bench/queue/two_level_bucket_queue.hpp"
#include "../../src/lab/reverse_space.hpp"
#include "../../src/sweep/heap4.hpp"
#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/worlds.hpp"

#include <algorithm>
#include <vector>

namespace throng::bidirectional_test {
using namespace test;

namespace {

constexpr Limits kNoLimits{.max_expansions = 0xFFFF'FFFF, .max_cost = kUnreachable - 1};

/// Searches a pair of cells and checks the answer.
template <class Space, class Reverse, class H, class G, class Queue>
void check(const Direction<Space, H>& forward, const Direction<Reverse, G>& backward,
           Cost distance, std::size_t cells, BidirectionalScratch<Queue>& scratch) {
  const auto result = bidirectional(forward, backward, kNoLimits, scratch);
  REQUIRE(result.search.cost == distance);
  REQUIRE(result.search.expanded <= cells);  // none twice, not even by both sides
  if (distance == kUnreachable) {
    REQUIRE(result.search.status == Status::unreachable);
    REQUIRE(result.meeting == kNoCell);
  } else {
    REQUIRE(result.search.status == Status::found);
    Column<Move> moves;
    append_bidirectional_path(forward.space, backward.space, forward.from, backward.from,
                              result.meeting, scratch, moves);
    REQUIRE(walk(forward.space, forward.from, backward.from, moves) == distance);
  }
}

/// (bound on the way ahead - bound on the way behind + that from end to end) / 2: for both
/// directions together always the same, up to rounding.
/// Source: T. Ikeda and others, "A fast algorithm for finding better routes by AI search
/// techniques", VNIS 1994.
template <class H>
struct BalancedBound {
  static constexpr bool kConsistent = true;
  static constexpr bool kPrunes = false;
  static constexpr Cost excess() noexcept { return 0; }

  Cost operator()(CellIndex cell) const { return (ahead(cell) + whole - behind(cell)) / 2; }

  H ahead, behind;
  Cost whole;
};

}  // namespace

TEMPLATE_TEST_CASE("bidirectional search is optimal", "", TwoLevelBucketQueue, Heap4,
                   BinaryHeap) {
  BidirectionalScratch<TestType> scratch;
  for (const World& world : random_worlds(3)) {
    CAPTURE(in_words(world.rules));
    const SearchSpace& space = world.space;
    const std::vector<CellIndex> cells = world.open_cells();
    for (const CellIndex start : cells) {
      const std::vector<Cost> distances = world.distances(start);
      for (const CellIndex goal : cells) {
        if (goal == start) continue;
        const auto to_goal = world.bound(space, goal);
        const auto to_start = world.bound(space, start);
        const NoBound nothing;
        check(Direction{space, start, to_goal}, Direction{space, goal, to_start},
              distances[goal], cells.size(), scratch);
        check(Direction{space, start, nothing}, Direction{space, goal, nothing},
              distances[goal], cells.size(), scratch);
        check(Direction{space, start, to_goal}, Direction{space, goal, nothing},
              distances[goal], cells.size(), scratch);
      }
    }
  }
}

TEMPLATE_TEST_CASE("bidirectional search is optimal with one-way steps of any cost", "",
                   TwoLevelBucketQueue, Heap4, BinaryHeap) {
  BidirectionalScratch<TestType> scratch;
  std::uint64_t seed = 0;
  for (const World& world : random_worlds(3)) {
    CAPTURE(in_words(world.rules));
    ++seed;
    const DirectedSpace space(world, seed % 2 == 0 ? 3 : 10'000, seed);
    const ReverseSpace<DirectedSpace> reverse(space);
    const std::vector<CellIndex> cells = world.open_cells();
    for (const CellIndex start : cells) {
      const std::vector<Cost> distances = space.distances(start);
      for (const CellIndex goal : cells) {
        if (goal == start) continue;
        const auto to_goal = world.bound(space, goal);
        const auto to_start = world.bound(space, start);
        check(Direction{space, start, to_goal}, Direction{reverse, goal, to_start},
              distances[goal], cells.size(), scratch);
      }
    }
  }
}

TEMPLATE_TEST_CASE("bidirectional search is optimal on larger maps", "",
                   TwoLevelBucketQueue, Heap4, BinaryHeap) {
  BidirectionalScratch<TestType> scratch;
  std::uint64_t seed = 0;
  for (const Rules& rules : all_rules()) {
    CAPTURE(in_words(rules));
    const World world = larger_world(rules, ++seed);
    const DirectedSpace directed(world, seed % 2 == 0 ? 3 : 1000, seed);
    const ReverseSpace<DirectedSpace> reverse(directed);
    const std::size_t cells = world.open_cells().size();
    for (const CellPair& pair : random_pairs(world, 40, seed)) {
      const CellIndex start = pair.start, goal = pair.goal;
      const SearchSpace& space = world.space;
      const auto to_goal = world.bound(space, goal), to_start = world.bound(space, start);
      check(Direction{space, start, to_goal}, Direction{space, goal, to_start},
            world.distances(start)[goal], cells, scratch);
      const auto along = world.bound(directed, goal);
      const auto against = world.bound(directed, start);
      check(Direction{directed, start, along}, Direction{reverse, goal, against},
            directed.distances(start)[goal], cells, scratch);
    }
  }
}

TEST_CASE("bidirectional search is optimal with balanced bounds") {
  BidirectionalScratch<TwoLevelBucketQueue> scratch;
  for (const World& world : random_worlds(2)) {
    CAPTURE(in_words(world.rules));
    const SearchSpace& space = world.space;
    const std::vector<CellIndex> cells = world.open_cells();
    for (const CellIndex start : cells) {
      const std::vector<Cost> distances = world.distances(start);
      for (const CellIndex goal : cells) {
        if (goal == start) continue;
        using H = GoalBound<SearchSpace, OpenBound>;
        const H to_goal = world.bound(space, goal), to_start = world.bound(space, start);
        const BalancedBound<H> ahead{to_goal, to_start, to_goal(start)};
        const BalancedBound<H> behind{to_start, to_goal, to_goal(start)};
        check(Direction{space, start, ahead}, Direction{space, goal, behind},
              distances[goal], cells.size(), scratch);
      }
    }
  }
}

TEMPLATE_TEST_CASE("bidirectional search keeps limits, and what it says is true", "",
                   TwoLevelBucketQueue, Heap4) {
  BidirectionalScratch<TestType> scratch;
  for (const World& world : random_worlds(1)) {
    const SearchSpace& space = world.space;
    const std::vector<CellIndex> cells = world.open_cells();
    for (const CellIndex start : cells) {
      const std::vector<Cost> distances = world.distances(start);
      for (const CellIndex goal : cells) {
        if (goal == start) continue;
        const Cost distance = distances[goal];
        const auto to_goal = world.bound(space, goal);
        const auto to_start = world.bound(space, start);
        const auto run = [&](const Limits& limits) {
          return bidirectional(Direction{space, start, to_goal},
                               Direction{space, goal, to_start}, limits, scratch)
              .search;
        };
        for (std::uint32_t budget = 0; budget < 25; budget += 1 + budget / 6) {
          const SearchResult result = run({budget, kUnreachable - 1});
          REQUIRE(result.expanded <= budget);
          REQUIRE(result.cost <= distance);
          REQUIRE(result.upper >= distance);
          if (result.status != Status::out_of_budget) REQUIRE(result.cost == distance);
        }
        if (distance == kUnreachable) continue;
        for (const Cost most : {distance, distance - 1, distance / 2}) {
          const SearchResult result = run({0xFFFF'FFFF, most});
          REQUIRE(result.status ==
                  (most < distance ? Status::over_max_cost : Status::found));
          REQUIRE(result.cost == std::min(most + 1, distance));
        }
      }
    }
  }
}

}  // namespace throng::bidirectional_test

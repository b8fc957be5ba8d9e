#include "../../src/search/best_first.hpp"

#include "../../bench/queue/binary_heap.hpp"
#include "../../bench/queue/two_level_bucket_queue.hpp"
#include "../../src/queue/bucket_queue.hpp"
#include "../../src/queue/heap4.hpp"
#include "../../src/search/astar.hpp"
#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/seeds.hpp"
#include "../support/worlds.hpp"

#include <algorithm>
#include <array>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace throng::best_first_test {
using namespace test;

namespace {

constexpr Limits kNoLimits{.max_expansions = 0xFFFF'FFFF, .max_cost = kUnreachable - 1};

/// Cost of the path in scratch from start to cell; kUnreachable when it is none.
template <class Space, class Queue>
Cost walked(const Space& space, CellIndex start, CellIndex cell,
            const BestFirstScratch<Queue>& scratch) {
  std::pmr::vector<Move> moves;
  append_path(space, start, cell, scratch.nodes, moves);
  return walk(space, start, cell, moves);
}

/// Far cheaper than REQUIRE, which counts and remembers.
void expect(bool holds, const char* what) {
  if (!holds) FAIL(what);
}

/// All that holds of a search without limits whose bound is w = percent / 100.
template <class Space, class Queue>
void check(const Space& space, CellIndex start, Cost distance, Cost percent,
           const TargetResult& result, const BestFirstScratch<Queue>& scratch) {
  const auto cost = std::uint64_t{result.search.cost};
  if (distance == kUnreachable) {
    expect(result.search.status == Status::unreachable, "unreachable");
    expect(cost == kUnreachable && result.lower == kUnreachable, "no cost");
    return expect(result.target == kNoCell, "no target");
  }
  expect(result.search.status == Status::found, "found");
  expect(walked(space, start, result.target, scratch) == cost, "a path of that cost");
  expect(distance <= cost && cost * 100 <= std::uint64_t{distance} * percent, "bound");
  expect(result.lower <= distance, "a lower bound");
  expect((std::uint64_t{result.lower} + 4) * percent > cost * 100, "a good lower bound");
  expect(result.nearest == result.target && result.nearest_cost == cost, "nearest");
}

}  // namespace

TEMPLATE_TEST_CASE("A* and Dijkstra's algorithm are optimal", "", BucketQueue,
                   TwoLevelBucketQueue, Heap4, BinaryHeap) {
  BestFirstScratch<TestType> scratch;
  for (const World& world : random_worlds(3)) {
    CAPTURE(in_words(world.rules));
    const std::vector<CellIndex> cells = world.open_cells();
    for (const CellIndex start : cells) {
      const std::vector<Cost> distances = world.distances(start);
      for (const CellIndex goal : cells) {
        const auto h = world.bound(world.space, goal);
        const OneTarget target{goal};
        const auto run = [&](const auto& bound, const auto& priority) {
          const auto result =
              best_first(world.space, start, target, bound, priority, kNoLimits, scratch);
          check(world.space, start, distances[goal], 100, result, scratch);
          if constexpr (TestType::kSorted) {  // a consistent bound: each cell once
            expect(result.search.reopened == 0, "no cell twice");
            expect(result.search.expanded <= cells.size(), "each cell once");
          }
        };
        run(h, AStarPriority{});
        run(h, DijkstraPriority{});
        run(NoBound{}, AStarPriority{});
      }
    }
  }
}

TEMPLATE_TEST_CASE("searches with a weight keep their bound", "", Heap4, BinaryHeap) {
  BestFirstScratch<TestType> scratch;
  for (const World& world : random_worlds(1)) {
    CAPTURE(in_words(world.rules));
    const std::vector<CellIndex> cells = world.open_cells();
    for (const CellIndex start : cells) {
      const std::vector<Cost> distances = world.distances(start);
      const auto closed = std::count(distances.begin(), distances.end(), kUnreachable);
      const std::size_t reached = distances.size() - static_cast<std::size_t>(closed);
      for (const CellIndex goal : cells) {
        const auto h = world.bound(world.space, goal);
        const RaggedBound ragged(world.distances(goal), start + 100 * goal);
        for (const Cost percent : {100U, 110U, 150U, 300U}) {
          const auto run = [&](const auto& bound, const auto& priority) {
            const auto result = best_first(world.space, start, OneTarget{goal}, bound,
                                           priority, kNoLimits, scratch);
            check(world.space, start, distances[goal], percent, result, scratch);
            if (!std::remove_cvref_t<decltype(bound)>::kConsistent || priority.reopens())
              return;
            expect(result.search.expanded <= reached, "no cell twice");
            if (distances[goal] == kUnreachable)
              expect(result.search.expanded == reached, "each cell once");
          };
          run(h, WeightedAStarPriority(percent, world.space));
          run(h, PxWUPriority(percent, world.space));
          run(h, PxWDPriority(percent, world.space));
          run(h, XUPPriority(percent, world.space));
          run(h, XDPPriority(percent, world.space));
          run(ragged, WeightedAStarPriority(percent, world.space));
          run(ragged, PxWDPriority(percent, world.space));
        }
      }
    }
  }
}

TEMPLATE_TEST_CASE("best-first search stands ragged bounds, weights and one-way steps", "",
                   BucketQueue, TwoLevelBucketQueue, Heap4, BinaryHeap) {
  BestFirstScratch<TestType> scratch;
  std::uint64_t seed = 0;
  for (const World& world : random_worlds(2)) {
    CAPTURE(in_words(world.rules));
    ++seed;
    const DirectedSpace space(world, seed % 2 == 0 ? 3 : 10'000, seed);
    const std::vector<CellIndex> cells = world.open_cells();
    std::vector<std::vector<Cost>> from(space.cell_count);
    for (const CellIndex cell : cells) from[cell] = space.distances(cell);
    for (const CellIndex goal : cells) {
      std::vector<Cost> to_goal(space.cell_count, kUnreachable);
      for (const CellIndex cell : cells) to_goal[cell] = from[cell][goal];
      const RaggedBound ragged(to_goal, goal + seed);
      const auto h = world.bound(space, goal);
      for (const CellIndex start : cells) {
        const auto run = [&](const auto& bound, const auto& priority, Cost percent) {
          const auto result = best_first(space, start, OneTarget{goal}, bound, priority,
                                         kNoLimits, scratch);
          check(space, start, from[start][goal], percent, result, scratch);
        };
        run(ragged, AStarPriority{}, 100);
        run(h, AStarPriority{}, 100);
        run(h, DijkstraPriority{}, 100);
        if constexpr (!TestType::kMonotone) {
          run(h, PxWDPriority(150, space), 150);
          run(h, XUPPriority(150, space), 150);
          run(ragged, WeightedAStarPriority(150, space), 150);
        }
      }
    }
  }
}

TEMPLATE_TEST_CASE("bounds hold on larger maps", "", BucketQueue, TwoLevelBucketQueue,
                   Heap4, BinaryHeap) {
  BestFirstScratch<TestType> scratch;
  std::uint64_t seed = 0;
  for (const Rules& rules : all_rules()) {
    CAPTURE(in_words(rules));
    const World world = larger_world(rules, ++seed);
    for (const CellPair& pair : random_pairs(world, 40, seed)) {
      const CellIndex start = pair.start, goal = pair.goal;
      const std::vector<Cost> to_goal = world.distances(goal);
      const auto h = world.bound(world.space, goal);
      const RaggedBound ragged(to_goal, start);
      const auto run = [&](const auto& bound, const auto& priority, Cost percent) {
        const auto result = best_first(world.space, start, OneTarget{goal}, bound, priority,
                                       kNoLimits, scratch);
        check(world.space, start, to_goal[start], percent, result, scratch);
      };
      run(h, AStarPriority{}, 100);
      run(ragged, AStarPriority{}, 100);
      if constexpr (!TestType::kMonotone) {
        for (const Cost percent : {101U, 110U, 150U, 300U}) {
          run(h, WeightedAStarPriority(percent, world.space), percent);
          run(h, PxWUPriority(percent, world.space), percent);
          run(h, PxWDPriority(percent, world.space), percent);
          run(h, XUPPriority(percent, world.space), percent);
          run(h, XDPPriority(percent, world.space), percent);
          run(ragged, PxWDPriority(percent, world.space), percent);
        }
      }
    }
  }
}

TEST_CASE("searches with a weight know lower bounds under two limits at once") {
  BestFirstScratch<Heap4> scratch;
  std::uint64_t seed = 0;
  for (const Rules& rules : all_rules()) {
    const World world = larger_world(rules, ++seed);
    for (const CellPair& pair : random_pairs(world, 20, seed)) {
      const Cost distance = world.distances(pair.start)[pair.goal];
      if (distance == kUnreachable) continue;
      const auto h = world.bound(world.space, pair.goal);
      for (std::uint32_t budget = 4; budget < 300; budget += 1 + budget / 4)
        for (const Cost most :
             {distance, distance + distance / 16, distance + distance / 4}) {
          const auto run = [&](const auto& priority) {
            const auto result = best_first(world.space, pair.start, OneTarget{pair.goal}, h,
                                           priority, {budget, most}, scratch);
            expect(result.lower <= distance, "a lower bound");
            expect(result.search.status != Status::over_max_cost, "there is a path");
          };
          run(WeightedAStarPriority(300, world.space));
          run(PxWDPriority(400, world.space));
        }
    }
  }
}

TEST_CASE("bounds hold when keys are as coarse as they get") {
  BestFirstScratch<Heap4> scratch;
  std::uint64_t seed = 0;
  for (const StepCosts costs : {StepCosts{2, 3}, StepCosts{5, 7}, StepCosts{12, 17}})
    for (const Corners corners : kCorners)
      for (int i = 0; i < 6; ++i) {
        const World world = larger_world({.corners = corners, .costs = costs}, ++seed);
        const std::size_t count = 60 / every({.sanitized = 4});
        for (const CellPair& pair : random_pairs(world, count, seed)) {
          const CellIndex start = pair.start, goal = pair.goal;
          const Cost distance = world.distances(start)[goal];
          const auto h = world.bound(world.space, goal);
          const auto run = [&](const auto& priority, Cost percent) {
            const auto result = best_first(world.space, start, OneTarget{goal}, h, priority,
                                           kNoLimits, scratch);
            check(world.space, start, distance, percent, result, scratch);
          };
          for (const Cost percent : {110U, 130U, 200U, 300U}) {
            run(WeightedAStarPriority(percent, costs.straight, kUnreachable), percent);
            run(PxWUPriority(percent, costs.straight, kUnreachable), percent);
            run(PxWDPriority(percent, costs.straight, kUnreachable), percent);
            run(XUPPriority(percent, costs.straight, kUnreachable), percent);
            run(XDPPriority(percent, costs.straight, kUnreachable), percent);
          }
        }
      }
}

TEMPLATE_TEST_CASE("bounds hold where cells have weights", "", BucketQueue,
                   TwoLevelBucketQueue, Heap4, BinaryHeap) {
  BestFirstScratch<TestType> scratch;
  std::uint64_t seed = 0;
  for (Rules rules : all_rules()) {
    rules.cost_model = ++seed % 2 == 0 ? CostModel::mean : CostModel::enter;
    CAPTURE(in_words(rules));
    const World world = weighted_world(rules, seed);
    const WeightedSpace space(*world.grid);
    const std::vector<CellIndex> cells = world.open_cells();
    for (const CellIndex start : cells) {
      const std::vector<Cost> distances = world.distances(start);
      for (const CellIndex goal : cells) {
        const auto h = world.bound(space, goal);
        const auto run = [&](const auto& priority, Cost percent) {
          const auto result =
              best_first(space, start, OneTarget{goal}, h, priority, kNoLimits, scratch);
          check(space, start, distances[goal], percent, result, scratch);
        };
        run(AStarPriority{}, 100);
        if constexpr (!TestType::kMonotone) run(PxWDPriority(150, space), 150);
      }
    }
  }
}

TEMPLATE_TEST_CASE("greedy search finds some path wherever there is one", "", Heap4,
                   BinaryHeap) {
  BestFirstScratch<TestType> scratch;
  for (const World& world : random_worlds(1)) {
    const std::vector<CellIndex> cells = world.open_cells();
    for (const CellIndex start : cells) {
      const std::vector<Cost> distances = world.distances(start);
      for (const CellIndex goal : cells) {
        const auto h = world.bound(world.space, goal);
        const auto result = best_first(world.space, start, OneTarget{goal}, h,
                                       GreedyPriority{}, kNoLimits, scratch);
        REQUIRE((result.search.status == Status::found) ==
                (distances[goal] != kUnreachable));
        if (result.search.status != Status::found) continue;
        REQUIRE(walked(world.space, start, goal, scratch) == result.search.cost);
        REQUIRE(result.lower <= distances[goal]);
      }
    }
  }
}

TEMPLATE_TEST_CASE("the nearest of several goals is found", "", BucketQueue,
                   TwoLevelBucketQueue, Heap4, BinaryHeap) {
  using H = GoalBound<SearchSpace, OpenBound>;
  BestFirstScratch<TestType> scratch;
  for (const World& world : random_worlds(2)) {
    const std::vector<CellIndex> cells = world.open_cells();
    for (const CellIndex start : cells) {
      const std::vector<Cost> distances = world.distances(start);
      for (std::size_t i = 0; i + 2 < cells.size(); ++i) {
        std::array goals{cells[i], cells[(7 * i + 3) % cells.size()], cells[i + 2]};
        std::sort(goals.begin(), goals.end());
        std::vector<H> bounds;
        Cost least = kUnreachable;
        for (const CellIndex goal : goals) {
          bounds.push_back(world.bound(world.space, goal));
          least = std::min(least, distances[goal]);
        }
        const LeastBound<H> nearest(bounds);
        const auto result =
            best_first(world.space, start, Within<LeastBound<H>>{nearest, 0}, nearest,
                       AStarPriority{}, kNoLimits, scratch);
        check(world.space, start, least, 100, result, scratch);
        if (least == kUnreachable) continue;
        REQUIRE(distances[result.target] == least);
        REQUIRE(std::count(goals.begin(), goals.end(), result.target) > 0);
      }
    }
  }
}

TEMPLATE_TEST_CASE("a cell within a radius of the goal is found", "", BucketQueue,
                   TwoLevelBucketQueue, Heap4, BinaryHeap) {
  BestFirstScratch<TestType> scratch;
  for (const World& world : random_worlds(1)) {
    const std::vector<CellIndex> cells = world.open_cells();
    for (const CellIndex start : cells) {
      const std::vector<Cost> distances = world.distances(start);
      for (const CellIndex goal : cells) {
        const auto h = world.bound(world.space, goal);
        using H = std::remove_cvref_t<decltype(h)>;
        for (const Cost radius :
             {Cost{0}, world.grid->costs().straight, 2 * world.grid->costs().diagonal}) {
          Cost least = kUnreachable;
          for (const CellIndex cell : cells)
            if (h(cell) <= radius) least = std::min(least, distances[cell]);
          const auto run = [&](const auto& priority, Cost percent) {
            const auto result =
                best_first(world.space, start, Within<H>{h, radius},
                           WithinBound<H>{h, radius}, priority, kNoLimits, scratch);
            check(world.space, start, least, percent, result, scratch);
          };
          run(AStarPriority{}, 100);
          if constexpr (!TestType::kMonotone) run(XDPPriority(150, world.space), 150);
        }
      }
    }
  }
}

TEMPLATE_TEST_CASE("what cannot be reached is replaced by the nearest cell that can", "",
                   BucketQueue, TwoLevelBucketQueue, Heap4, BinaryHeap) {
  BestFirstScratch<TestType> scratch;
  for (const World& world : random_worlds(2)) {
    const std::vector<CellIndex> cells = world.open_cells();
    for (CellIndex goal = world.grid->stride() + 1; goal < world.grid->cell_count();
         goal += 5) {
      const auto h = world.bound(world.space, goal);
      for (const CellIndex start : cells) {
        const std::vector<Cost> distances = world.distances(start);
        if (distances[goal] != kUnreachable) continue;
        const auto result = best_first(world.space, start, OneTarget{goal}, h,
                                       AStarPriority{}, kNoLimits, scratch);
        REQUIRE(result.search.status == Status::unreachable);
        auto best = std::tuple(h(start), Cost{0}, start);
        for (const CellIndex cell : cells)
          if (distances[cell] != kUnreachable)
            best = std::min(best, std::tuple(h(cell), distances[cell], cell));
        REQUIRE(std::tuple(result.nearest_h, result.nearest_cost, result.nearest) == best);
        REQUIRE(walked(world.space, start, result.nearest, scratch) == result.nearest_cost);
      }
    }
  }
}

TEMPLATE_TEST_CASE("limits are kept, and what is said under them is true", "", BucketQueue,
                   TwoLevelBucketQueue, Heap4, BinaryHeap) {
  BestFirstScratch<TestType> scratch;
  for (const World& world : random_worlds(1)) {
    const std::vector<CellIndex> cells = world.open_cells();
    for (const CellIndex start : cells) {
      const std::vector<Cost> distances = world.distances(start);
      const CellIndex goal = cells[(start * 31) % cells.size()];
      const Cost distance = distances[goal];
      const auto h = world.bound(world.space, goal);
      const auto run = [&](const auto& priority, const Limits& limits) {
        const auto result =
            best_first(world.space, start, OneTarget{goal}, h, priority, limits, scratch);
        REQUIRE(result.lower <= distance);
        REQUIRE(result.search.expanded <= limits.max_expansions);
        REQUIRE(walked(world.space, start, result.nearest, scratch) == result.nearest_cost);
        REQUIRE(result.nearest_h == h(result.nearest));
        REQUIRE((result.search.status != Status::unreachable || distance == kUnreachable));
        if (result.search.status == Status::out_of_budget) {
          REQUIRE(result.search.cost == result.lower);
          REQUIRE(result.search.upper >= distance);
        }
        return result;
      };
      const auto run_all = [&](const Limits& limits) {
        std::vector results{run(AStarPriority{}, limits), run(DijkstraPriority{}, limits)};
        if constexpr (!TestType::kMonotone) {
          results.push_back(run(WeightedAStarPriority(150, world.space), limits));
          results.push_back(run(PxWDPriority(300, world.space), limits));
          results.push_back(run(XUPPriority(300, world.space), limits));
          results.push_back(run(GreedyPriority{}, limits));
        }
        return results;
      };
      for (std::uint32_t budget = 0; budget < 25; ++budget)
        run_all({budget, kUnreachable - 1});
      if (distance == kUnreachable || distance == 0) continue;
      for (const Cost most : {distance, distance - 1, distance / 2, distance + 1}) {
        const Status status = most < distance ? Status::over_max_cost : Status::found;
        for (const auto& result : run_all({0xFFFF'FFFF, most})) {
          REQUIRE(result.search.status == status);
          REQUIRE((status != Status::found || result.search.cost <= most));
          REQUIRE((status == Status::found || result.search.cost == most + 1));
        }
        for (std::uint32_t budget = 1; budget < 25; budget += 3) run_all({budget, most});
      }
    }
  }
}

TEST_CASE("a start that is a target needs no search") {
  const World world = random_world({}, 1);
  const CellIndex start = world.open_cells().front();
  BestFirstScratch<BucketQueue> scratch;
  const auto result =
      best_first(world.space, start, OneTarget{start}, world.bound(world.space, start),
                 AStarPriority{}, kNoLimits, scratch);
  CHECK(result.search.status == Status::found);
  CHECK(result.search.cost == 0);
  CHECK(result.search.expanded == 0);
  CHECK(result.target == start);
}

TEST_CASE("the same query gives the same path in fresh memory and in used one") {
  BestFirstScratch<Heap4> used;
  for (const World& world : random_worlds(1)) {
    const std::vector<CellIndex> cells = world.open_cells();
    for (const CellIndex goal : cells) {
      const auto h = world.bound(world.space, goal);
      const auto path = [&](BestFirstScratch<Heap4>& scratch) {
        const auto result = best_first(world.space, cells.front(), OneTarget{goal}, h,
                                       PxWDPriority(200, world.space), kNoLimits, scratch);
        std::pmr::vector<Move> moves;
        if (result.target != kNoCell)
          append_path(world.space, cells.front(), goal, scratch.nodes, moves);
        return std::pair(moves, result.search.expanded);
      };
      BestFirstScratch<Heap4> fresh;
      REQUIRE(path(used) == path(fresh));
    }
  }
}

}  // namespace throng::best_first_test

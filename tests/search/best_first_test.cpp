#include "../../src/lab/priorities.hpp"
#include "../../src/sweep/bucket_queue.hpp"
#include "../../src/sweep/heap4.hpp"
#include "best_first_check.hpp"

#include <algorithm>
#include <array>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace throng::best_first_test {
using namespace test;

TEMPLATE_TEST_CASE("A* and Dijkstra's algorithm are optimal", "", BucketQueue, Heap4) {
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

TEST_CASE("greedy search finds some path wherever there is one") {
  BestFirstScratch<Heap4> scratch;
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

TEMPLATE_TEST_CASE("the nearest of several goals is found", "", BucketQueue, Heap4) {
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

TEMPLATE_TEST_CASE("a cell within a radius of the goal is found", "", BucketQueue, Heap4) {
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
                   BucketQueue, Heap4) {
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
                   Heap4) {
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
        Column<Move> moves;
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

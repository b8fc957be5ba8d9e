#include "../../src/lab/priorities.hpp"
#include "../../src/sweep/bucket_queue.hpp"
#include "../../src/sweep/heap4.hpp"
#include "../support/seeds.hpp"
#include "best_first_check.hpp"

#include <algorithm>
#include <type_traits>
#include <vector>

namespace throng::weighted_best_first_test {
using namespace test;

TEST_CASE("searches with a weight keep their bound") {
  BestFirstScratch<Heap4> scratch;
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
            if (!std::remove_cvref_t<decltype(bound)>::kConsistent ||
                priority.reopens(true))
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
                   BucketQueue, Heap4) {
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

TEMPLATE_TEST_CASE("bounds hold on larger maps", "", BucketQueue, Heap4) {
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

TEMPLATE_TEST_CASE("bounds hold where cells have weights", "", BucketQueue, Heap4) {
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

}  // namespace throng::weighted_best_first_test

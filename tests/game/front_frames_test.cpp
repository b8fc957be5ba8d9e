#include "../../src/core/rng.hpp"
#include "../../src/field/front_price.hpp"
#include "../../src/index/index_contents.hpp"
#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/frames.hpp"
#include "../support/maps.hpp"

#include <throng/distances.hpp>
#include <throng/frame_scheduler.hpp>
#include <throng/index.hpp>
#include <throng/solver.hpp>

#include <span>
#include <vector>

namespace throng::front_frames_test {

using namespace test;

TEST_CASE("queries to fronts are charged to the budget of a frame") {
  constexpr std::uint64_t kBudget = 5000;
  Workers workers(1);
  const Terrain terrain = *Terrain::make(90, 90);
  const auto index = *Index::build(*Grid::make(terrain, {.topology = Topology::tile}),
                                   {.landmarks = {0}, .fronts = {true}}, workers);
  const Solver solver = *Solver::make(index);
  REQUIRE(solver.algorithm() == Algorithm::front);
  auto scheduler = *FrameScheduler::make({solver});
  const std::vector<Query> queries = random_queries(terrain, 1000, 1);
  for (std::uint32_t i = 0; i < queries.size(); ++i)
    scheduler.submit({.start = queries[i].start,
                      .goals = std::span(&queries[i].goal, 1),
                      .agent = AgentId{i}});
  Answers finished;
  std::size_t frames = 0, answered = 0;
  for (; answered < queries.size(); ++frames) {
    const FrameReport report = scheduler.run(FrameBudget::expansions(kBudget), workers);
    CHECK(report.spent <= kBudget);
    scheduler.poll(finished);
    answered += finished.size();
    REQUIRE(frames < 100);
  }
  // 16 for each query alone would fit into four frames; reading the fronts takes as long.
  CHECK(frames > 5);
}

TEST_CASE("more queries to fronts fit into a frame than slices, and all are answered") {
  Workers workers(1);
  const Terrain terrain = *Terrain::make(40, 40);
  const auto index = *Index::build(*Grid::make(terrain, {.topology = Topology::tile}),
                                   {.landmarks = {0}, .fronts = {true}}, workers);
  const std::vector<Query> queries = random_queries(terrain, 300, 1);
  for (const Sharing sharing : {Sharing::none, Sharing::equal, Sharing::goals}) {
    auto scheduler = *FrameScheduler::make({*Solver::make(index)}, {.sharing = sharing});
    for (std::uint32_t i = 0; i < queries.size(); ++i)
      scheduler.submit({.start = queries[i].start,
                        .goals = std::span(&queries[i].goal, 1),
                        .agent = AgentId{i}});
    std::size_t finished = 0;
    for (int frame = 0; frame < 30; ++frame)
      finished += scheduler.run(FrameBudget::expansions(20'000), workers).finished;
    CHECK(finished == queries.size());
    CHECK(scheduler.waiting() == 0);
  }
}

TEST_CASE("fronts compute the field of a group order, within the budget") {
  constexpr std::uint64_t kBudget = 5000;
  Workers workers(1);
  const Terrain terrain = *Terrain::make(90, 90);
  SplitMix64 random(2);
  std::vector<Weight> weights(terrain.cell_count());
  for (Weight& weight : weights) weight = static_cast<Weight>(1 + random.below(9));
  const auto grid = *Grid::make(terrain, {}, {.weights = weights});
  const auto index = *Index::build(grid, {.landmarks = {0}, .fronts = {true}}, workers);
  REQUIRE(front_field_pays(index.contents().fronts.get(), *grid, 1, kUnreachable - 1));
  const Position goal{50, 40};
  const auto field =
      distances(grid, {&goal, 1}, workers, {.direction = SweepDirection::to_sources});
  auto scheduler =
      *FrameScheduler::make({*Solver::make(index)}, {.sharing = Sharing::goals});
  const std::vector<Query> queries = random_queries(terrain, 1000, 1);
  for (std::uint32_t i = 0; i < queries.size(); ++i)
    scheduler.submit(
        {.start = queries[i].start, .goals = std::span(&goal, 1), .agent = AgentId{i}});
  Answers finished;
  std::size_t by_field = 0, answered = 0;
  for (int frame = 0; answered < queries.size(); ++frame) {
    const FrameReport report = scheduler.run(FrameBudget::expansions(kBudget), workers);
    CHECK(report.spent <= kBudget + 50);  // the last path may exceed it
    by_field += report.answered_by_sweep;
    scheduler.poll(finished);
    answered += finished.size();
    for (std::size_t i = 0; i < finished.size(); ++i) {
      const Position at = queries[static_cast<std::size_t>(finished.agent[i])].start;
      const auto slot = static_cast<std::size_t>(at.y * terrain.width() + at.x);
      REQUIRE(told_request(finished, i).front().cost == field[slot]);
    }
    REQUIRE(frame < 20);
  }
  CHECK(by_field > 900);
}

}  // namespace throng::front_frames_test

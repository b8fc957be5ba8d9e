#include "../support/batches.hpp"
#include "../support/catch.hpp"
#include "../support/maps.hpp"

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
                                   {.landmarks = 0, .fronts = true}, workers);
  const Solver solver = *Solver::make(index);
  REQUIRE(solver.algorithm() == Algorithm::front);
  auto scheduler = *FrameScheduler::make({solver});
  const std::vector<Query> queries = random_queries(terrain, 1000, 1);
  for (std::uint32_t i = 0; i < queries.size(); ++i)
    scheduler.submit(
        {.agent = AgentId{i},
         .request = {.start = queries[i].start, .goals = std::span(&queries[i].goal, 1)}});
  FinishedRequests finished;
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

}  // namespace throng::front_frames_test

#include "../support/catch.hpp"
#include "../support/living_mirror.hpp"

#include <throng/frame_scheduler.hpp>
#include <throng/grid.hpp>
#include <throng/living_map.hpp>
#include <throng/workers.hpp>

#include <vector>

namespace throng::edit_limit_test {

namespace {

constexpr Weight kHeavy = 16'000;

/// A corridor of 1 x 700 cells whose ends are as far apart as costs allow, but not more
/// than that: 400 cells are heavy.
struct Corridor {
  Terrain terrain = *Terrain::make(1, 700);
  std::vector<Weight> weights = std::vector<Weight>(700, 1);
  LivingClass movement{.landmarks = 0, .jump_graph = false};
  Workers workers{1};

  Corridor() {
    for (std::size_t k = 0; k < 200; ++k) weights[k] = kHeavy;
  }
  LivingMap map() {
    return *LivingMap::make(terrain, {&movement, 1},
                            {.weights = weights, .max_weight = kHeavy}, workers);
  }
};

constexpr Edit kTooHeavy = WeightEdit{{{0, 200}, 1, 400}, kHeavy};
constexpr Edit kFits = WeightEdit{{{0, 200}, 1, 100}, kHeavy};

}  // namespace

TEST_CASE("an edit that could make a cost overflow is refused, and changes nothing",
          "[living]") {
  Corridor corridor;
  LivingMap map = corridor.map();
  CHECK_FALSE(map.fits_always());
  const std::uint64_t before = map.fingerprint();
  const auto refused = map.edit({&kTooHeavy, 1}, corridor.workers);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == Code::unsupported);
  CHECK(
      refused.error().what.starts_with("after these edits, step costs 816/1154 are too "
                                       "large for this map: a path in the component of "));
  CHECK_FALSE(map.check({&kTooHeavy, 1}));
  CHECK(map.fingerprint() == before);
  CHECK(map.version() == LivingMap::Version{0});
  REQUIRE(map.edit({&kFits, 1}, corridor.workers));

  // A door cuts the corridor: then the same edit fits, until the door opens again.
  const Edit shut = TerrainEdit{{{0, 300}, 1, 1}, '@'},
             open = TerrainEdit{{{0, 300}, 1, 1}};
  REQUIRE(map.edit({&shut, 1}, corridor.workers));
  REQUIRE(map.edit({&kTooHeavy, 1}, corridor.workers));
  LivingMap restored = *LivingMap::restore(*map.save(), corridor.workers);
  for (LivingMap* one : {&map, &restored}) {
    CHECK_FALSE(one->edit({&open, 1}, corridor.workers));
    CHECK(one->fingerprint() == map.fingerprint());
  }
}

TEST_CASE(
    "an edit that closes the links back is refused where the way on foot does not fit",
    "[living]") {
  constexpr std::int32_t kWidth = 2700;  // from end to end on foot: above 32 bits
  Workers workers(1);
  std::vector<Link> links;
  std::vector<Edit> close_back;
  for (std::int32_t x = 20; x < kWidth; x += 20) {
    links.push_back({{0, 0}, {x, 0}, 1});
    close_back.emplace_back(LinkEdit{links.size(), false});
    links.push_back({{x, 0}, {0, 0}, 1});
  }
  const std::vector<Weight> weights(kWidth, kMaxWeight);
  const LivingClass movement{
      .rules = {.costs = {100, 150}}, .landmarks = 0, .jump_graph = false};
  auto map = *LivingMap::make(*Terrain::make(kWidth, 1), {&movement, 1},
                              {.weights = weights, .links = links}, workers);
  const std::uint64_t before = map.fingerprint();
  const auto refused = map.edit(close_back, workers);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == Code::unsupported);
  CHECK(map.fingerprint() == before);
  CHECK(map.edit(std::span(close_back).first(1), workers));
}

TEST_CASE("a scheduler refuses an edit that does not fit with those that wait",
          "[living]") {
  Corridor corridor;
  LivingMap map = corridor.map();
  const SolverOptions options;
  FrameScheduler scheduler = *FrameScheduler::make(map, {&options, 1});
  const Edit low = WeightEdit{{{0, 200}, 1, 80}, kHeavy};
  const Edit high = WeightEdit{{{0, 280}, 1, 80}, kHeavy};
  REQUIRE(scheduler.edit({&low, 1}));
  CHECK_FALSE(scheduler.edit({&high, 1}));
  CHECK(scheduler.run(FrameBudget::expansions(100), corridor.workers).edits == 1);
  CHECK_FALSE(map.check({&high, 1}));

  // The program edits the map between two calls of the scheduler.
  const Edit light = WeightEdit{{{0, 0}, 1, 100}, 1},
             heavy = WeightEdit{{{0, 0}, 1, 100}, kHeavy};
  REQUIRE(map.edit({&light, 1}, corridor.workers));
  REQUIRE(scheduler.edit({&high, 1}));
  REQUIRE(map.edit({&heavy, 1}, corridor.workers));
  const FrameReport report = scheduler.run(FrameBudget::expansions(100), corridor.workers);
  CHECK(report.edits == 0);
  CHECK(report.refused_edits == 1);
}

}  // namespace throng::edit_limit_test

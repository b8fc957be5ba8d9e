#include "../../src/core/rng.hpp"
#include "../../src/lab/priorities.hpp"
#include "../support/catch.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <type_traits>
#include <vector>

namespace throng::priority_test {

namespace {

struct Point {
  Cost g;
  Cost h;
};

/// Small ones all, and larger ones at random: none adds up to 2 * most.
std::vector<Point> points(Cost most) {
  std::vector<Point> all;
  for (Cost g = 0; g < std::min<Cost>(15, most); ++g)
    for (Cost h = 0; h < std::min<Cost>(15, most); ++h) all.push_back({g, h});
  SplitMix64 random(most);
  for (int i = 0; i < 300; ++i) all.push_back({random.below(most), random.below(most)});
  return all;
}

/// What a priority is made for.
struct Frame {
  Cost percent;
  Cost least_step;
  Cost most;  ///< half of most_cost
};

constexpr Cost kPercents[] = {100, 101, 110, 150, 300, 10'000};

std::vector<Frame> frames() {
  std::vector<Frame> all;
  for (const Cost percent : kPercents)
    for (const Cost step : {1U, 100U, 2378U})
      for (const Cost most : {300U, 100'000U, 100'000'000U, 2'000'000'000U})
        all.push_back({percent, step, most});
  return all;
}

template <class P>
P made(const Frame& frame) {
  return P(frame.percent, frame.least_step, 2 * std::uint64_t{frame.most});
}

}  // namespace

TEMPLATE_TEST_CASE("a key is what the papers say with nearly the weight", "",
                   WeightedAStarPriority, PxWUPriority, PxWDPriority, XUPPriority,
                   XDPPriority) {
  const auto f = [](long double w, long double g, long double h) -> long double {
    if constexpr (std::is_same_v<TestType, WeightedAStarPriority>) return g + w * h;
    if constexpr (std::is_same_v<TestType, PxWDPriority>)
      return g < h ? w * (g + h) : g + (2 * w - 1) * h;
    if constexpr (std::is_same_v<TestType, PxWUPriority>)
      return g < (2 * w - 1) * h ? w * (g / (2 * w - 1) + h) : g + h;
    if constexpr (std::is_same_v<TestType, XDPPriority>)
      return (g + (2 * w - 1) * h + std::sqrt((g - h) * (g - h) + 4 * w * g * h)) / 2;
    return (g + h + std::sqrt((g + h) * (g + h) + 4 * w * (w - 1) * h * h)) / 2;
  };
  constexpr Cost kMost = 100'000;
  for (const Cost percent : kPercents) {
    const TestType priority(percent, 2378, 2 * kMost);
    const long double w = percent / 100.0L;
    // A key of 1 stands for so much cost: a power of two.
    const long double u =
        std::exp2(std::round(std::log2(kMost / (priority(kMost, 0) + 0.5L))));
    for (const auto [g, h] : points(kMost)) {
      CAPTURE(percent, g, h);
      const long double cost = priority(g, h) * u;
      CHECK(cost <= f(w, g, h) + 0.01L);
      CHECK(cost >= f(std::max(1.0L, w - 1e-3L), g, h) - u - 0.01L - (g + h) * 2e-5L);
    }
  }
}

TEMPLATE_TEST_CASE("keys lie between g + h and w (g + h), and are g where h is 0", "",
                   WeightedAStarPriority, PxWUPriority, PxWDPriority, XUPPriority,
                   XDPPriority) {
  for (const Frame& frame : frames()) {
    const auto priority = made<TestType>(frame);
    for (const auto [g, h] : points(frame.most)) {
      const Cost key = priority(g, h);
      const bool holds = key >= priority(g + h, 0) && priority.least_cost(key) <= g + h &&
                         (!priority.reopens(true) || priority(g, 0) == g);
      if (holds) continue;
      CAPTURE(frame.percent, frame.least_step, frame.most, g, h);
      FAIL();
    }
  }
}

TEMPLATE_TEST_CASE("keys never shrink, nor grow by more than their slopes allow", "",
                   WeightedAStarPriority, PxWUPriority, PxWDPriority, XUPPriority,
                   XDPPriority) {
  SplitMix64 random(4);
  for (const Frame& frame : frames()) {
    const auto priority = made<TestType>(frame);
    for (const auto [g, h] : points(frame.most)) {
      const std::uint64_t key = priority(g, h);
      const Cost step = std::min(h, 1 + random.below(5000));
      const std::uint64_t towards = priority(g + step, h - step);
      const std::uint64_t away = priority(g + step, h + step);
      // At the full weight: two steps away, and none towards the goal. Rounding adds 1
      // each.
      const bool holds = priority(g + 1, h) >= key && priority(g, h + 1) >= key &&
                         towards <= key + 1 && away <= key + priority(0, 2 * step) + 2;
      if (holds) continue;
      CAPTURE(frame.percent, frame.least_step, frame.most, g, h, step);
      FAIL();
    }
  }
}

TEMPLATE_TEST_CASE("with a weight of 1 all are A*", "", WeightedAStarPriority, PxWUPriority,
                   PxWDPriority, XUPPriority, XDPPriority) {
  for (const Cost most : {1000U, 2'147'000'000U}) {
    const auto priority = made<TestType>({100, 2378, most});
    CHECK(priority.reopens(true));
    for (const auto [g, h] : points(most)) REQUIRE(priority(g, h) == AStarPriority{}(g, h));
  }
}

TEMPLATE_TEST_CASE("keys leave a part of the weight for what rounding may do", "",
                   WeightedAStarPriority, PxWUPriority, PxWDPriority, XUPPriority,
                   XDPPriority) {
  constexpr Cost kMost = 2'000'000'000;
  for (const Cost percent : {110U, 150U, 300U})
    for (const Cost step : {5U, 20U, 100U, 2378U}) {
      const auto priority = made<TestType>({percent, step, kMost});
      if (priority.reopens(true)) continue;
      CAPTURE(percent, step);
      const long double u = std::exp2(
          std::round(std::log2(kMost / static_cast<long double>(priority(kMost, 0)))));
      CHECK(u >= 1);
      CHECK(priority(0, kMost) * u <= (percent / 100.0L - u / step) * kMost);
    }
}

TEST_CASE("cells are re-opened only where steps are too small for the keys") {
  CHECK(!made<PxWDPriority>({101, 2378, 1'000'000'000}).reopens(true));
  CHECK(!made<PxWDPriority>({110, 1, 4'000'000}).reopens(true));
  CHECK(!made<PxWDPriority>({150, 2378, 2'147'000'000}).reopens(true));
  CHECK(made<PxWDPriority>({110, 1, 2'147'000'000}).reopens(true));
  CHECK(made<PxWDPriority>({100, 2378, 1000}).reopens(true));
}

TEST_CASE("keys that would not fit become the largest one") {
  CHECK(AStarPriority{}(3'000'000'000, 3'000'000'000) == kLastKey);
  CHECK(WeightedAStarPriority(110, 1, 4'000'000'000)(0, 4'000'000'000) == kLastKey);
}

}  // namespace throng::priority_test

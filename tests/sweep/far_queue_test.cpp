#include "../../src/sweep/far_queue.hpp"

#include "../../src/core/rng.hpp"
#include "../support/catch.hpp"

#include <algorithm>
#include <vector>

namespace throng::far_queue_test {

TEST_CASE("a far queue gives back keys of any height, in the order of its buckets") {
  BucketQueue near;
  Heap4 far;
  SplitMix64 random(1);
  for (const Cost rise : {Cost{100}, Cost{6726}}) {
    FarQueue queue(near, far);
    for (int round = 0; round < 20; ++round) {
      const Cost first = random.below(1'000'000);
      queue.clear(first, rise);
      const Cost width = queue.ceiling() - queue.floor();
      std::vector<Cost> waiting;  // entries carry their keys as cells
      const auto push = [&](Cost key) {
        queue.push({key, 0}, key);
        waiting.push_back(key);
      };
      push(first);
      for (int i = 0; i < 2000 && !waiting.empty(); ++i) {
        OpenEntry entry{};
        REQUIRE(queue.pop(entry));
        const auto found = std::ranges::find(waiting, entry.cell);
        REQUIRE(found != waiting.end());
        const Cost least = *std::ranges::min_element(waiting);
        REQUIRE(entry.cell / width == least / width);
        REQUIRE(queue.floor() <= least);
        waiting.erase(found);
        for (std::uint32_t k = random.below(3); k > 0; --k) {
          const bool leap = random.below(8) == 0;
          push(entry.cell + random.below(leap ? 300 * rise : rise));
        }
      }
      OpenEntry entry{};
      for (std::size_t left = waiting.size(); left > 0; --left) REQUIRE(queue.pop(entry));
      REQUIRE_FALSE(queue.pop(entry));
    }
  }
}

TEST_CASE("a far queue goes on where another view of the same memory stopped") {
  BucketQueue near;
  Heap4 far;
  SplitMix64 random(2);
  FarQueue(near, far).clear(0, 100);
  std::vector<Cost> waiting;
  for (int i = 0; i < 300; ++i) {
    const Cost key = random.below(i % 3 == 0 ? 50 : 100'000);
    FarQueue(near, far).push({key, 0}, key);
    waiting.push_back(key);
  }
  OpenEntry entry{};
  while (!waiting.empty()) {
    REQUIRE(FarQueue(near, far).pop(entry));
    const auto found = std::ranges::find(waiting, entry.cell);
    REQUIRE(found != waiting.end());
    waiting.erase(found);
  }
  CHECK_FALSE(FarQueue(near, far).pop(entry));
}

}  // namespace throng::far_queue_test

#include "../../src/sweep/ring_queue.hpp"

#include "../../src/core/rng.hpp"
#include "../support/catch.hpp"

#include <algorithm>
#include <vector>

namespace throng::ring_queue_test {

namespace {

std::vector<Cost> drain(RingQueue& queue) {
  std::vector<Cost> keys;
  for (RingQueue::Entry entry{}; queue.pop(entry);) keys.push_back(entry.key);
  return keys;
}

}  // namespace

TEST_CASE("a ring queue gives every entry back, in the order of its buckets") {
  const Cost width = GENERATE(1U, 3U, 512U);
  const Cost spread =
      width * GENERATE(10U, 5000U, 200'000U);  // within the ring, far beyond
  RingQueue queue;
  SplitMix64 rng(width + spread);
  for (int round = 0; round < 5; ++round) {
    const auto first = rng.below(1'000'000);
    queue.clear(first, width);
    std::vector<Cost> pushed;
    for (std::uint32_t i = 0; i < 3000; ++i) {
      pushed.push_back(first + rng.below(spread));
      queue.push({i, 0, pushed.back()});
    }
    const std::vector<Cost> popped = drain(queue);
    for (std::size_t i = 1; i < popped.size(); ++i)
      REQUIRE(popped[i] + width > popped[i - 1]);
    std::vector<Cost> sorted = popped;
    std::sort(sorted.begin(), sorted.end());
    std::sort(pushed.begin(), pushed.end());
    REQUIRE(sorted == pushed);
  }
}

TEST_CASE("floor never passes the least key of a ring queue in use") {
  RingQueue queue;
  SplitMix64 rng(5);
  queue.clear(70'000, 256);
  std::vector<Cost> inside{70'000};
  queue.push({0, 0, 70'000});
  for (int i = 0; i < 20'000 && !inside.empty(); ++i) {
    RingQueue::Entry entry{};
    REQUIRE(queue.pop(entry));
    REQUIRE(queue.floor() <= *std::min_element(inside.begin(), inside.end()));
    inside.erase(std::find(inside.begin(), inside.end(), entry.key));
    const auto children = inside.size() < 40 ? rng.below(3) : 0;
    for (std::uint64_t c = 0; c < children; ++c) {
      inside.push_back(entry.key + rng.below(3'000'000));
      queue.push({0, 0, inside.back()});
    }
  }
}

TEST_CASE("the last entry of a bucket comes out first") {
  RingQueue queue;
  queue.clear(0, 1024);
  for (std::uint32_t i = 0; i < 5; ++i) queue.push({i, 0, 100 * i});
  RingQueue::Entry entry{};
  for (std::uint32_t i = 5; i-- > 0;) {
    REQUIRE(queue.pop(entry));
    CHECK(entry.node == i);
  }
}

TEST_CASE("a key that has fallen below the bucket in work is due at once") {
  RingQueue queue;
  queue.clear(0, 16);
  queue.push({1, 0, 5000});
  queue.push({2, 0, 9000});
  RingQueue::Entry entry{};
  REQUIRE(queue.pop(entry));
  queue.push({3, 0, 100});
  REQUIRE(queue.pop(entry));
  CHECK(entry.node == 3);
  REQUIRE(queue.pop(entry));
  CHECK(entry.node == 2);
  CHECK_FALSE(queue.pop(entry));
}

TEST_CASE("clearing a ring queue forgets what was left in it") {
  RingQueue queue;
  queue.clear(0, 16);
  for (std::uint32_t i = 0; i < 1000; ++i) queue.push({i, 0, i * 777});
  queue.clear(3, 1);
  RingQueue::Entry entry{};
  CHECK_FALSE(queue.pop(entry));
  queue.push({7, 0, 3});
  REQUIRE(queue.pop(entry));
  CHECK(entry.node == 7);
}

}  // namespace throng::ring_queue_test

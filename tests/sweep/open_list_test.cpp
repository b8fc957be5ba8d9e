#include "../../bench/queue/binary_heap.hpp"
#include "../../bench/queue/two_level_bucket_queue.hpp"
#include "../../src/core/counting_resource.hpp"
#include "../../src/core/rng.hpp"
#include "../../src/sweep/bucket_queue.hpp"
#include "../../src/sweep/heap4.hpp"
#include "../support/catch.hpp"

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <vector>

namespace throng::open_list_test {

namespace {

struct Item {
  Cost key;
  OpenEntry entry;
  std::uint32_t time;  ///< of its push
};

template <class Queue>
constexpr bool kHeap = !Queue::kMonotone;

/// Which of two items a sorted list gives first.
template <class Queue>
bool before(const Item& a, const Item& b) {
  if (kHeap<Queue>)
    return std::tuple(a.key, ~a.entry.g, a.entry.cell) <
           std::tuple(b.key, ~b.entry.g, b.entry.cell);
  return std::tuple(a.key, ~a.time) < std::tuple(b.key, ~b.time);
}

/// Pushes into and pops from a list and a plain array at once, and compares.
template <class Queue>
class Twins {
 public:
  void clear(Cost first_key, Cost max_rise) {
    queue_.clear(first_key, max_rise);
    items_.clear();
  }

  void push(OpenEntry entry, Cost key) {
    queue_.push(entry, key);
    items_.push_back({key, entry, time_++});
  }

  /// Gives the key of what was popped. Pre: the list holds something.
  Cost pop() {
    OpenEntry entry{};
    REQUIRE(queue_.pop(entry));
    const auto least = std::min_element(items_.begin(), items_.end(), before<Queue>);
    auto popped = least;
    if constexpr (!Queue::kSorted)
      popped = std::find_if(items_.begin(), items_.end(), [&](const Item& item) {
        return item.entry.cell == entry.cell && item.entry.g == entry.g;
      });
    REQUIRE(popped != items_.end());
    REQUIRE(entry.cell == popped->entry.cell);
    REQUIRE(entry.g == popped->entry.g);
    REQUIRE(queue_.floor() <= least->key);
    if constexpr (Queue::kSorted) REQUIRE(queue_.floor() == popped->key);
    const Cost key = popped->key;
    items_.erase(popped);
    return key;
  }

  bool empty() const { return items_.empty(); }
  Queue& queue() { return queue_; }

 private:
  Queue queue_;
  std::vector<Item> items_;
  std::uint32_t time_ = 0;
};

constexpr Cost kRises[] = {0, 1, 2, 63, 64, 6726, 3363 * 2 * 255, 1U << 30, kUnreachable};

}  // namespace

TEMPLATE_TEST_CASE("an open list does as a sorted array, with keys that only rise", "",
                   BucketQueue, TwoLevelBucketQueue, Heap4, BinaryHeap) {
  Twins<TestType> twins;
  for (const Cost rise : kRises) {
    CAPTURE(rise);
    SplitMix64 random(rise + 1);
    for (int round = 0; round < 4; ++round) {  // the list is used again and again
      const Cost first = random.below(1'000'000);
      twins.clear(first, rise);
      CHECK(twins.queue().floor() <= first);
      CellIndex next = 0;
      for (int turn = 0; turn < 1200; ++turn) {
        const bool push = twins.empty() || random.chance(turn / 200 % 2 == 0 ? 75 : 35);
        if (!push) {
          twins.pop();
          continue;
        }
        // Many ties: of keys, and for heaps of g as well.
        const Cost room = std::min(rise, kUnreachable - 1 - twins.queue().floor());
        const Cost step = random.chance(50) ? random.below(3) : random.below(room + 1);
        const Cost key = twins.queue().floor() + std::min(step, room);
        twins.push({next++, random.below(4)}, std::max(key, first));
      }
      if (round == 2) continue;  // what is left is forgotten
      while (!twins.empty()) twins.pop();
      OpenEntry entry{};
      CHECK_FALSE(twins.queue().pop(entry));
    }
  }
}

TEMPLATE_TEST_CASE("a heap takes keys below those that it has given", "", Heap4,
                   BinaryHeap) {
  Twins<TestType> twins;
  SplitMix64 random(7);
  for (const Cost span : {Cost{3}, Cost{1000}, kUnreachable}) {
    twins.clear(500, 0);
    for (CellIndex next = 0; next < 2000; ++next) {
      if (!twins.empty() && random.chance(45)) twins.pop();
      const Cost key = random.below(span);
      twins.push({next % 50, random.below(4)}, key);
      REQUIRE(twins.queue().floor() <= key);
    }
    while (!twins.empty()) twins.pop();
  }
}

TEMPLATE_TEST_CASE("of equal keys a bucket gives the last one first", "", BucketQueue,
                   FineBucketQueue, TwoLevelBucketQueue) {
  TestType queue;
  // In the unit buckets at once, and in a wide one that is dealt out later.
  for (const Cost key : {Cost{100}, Cost{100 + 50'000}}) {
    queue.clear(100, 100'000);
    for (CellIndex cell = 0; cell < 200; ++cell) queue.push({cell, 200 - cell}, key);
    OpenEntry entry{};
    for (CellIndex cell = 200; cell-- > 0;) {
      REQUIRE(queue.pop(entry));
      REQUIRE(entry.cell == cell);
    }
  }
}

TEMPLATE_TEST_CASE("of equal keys a heap gives the deepest first, then the least cell", "",
                   Heap4, BinaryHeap) {
  TestType queue;
  queue.clear(0, 0);
  queue.push({7, 10}, 5);
  queue.push({3, 20}, 5);
  queue.push({9, 20}, 5);
  queue.push({1, 10}, 5);
  queue.push({8, 0}, 4);
  OpenEntry entry{};
  for (const CellIndex cell : {8U, 3U, 9U, 1U, 7U}) {
    REQUIRE(queue.pop(entry));
    CHECK(entry.cell == cell);
  }
}

TEMPLATE_TEST_CASE("the memory of an open list stops growing", "", BucketQueue,
                   FineBucketQueue, TwoLevelBucketQueue, Heap4, BinaryHeap) {
  CountingResource memory(std::pmr::get_default_resource());
  TestType queue{Memory(&memory)};
  std::size_t bytes = 0;
  for (int round = 0; round < 4; ++round) {
    for (const Cost rise : {Cost{100}, Cost{1} << 20, Cost{6726}}) {
      queue.clear(0, rise);
      for (CellIndex cell = 0; cell < 20'000; ++cell) queue.push({cell, 0}, cell % rise);
      OpenEntry entry{};
      for (int count = 0; count < 20'000; ++count) REQUIRE(queue.pop(entry));
      REQUIRE_FALSE(queue.pop(entry));
    }
    if (round == 0) bytes = memory.bytes();
    CHECK(memory.bytes() == bytes);
  }
}

}  // namespace throng::open_list_test

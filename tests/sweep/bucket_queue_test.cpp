#include "../../src/sweep/bucket_queue.hpp"

#include "../../src/core/counting_resource.hpp"
#include "../../src/core/rng.hpp"
#include "../support/catch.hpp"

#include <algorithm>
#include <map>
#include <vector>

namespace throng::bucket_queue_test {

namespace {

template <class Queue>
std::vector<CellIndex> drain(Queue& queue) {
  std::vector<CellIndex> cells;
  for (OpenEntry entry{}; queue.pop(entry);) cells.push_back(entry.cell);
  return cells;
}

}  // namespace

TEMPLATE_TEST_CASE("keys come out from small to large, equal ones last in first out", "",
                   BucketQueue, FineBucketQueue) {
  TestType queue;
  queue.clear(10, 20);
  queue.push({1, 0}, 12);
  queue.push({2, 0}, 10);
  queue.push({3, 0}, 30);
  queue.push({4, 0}, 12);
  CHECK(drain(queue) == std::vector<CellIndex>{2, 4, 1, 3});
}

TEMPLATE_TEST_CASE("an empty queue gives nothing, again and again", "", BucketQueue,
                   FineBucketQueue) {
  TestType queue;
  queue.clear(0, 1);
  CHECK(drain(queue).empty());
  CHECK(drain(queue).empty());
  queue.push({7, 0}, 1);
  CHECK(drain(queue) == std::vector<CellIndex>{7});
}

TEMPLATE_TEST_CASE("clearing forgets what was left", "", BucketQueue, FineBucketQueue) {
  TestType queue;
  queue.clear(0, 100);
  for (CellIndex cell = 0; cell < 500; ++cell) queue.push({cell, 0}, cell % 100);
  queue.clear(1'000'000, 100);
  queue.push({9, 0}, 1'000'001);
  CHECK(drain(queue) == std::vector<CellIndex>{9});
}

TEMPLATE_TEST_CASE("the queue does as a sorted map of stacks, over any span of keys", "",
                   BucketQueue, FineBucketQueue) {
  const Cost rise = GENERATE(1, 2, 61, 62, 63, 64, 300, 1022, 1023, 6726, 32766, 1'000'000);
  TestType queue;
  SplitMix64 random(rise);
  for (int round = 0; round < 20; ++round) {
    const Cost first = random.below(1'000'000);
    queue.clear(first, rise);
    std::map<Cost, std::vector<CellIndex>> model;  // by bucket
    Cost floor = first;
    for (CellIndex next = 0; next < 3000; ++next) {
      // Bursts of pushes and of pops, so that stacks grow over several chunks and shrink.
      const bool push = model.empty() || random.chance(next / 500 % 2 == 0 ? 80 : 30);
      if (push) {
        const Cost key = floor + random.below(rise + 1);
        queue.push({next, key}, key);
        model[key >> TestType::shift_for(rise)].push_back(next);
        continue;
      }
      auto& [bucket, stack] = *model.begin();
      OpenEntry entry{};
      REQUIRE(queue.pop(entry));
      REQUIRE(entry.cell == stack.back());
      REQUIRE(queue.floor() == bucket << TestType::shift_for(rise));
      floor = entry.g;
      stack.pop_back();
      if (stack.empty()) model.erase(model.begin());
    }
  }
}

TEMPLATE_TEST_CASE("a key that is no larger than the last one fits into the ring", "",
                   BucketQueue, FineBucketQueue) {
  const Cost rise = GENERATE(1, 62, 63, 6726, 300'000);
  TestType queue;
  for (const Cost first : {Cost{0}, Cost{12'345}, kUnreachable - 2 * rise}) {
    queue.clear(first, rise);
    CAPTURE(rise, first);
    CHECK(queue.last_key() >=
          std::min<std::uint64_t>(std::uint64_t{first} + rise, kUnreachable));
    queue.push({1, 0}, queue.last_key());
    queue.push({2, 0}, first);
    CHECK(drain(queue) == std::vector<CellIndex>{2, 1});
  }
}

TEMPLATE_TEST_CASE("the memory of a queue stops growing", "", BucketQueue,
                   FineBucketQueue) {
  CountingResource memory(std::pmr::get_default_resource());
  TestType queue{Memory(&memory)};
  std::size_t bytes = 0;
  for (int round = 0; round < 5; ++round) {
    queue.clear(0, 50);
    for (CellIndex cell = 0; cell < 10'000; ++cell) queue.push({cell, 0}, cell % 50);
    CHECK(drain(queue).size() == 10'000);
    if (round == 0) bytes = memory.bytes();
    CHECK(memory.bytes() == bytes);
  }
}

}  // namespace throng::bucket_queue_test

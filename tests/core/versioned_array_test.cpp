#include "../../src/core/versioned_array.hpp"

#include "../../src/core/counting_resource.hpp"
#include "../../src/core/rng.hpp"
#include "../support/catch.hpp"
#include "../support/memory.hpp"
#include "../support/seeds.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <deque>
#include <mutex>
#include <new>
#include <numeric>
#include <thread>
#include <vector>

namespace throng::versioned_array_test {

namespace {

using Array = VersionedArray<std::uint32_t>;
using Values = std::vector<std::uint32_t>;

constexpr std::size_t kPerChunk = Array::kChunkBytes / sizeof(std::uint32_t);

/// Writes a few random ranges, in the array and in a plain copy.
void edit(Array& array, Values& plain, SplitMix64& rng) {
  for (std::uint32_t range = rng.below(4); range-- > 0;) {
    const auto size = static_cast<std::uint32_t>(plain.size());
    const std::uint32_t first = rng.below(size);
    const std::uint32_t count = rng.below(std::min(size - first, 100U) + 1);
    const auto values = array.write(first, count);
    REQUIRE(values.size() == count);
    for (std::uint32_t k = 0; k < count; ++k)
      values[k] = plain[first + k] = static_cast<std::uint32_t>(rng.next());
  }
}

void resize(Array& array, Values& plain, SplitMix64& rng) {
  const std::uint32_t size = 1 + rng.below(2 * static_cast<std::uint32_t>(plain.size()));
  array.resize(std::min(size, 3000U), size);
  plain.resize(std::min(size, 3000U), size);
}

bool equal(const auto& array, const Values& plain) {
  return std::ranges::equal(array.values(), plain);
}

std::size_t buffer_bytes(std::size_t size) {
  return VersionedArray<std::uint32_t>(size).memory_bytes() -
         VersionedArray<std::uint32_t>().memory_bytes();
}

}  // namespace

TEST_CASE("the values of an array that began unset are those written") {
  Array array = Array::unset(3 * kPerChunk + 1);
  REQUIRE(array.size() == 3 * kPerChunk + 1);
  std::ranges::fill(array.write(0, array.size()), 7U);
  const Array::Snapshot before = array.publish();
  array.write(array.size() - 1, 1).front() = 8;
  CHECK(std::ranges::count(before.values(), 7U) == 3 * kPerChunk + 1);
  CHECK(array.values().back() == 8);
  CHECK(std::ranges::count(array.values(), 7U) == 3 * kPerChunk);
}

TEST_CASE("a versioned array equals a plain one, and its versions stay as they were") {
  const std::size_t size = GENERATE(1U, 63U, 64U, 65U, 1000U, 5000U);
  const bool resizes = GENERATE(false, true);
  const std::size_t most_held = GENERATE(0U, 1U, 2U, 7U);
  CAPTURE(size, resizes, most_held);
  struct Held {
    Array::Snapshot snapshot;
    Values values;
  };
  for (std::uint64_t seed = 0; seed < 4; seed += test::every({1, 3})) {
    SplitMix64 rng(seed);
    Array array(size, 5);
    Values plain(size, 5);
    std::vector<Held> held;
    for (int version = 0; version < 1000; ++version) {
      edit(array, plain, rng);
      if (resizes && rng.chance(2)) resize(array, plain, rng);
      REQUIRE(equal(array, plain));
      held.push_back({array.publish(), plain});
      while (held.size() >
             most_held)  // any of them, so that buffers become free in any order
        held.erase(held.begin() + rng.below(static_cast<std::uint32_t>(held.size())));
      if (version % 20 == 0)
        for (const Held& one : held) REQUIRE(equal(one.snapshot, one.values));
    }
    for (const Held& one : held) REQUIRE(equal(one.snapshot, one.values));
  }
}

TEST_CASE("a version outlives its array") {
  test::CountingMemory memory;
  Array::Snapshot first, second;
  {
    Array array(300, 7, &memory);
    first = array.publish();
    array.write(250, 1)[0] = 8;
    Array moved = std::move(array);
    moved.write(251, 1)[0] = 9;
    second = moved.publish();
    moved = Array(2, 1);  // of another memory
    CHECK(equal(moved, Values(2, 1)));
  }
  CHECK(equal(first, Values(300, 7)));
  CHECK(second[249] == 7);
  CHECK(second[250] == 8);
  CHECK(second[251] == 9);
  first = second = {};
  CHECK(memory.bytes() == 0);
  CHECK(first.size() == 0);
  CHECK(first.values().empty());
}

TEST_CASE("a version that nothing changed shares its buffer with the one before") {
  Array array(300);
  const Array::Snapshot first = array.publish(), second = array.publish();
  CHECK(first.data() == second.data());
  CHECK(array.write(0, 300).data() != first.data());
}

TEST_CASE("an array that nobody reads has one buffer, each version held one more") {
  constexpr std::size_t kSize = 100 * kPerChunk;
  const std::size_t buffer = buffer_bytes(kSize);
  Array array(kSize);
  const std::size_t alone = array.memory_bytes();
  const auto buffers = [&] { return 1 + (array.memory_bytes() - alone) / buffer; };
  std::deque<Array::Snapshot> held;
  const auto next = [&](std::size_t most) {
    array.write(held.size(), 1)[0] = 1;
    held.push_back(array.publish());
    while (held.size() > most) held.pop_front();
  };
  for (int edit = 0; edit < 9; ++edit) next(0);
  CHECK(buffers() == 1);
  for (int edit = 0; edit < 9; ++edit) next(1);
  CHECK(buffers() == 2);
  for (int edit = 0; edit < 9; ++edit) next(2);
  CHECK(buffers() == 3);
  for (int edit = 0; edit < 20; ++edit) next(10);
  CHECK(buffers() == 11);
  for (int edit = 0; edit < 9; ++edit) next(1);
  CHECK(buffers() == 1 + Array::kSpares);
}

TEST_CASE("a prepared array copies nothing at the next change, nor one with room") {
  CountingResource memory(std::pmr::get_default_resource());
  Array array(0, 0, Memory(&memory));
  array.reserve(50 * kPerChunk);
  array.resize(20 * kPerChunk, 7);
  const Array::Snapshot held = array.publish();
  array.prepare();
  const std::size_t bytes = memory.bytes();
  array.write(0, 1)[0] = 8;
  array.resize(50 * kPerChunk, 9);
  CHECK(memory.bytes() == bytes);
  CHECK(array.values()[0] == 8);
  CHECK(array.values()[1] == 7);
  CHECK(array.values().back() == 9);
  CHECK(held[0] == 7);
  array.prepare();  // the newest version is not published
  CHECK(memory.bytes() == bytes);
}

TEST_CASE("old versions that are held leave the spares of newer ones alone") {
  Array array(100 * kPerChunk);
  std::vector<Array::Snapshot> old;
  Array::Snapshot read = array.publish();
  std::size_t before = 0;
  for (int frame = 0; frame < 30; ++frame) {  // two versions each; the former one is read
    if (frame % 4 == 0 && frame < 20) old.push_back(read);
    if (frame == 24) before = test::heap_allocations();
    array.write(0, 1)[0] = 1;
    const Array::Snapshot edited = array.publish();
    array.write(kPerChunk, 1)[0] = 1;
    read = array.publish();
  }
  CHECK(test::heap_allocations() == before);
}

TEST_CASE("a warm versioned array allocates nothing") {
  const std::size_t most_held = GENERATE(0U, 1U, 2U, 8U);
  CAPTURE(most_held);
  test::CountingMemory memory;
  {
    const test::NoDefaultMemory none;
    Array array(5000, 0, &memory);
    std::vector<Array::Snapshot> held(most_held);
    SplitMix64 rng(1);
    const auto next = [&] {
      for (int k = 0; k < 5; ++k) array.write(rng.below(4990), 10)[3] = 1;
      array.resize(4000 + rng.below(1001), 2);
      array.resize(5000, 2);
      Array::Snapshot newest = array.publish();
      if (most_held > 0)
        held[rng.below(static_cast<std::uint32_t>(most_held))] = std::move(newest);
    };
    for (int k = 0; k < 1000; ++k) next();
    const std::size_t taken = memory.allocations(), heap = test::heap_allocations();
    for (int k = 0; k < 1000; ++k) next();
    CHECK(memory.allocations() == taken);
    CHECK(test::heap_allocations() == heap);
    CHECK(array.memory_bytes() == memory.bytes());
  }
  CHECK(memory.bytes() == 0);
}

TEST_CASE("a versioned array is unchanged where memory runs out") {
  test::CountingMemory memory;
  Array array(1000, 3, &memory);
  const Array::Snapshot held = array.publish();
  memory.allow(0);
  CHECK_THROWS_AS(array.write(0, 1), std::bad_alloc);
  CHECK_THROWS_AS(array.resize(1001, 4), std::bad_alloc);  // would fit in the buffer
  CHECK_THROWS_AS(array.resize(5000, 4), std::bad_alloc);
  CHECK(equal(array, Values(1000, 3)));
  memory.allow(test::CountingMemory::kAll);
  array.write(0, 1)[0] = 4;
  array.resize(1001, 5);
  CHECK(array.values()[0] == 4);
  CHECK(array.values()[1000] == 5);
  CHECK(equal(held, Values(1000, 3)));
}

TEST_CASE("readers see whole versions while the writer edits", "[parallel]") {
  constexpr std::size_t kSize = 20 * kPerChunk;
  constexpr std::uint32_t kEdits = 20'000;
  Array array(kSize);
  std::mutex mutex;
  Array::Snapshot newest = array.publish();  // under the mutex
  std::atomic<bool> done{false};
  std::atomic<int> wrong{0};

  // Values of a version sum up to 0, and its first value never decreases.
  const auto read = [&](std::size_t most_held) {
    std::deque<Array::Snapshot> held;
    std::uint32_t last = 0;
    while (!done) {
      {
        const std::lock_guard lock(mutex);
        held.push_back(newest);
      }
      if (held.front()[0] < last) ++wrong;
      last = held.front()[0];
      for (const Array::Snapshot& one : held)
        if (std::accumulate(one.values().begin(), one.values().end(), 0U) != 0) ++wrong;
      while (held.size() > most_held) held.pop_front();
      std::this_thread::yield();  // so that only the count orders these reads and a reuse
    }
  };
  std::vector<std::jthread> readers;
  for (const std::size_t most_held : {0U, 1U, 3U}) readers.emplace_back(read, most_held);
  SplitMix64 rng(1);
  for (std::uint32_t edit = 1; edit <= kEdits; ++edit) {
    const std::size_t at = 1 + rng.below(kSize - 1);
    array.write(0, 1)[0] += 1;
    array.write(at, 1)[0] -= 1;
    Array::Snapshot next = array.publish();
    const std::lock_guard lock(mutex);
    std::swap(newest, next);
  }
  done = true;
  readers.clear();
  CHECK(wrong == 0);
  CHECK(newest[0] == kEdits);
}

}  // namespace throng::versioned_array_test

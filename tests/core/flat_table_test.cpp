#include "../../src/core/flat_table.hpp"

#include "../../src/core/rng.hpp"
#include "../support/catch.hpp"
#include "../support/memory.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <new>
#include <vector>

namespace throng::flat_table_test {

namespace {

/// Keys, and a table that finds them.
struct Keys {
  explicit Keys(FlatTable& from) : table(from) {}

  std::uint32_t add(std::uint64_t key) {
    const auto added = static_cast<std::uint32_t>(keys.size());
    const std::uint32_t at =
        table.add(key, added, [&](std::uint32_t k) { return keys[k] == key; });
    if (at == added) keys.push_back(key);
    return at;
  }
  std::uint32_t find(std::uint64_t key) const {
    return table.find(key, [&](std::uint32_t k) { return keys[k] == key; });
  }

  FlatTable& table;
  std::vector<std::uint64_t> keys;
};

}  // namespace

TEST_CASE("a flat table finds all keys, also more than it was made for") {
  FlatTable table;
  SplitMix64 random(1);
  for (const std::size_t room : {std::size_t{0}, std::size_t{1}, std::size_t{100}}) {
    table.clear(room);
    Keys keys(table);
    std::map<std::uint64_t, std::uint32_t> expected;
    for (int i = 0; i < 3000; ++i) {
      // Keys that differ in their upper or lower bits only.
      const std::uint64_t key = std::uint64_t{random.below(1500)} << (i % 2 == 0 ? 0 : 40);
      const auto next = static_cast<std::uint32_t>(expected.size());
      const auto known = expected.find(key);
      REQUIRE(keys.find(key) ==
              (known == expected.end() ? FlatTable::kEmpty : known->second));
      REQUIRE(keys.add(key) == expected.try_emplace(key, next).first->second);
    }
    for (const auto& [key, index] : expected) REQUIRE(keys.find(key) == index);
    CHECK(keys.find(std::uint64_t{1} << 20) == FlatTable::kEmpty);
  }
}

TEST_CASE("a flat table that nothing was added to finds nothing") {
  const FlatTable table;
  CHECK(table.find(7, [](std::uint32_t) { return true; }) == FlatTable::kEmpty);
}

TEST_CASE("a key may get another index") {
  FlatTable table;
  const auto any = [](std::uint32_t) { return true; };
  CHECK(table.add(5, 1, any) == 1);
  table.add(5, 9, any) = 2;
  CHECK(table.find(5, any) == 2);
}

TEST_CASE("a flat table keeps its memory, and without memory for more it stays as it was") {
  test::CountingMemory memory;
  FlatTable table{Memory(&memory)};
  const auto fill = [&] {
    table.clear(10);
    Keys keys(table);
    for (std::uint64_t key = 0; key < 1000; ++key) keys.add(key);
  };
  fill();
  fill();  // it grows into the other half of its memory
  const std::size_t before = memory.allocations();
  fill();
  CHECK(memory.allocations() == before);

  table.clear(1000);
  Keys keys(table);
  memory.allow(0);
  for (std::uint64_t key = 0; key < 1000; ++key) keys.add(key);  // as promised
  const auto until_full = [&] {
    for (std::uint64_t key = 1000; key < 5000; ++key) keys.add(key);
  };
  CHECK_THROWS_AS(until_full(), std::bad_alloc);
  for (std::uint64_t key = 0; key < 1000; ++key) REQUIRE(keys.find(key) == key);
  memory.allow(test::CountingMemory::kAll);
  until_full();
  for (std::uint64_t key = 0; key < 5000; ++key) REQUIRE(keys.find(key) == key);
}

}  // namespace throng::flat_table_test

#include "../../src/core/key_order.hpp"

#include "../../src/core/rng.hpp"
#include "../support/catch.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng::key_order_test {

TEST_CASE("indices are sorted by keys, equal keys as they come") {
  KeyOrder order(Memory{});
  SplitMix64 random(1);
  // Keys that differ in no bits, in few, in those of several passes, and in all.
  for (const std::uint64_t mask :
       {std::uint64_t{0}, std::uint64_t{7}, std::uint64_t{0x3FF'FFFF},
        std::uint64_t{0xFFFF'0000'0000'FFFF}, ~std::uint64_t{0}})
    for (const std::size_t count : {0, 1, 2, 700, 5000}) {
      CAPTURE(mask, count);
      std::vector<KeyOrder::Item> items(count);
      for (std::uint32_t i = 0; i < count; ++i) items[i] = {random.next() & mask, i};
      const auto sorted = order(count, [&](std::uint32_t i) { return items[i]; });
      std::ranges::stable_sort(items, {}, &KeyOrder::Item::key);
      CHECK(std::ranges::equal(sorted, items, {}, &KeyOrder::Item::index,
                               &KeyOrder::Item::index));
      const auto again = order(count, [&](std::uint32_t i) { return items[i]; });
      CHECK(std::ranges::equal(again, items, {}, &KeyOrder::Item::index,
                               &KeyOrder::Item::index));
    }
}

}  // namespace throng::key_order_test

#include "../../src/jump/window_index.hpp"

#include "../../src/core/rng.hpp"
#include "../support/catch.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace throng::window_index_test {
namespace {

std::int32_t below(SplitMix64& random, std::int32_t n) {
  return static_cast<std::int32_t>(random.below(static_cast<std::uint32_t>(n)));
}

/// A random box of a padded map, of at most `most` cells on a side.
CellBox any_box(SplitMix64& random, std::int32_t width, std::int32_t height,
                std::int32_t most) {
  CellBox box;
  box.add(below(random, width), below(random, height));
  box.add(std::min(box.left + below(random, most), width - 1),
          std::min(box.top + below(random, most), height - 1));
  return box;
}

JumpBox jump_box(const CellBox& cells) {
  JumpBox box;
  box.add(cells.left, cells.top);
  box.add(cells.right, cells.bottom);
  return box;
}

bool meet(const CellBox& a, const CellBox& b) {
  return a.left <= b.right && b.left <= a.right && a.top <= b.bottom && b.top <= a.bottom;
}

}  // namespace

TEST_CASE("a box meets windows as it meets one of them") {
  SplitMix64 random(1);
  int met = 0, missed = 0;
  WindowIndex index(heap_memory());
  for (int round = 0; round < 120; ++round) {
    const std::int32_t width = 3 + below(random, 300), height = 3 + below(random, 200);
    CAPTURE(round, width, height);
    std::vector<CellBox> windows;
    for (std::int32_t count = below(random, round % 2 == 0 ? 20 : 200); count > 0; --count)
      windows.push_back(any_box(random, width, height, 18));
    index.assign(windows, width, height);
    for (int k = 0; k < 200; ++k) {
      const CellBox box = any_box(random, width, height, k % 3 == 0 ? 200 : 12);
      const bool should = std::ranges::any_of(
          windows, [&](const CellBox& window) { return meet(window, box); });
      REQUIRE(index.meets(jump_box(box)) == should);
      ++(should ? met : missed);
    }
    REQUIRE(!index.meets(JumpBox()));  // an empty one
  }
  CHECK(met > 1000);
  CHECK(missed > 1000);
}

TEST_CASE("windows beyond 16 bits are never missed") {
  constexpr std::int32_t kWidth = 200'000;
  std::vector<CellBox> windows;
  for (std::int32_t k = 0; k < 30; ++k)
    windows.push_back({60'000 + 4'000 * k, 5, 60'010 + 4'000 * k, 9});
  WindowIndex index(heap_memory());
  index.assign(windows, kWidth, 20);
  for (const CellBox& window : windows) CHECK(index.meets(jump_box(window)));
  CHECK(!index.meets(jump_box({70, 0, 59'999, 19})));
  CHECK(!index.meets(jump_box({150'000, 10, 160'000, 19})));
}

}  // namespace throng::window_index_test

#pragma once

#include <algorithm>
#include <cstdint>

namespace throng {

/// A rectangle of cells in padded coordinates, both ends included. The default is empty.
struct CellBox {
  std::int32_t left = INT32_MAX, top = INT32_MAX, right = INT32_MIN, bottom = INT32_MIN;

  bool empty() const noexcept { return left > right; }
  void add(std::int32_t x, std::int32_t y) noexcept {
    left = std::min(left, x);
    right = std::max(right, x);
    top = std::min(top, y);
    bottom = std::max(bottom, y);
  }
};

}  // namespace throng

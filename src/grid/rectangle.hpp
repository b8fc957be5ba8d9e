#pragma once

#include <throng/query.hpp>

#include <cstdint>

namespace throng {

/// The cells with x in [corner.x, corner.x + width) and y in [corner.y, corner.y + height).
struct Rectangle {
  Position corner;
  std::int32_t width = 1;
  std::int32_t height = 1;
};

}  // namespace throng

#include "line_corners.hpp"

#include <algorithm>

namespace throng {

LineCorners::LineCorners(const LineBoard& board) {
  places_.reserve(board.count_corners());
  row_begin_.reserve(static_cast<std::size_t>(board.height()) + 1);
  row_begin_.push_back(0);
  for (std::int32_t y = 0; y < board.height(); ++y) {
    board.for_each_corner(y, [&](std::int32_t x) {
      places_.push_back({static_cast<std::uint16_t>(x), static_cast<std::uint16_t>(y)});
    });
    row_begin_.push_back(static_cast<std::uint32_t>(places_.size()));
  }
}

std::uint32_t LineCorners::number(std::int32_t x, std::int32_t y) const noexcept {
  const std::uint32_t* const row = &row_begin_[static_cast<std::size_t>(y)];
  const auto first = places_.begin() + row[0], last = places_.begin() + row[1];
  const auto at = std::lower_bound(
      first, last, x, [](LineVertex place, std::int32_t value) { return place.x < value; });
  return static_cast<std::uint32_t>(at - places_.begin());
}

}  // namespace throng

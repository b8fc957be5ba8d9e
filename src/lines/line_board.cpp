#include "line_board.hpp"

namespace throng {

std::size_t LineBoard::count_corners() const noexcept {
  std::size_t count = 0;
  for (std::int32_t y = 0; y < height_; ++y)
    for (std::size_t w = 0; w < row_words_; ++w)
      count += static_cast<std::size_t>(std::popcount(corners(y, w)));
  return count;
}

/// Where a walk to the east ends: at the first vertex from x on beyond which the edge is
/// barred, or at the first corner after x.
std::int32_t LineBoard::walk_east(std::int32_t x, std::int32_t y) const noexcept {
  const Word* const barred = row(kBarred, y);
  auto w = static_cast<std::size_t>(x) / kBits;
  const Word from = ~Word{0} << x % kBits;
  Word ends = (barred[w] & from) | (corners(y, w) & from << 1);
  while (ends == 0) {
    ++w;
    ends = barred[w] | corners(y, w);
  }
  return static_cast<std::int32_t>(w * kBits) + std::countr_zero(ends);
}

/// The same to the west.
std::int32_t LineBoard::walk_west(std::int32_t x, std::int32_t y) const noexcept {
  const Word* const barred = row(kBarred, y);
  // By vertex, whether the edge to its western neighbour is barred.
  const auto west = [&](std::size_t w) {
    return barred[w] << 1 | (w == 0 ? Word{1} : barred[w - 1] >> (kBits - 1));
  };
  auto w = static_cast<std::size_t>(x) / kBits;
  const Word upto = ~Word{0} >> (kBits - 1 - x % kBits);
  Word ends = (west(w) & upto) | (corners(y, w) & upto >> 1);
  while (ends == 0) {
    --w;
    ends = west(w) | corners(y, w);
  }
  return static_cast<std::int32_t>(w * kBits) + kBits - 1 - std::countl_zero(ends);
}

LineBoard::Walk LineBoard::walk(std::int32_t x, std::int32_t y,
                                unsigned axis) const noexcept {
  if (axis % 2 == 0) {
    const std::int32_t end = axis == 0 ? walk_east(x, y) : walk_west(x, y);
    return {end, y, end != x && corner(end, y) != 0};
  }
  const std::int32_t step = kAxisY[axis];
  for (;; y += step) {
    if (bit(kFallen, x, step > 0 ? y : y - 1)) return {x, y, false};
    if (corner(x, y + step) != 0) return {x, y + step, true};
  }
}

}  // namespace throng

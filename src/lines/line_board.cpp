#include "line_board.hpp"

namespace throng {

std::size_t LineBoard::count_corners() const noexcept {
  std::size_t count = 0;
  for (std::int32_t y = 0; y < height_; ++y)
    for (std::size_t w = 0; w < row_words_; ++w)
      count += static_cast<std::size_t>(std::popcount(corners(y, w)));
  return count;
}

LineBoard::Walk LineBoard::walk(std::int32_t x, std::int32_t y,
                                unsigned axis) const noexcept {
  const auto at = [&](std::int32_t last_x, std::int32_t last_y) {
    const bool moved = last_x != x || last_y != y;
    return Walk{last_x, last_y, moved && corner(last_x, last_y) != 0};
  };
  if (axis == 0) {
    const Word* const barred = row(kBarred, y);
    for (auto w = static_cast<std::size_t>(x) / kBits;; ++w) {
      // A corner at x itself does not count, nor do edges before x.
      const auto from = static_cast<unsigned>(x % kBits);
      const bool first = w == static_cast<std::size_t>(x) / kBits;
      const Word edges = first ? barred[w] & ~Word{0} << from : barred[w];
      const Word stops = first ? corners(y, w) & ~Word{1} << from : corners(y, w);
      if ((edges | stops) == 0) continue;
      const auto begin = static_cast<std::int32_t>(w * kBits);
      // The edge at a vertex is barred beyond it: the vertex itself is reached.
      const Word all = edges | stops;
      return at(begin + std::countr_zero(all), y);
    }
  }
  if (axis == 2) {
    const Word* const barred = row(kBarred, y);
    // By vertex, whether the edge to its western neighbour is barred.
    for (auto w = static_cast<std::size_t>(x) / kBits;; --w) {
      const auto from = static_cast<unsigned>(x % kBits);
      const bool first = w == static_cast<std::size_t>(x) / kBits;
      const Word edges = barred[w] << 1 | (w == 0 ? Word{1} : barred[w - 1] >> (kBits - 1));
      const Word upto = ~Word{0} >> (kBits - 1 - from);
      const Word all = first ? (edges & upto) | (corners(y, w) & upto & ~(Word{1} << from))
                             : edges | corners(y, w);
      if (all == 0) continue;
      const auto end = static_cast<std::int32_t>(w * kBits) + kBits - 1;
      return at(end - std::countl_zero(all), y);
    }
  }
  const std::int32_t step = kAxisY[axis];
  for (;; y += step) {
    if (bit(kFallen, x, step > 0 ? y : y - 1)) return {x, y, false};
    if (corner(x, y + step) != 0) return {x, y + step, true};
  }
}

}  // namespace throng

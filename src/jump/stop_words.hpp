#pragma once

#include "bit_lines.hpp"

#include <cstddef>
#include <cstdint>

namespace throng {

/// The direction of a walk along a line: of rising or falling places.
enum class Along { rising, falling };

/// The stops of the walks along line i in word w; see JumpMap. Reads the word and its two
/// neighbours in the lines i - 1, i and i + 1 of `open`, which contains the open cells.
template <Along along>
std::uint64_t stops_of_word(const BitLines& open, std::size_t i, std::size_t w) noexcept {
  // Bit p: the place one step behind p in the direction of the walk.
  const auto behind = [w](const std::uint64_t* line) {
    return along == Along::rising ? line[w] << 1 | (line + w)[-1] >> 63
                                  : line[w] >> 1 | line[w + 1] << 63;
  };
  const std::uint64_t* const here = open.line(i);
  std::uint64_t forced = 0;
  for (const std::uint64_t* side : {open.line(i - 1), open.line(i + 1)})
    forced |= side[w] & ~behind(side);
  return ~here[w] | (forced & behind(here));
}

}  // namespace throng

#pragma once

#include <throng/grid.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

namespace throng {

/// The bit of a move in a move byte.
constexpr unsigned bit(Move move) noexcept { return 1U << static_cast<unsigned>(move); }

/// The bit of the move with these components; 0: there is none.
constexpr unsigned bit_of_move(std::int32_t dx, std::int32_t dy) noexcept {
  constexpr std::array<unsigned, 9> kBits{bit(Move::north_west),
                                          bit(Move::north),
                                          bit(Move::north_east),
                                          bit(Move::west),
                                          0,
                                          bit(Move::east),
                                          bit(Move::south_west),
                                          bit(Move::south),
                                          bit(Move::south_east)};
  if (dx < -1 || dx > 1 || dy < -1 || dy > 1) return 0;
  return kBits[static_cast<std::size_t>(3 * (dy + 1) + dx + 1)];
}

}  // namespace throng

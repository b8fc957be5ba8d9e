#pragma once

#include <throng/grid.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace throng {

// A run is a number of equal moves, as many as there are one after the other. A link is
// always a run of its own.

/// Eight moves, the first one in the lowest byte.
inline std::uint64_t eight_moves(const Move* moves) noexcept {
  std::uint64_t eight = 0;
  if constexpr (std::endian::native == std::endian::little)
    std::memcpy(&eight, moves, sizeof eight);
  else
    for (unsigned k = 0; k < sizeof eight; ++k)
      eight |= std::uint64_t{static_cast<std::uint8_t>(moves[k])} << (8 * k);
  return eight;
}

/// Bit k is set where a run ends with the move k of eight. Reads nine moves.
inline std::uint64_t ends_in_eight(const Move* moves) noexcept {
  static_assert(kMoves == 8, "a link has one of the bits 0xF8");
  constexpr std::uint64_t kOnes = ~std::uint64_t{0} / 0xFF;  // 1 in each byte
  const std::uint64_t next = eight_moves(moves + 1);
  const std::uint64_t ends = (eight_moves(moves) ^ next) | (next & (kOnes * 0xF8));
  // The highest bit of a byte becomes 1 unless the byte is 0.
  const std::uint64_t high = ((ends & (kOnes * 0x7F)) + kOnes * 0x7F) | ends;
  // The product has the lowest bit of byte k as its bit 56 + k.
  return ((high >> 7U & kOnes) * 0x0102'0408'1020'4080U) >> 56U;
}

/// Bit k is set where a run ends with moves[k], of the first 64 moves at most.
/// Pre: there is a move.
inline std::uint64_t ends_of_runs(std::span<const Move> moves) noexcept {
  const std::size_t pairs = std::min<std::size_t>(moves.size() - 1, 64);
  std::uint64_t ends = 0;
  std::size_t k = 0;
  for (; k + 8 <= pairs; k += 8) ends |= ends_in_eight(moves.data() + k) << k;
  for (; k < pairs; ++k) {
    const bool end = moves[k] != moves[k + 1] || is_link(moves[k]);
    ends |= std::uint64_t{end} << k;
  }
  return pairs < 64 ? ends | std::uint64_t{1} << pairs : ends;  // the last move
}

/// Compilers count 16 moves at a time: in a quarter of the time of ends_of_runs().
inline std::size_t count_runs(std::span<const Move> moves) noexcept {
  constexpr std::size_t kBlock = 240;  // moves, which a byte counts
  std::size_t runs = moves.empty() ? 0 : 1;
  for (std::size_t at = 0; at + 1 < moves.size(); at += kBlock) {
    const Move* const from = moves.data() + at;
    const std::size_t pairs = std::min(moves.size() - 1 - at, kBlock);
    std::uint8_t ends = 0;
    for (std::size_t k = 0; k < pairs; ++k) {
      const bool differ = from[k] != from[k + 1], link = is_link(from[k]);
      ends = static_cast<std::uint8_t>(ends + static_cast<std::uint8_t>(differ | link));
    }
    runs += ends;
  }
  return runs;
}

/// Calls visit(move, count) for each run.
template <class Visit>
void for_each_run(std::span<const Move> moves, const Visit& visit) {
  std::size_t begin = 0;
  for (std::size_t at = 0; at < moves.size(); at += 64)
    for (std::uint64_t ends = ends_of_runs(moves.subspan(at)); ends != 0;
         ends &= ends - 1) {
      const std::size_t end = at + static_cast<std::size_t>(std::countr_zero(ends)) + 1;
      visit(moves[begin], end - begin);
      begin = end;
    }
}

}  // namespace throng

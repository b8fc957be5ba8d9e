#include "way_lanes.hpp"

#include "../core/processor.hpp"
#include "front_lanes.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace throng {
namespace {

// A middle is an own column before both ends. So ways are final in the order of rows and
// columns.

/// Joins the way from column i to column j.
inline void join_one(const WayMatrix& matrix, std::size_t i, std::size_t j) noexcept {
  const std::size_t row = i * matrix.stride, middle = matrix.middles[row + j];
  if (middle == DenseMatrix::kNoMiddle) return;
  const FrontWay* const on = matrix.ways + middle * matrix.stride;
  const FrontWay there = matrix.symmetric ? on[i] : matrix.ways[row + middle];
  const unsigned moves = there.moves() + on[j].moves();
  const bool few =
      there.moves() != 0 && on[j].moves() != 0 && moves <= FrontWay::kMostMoves;
  const std::size_t low = std::min(i, j), apart = std::max(i, j) - low;
  matrix.ways[row + j] =
      !few ? FrontWay::over(matrix.entries[middle] + low, static_cast<std::uint32_t>(apart))
           : (matrix.symmetric ? there.reversed() : there).then(on[j]);
}

void join_portably(const WayMatrix& matrix) noexcept {
  for (std::size_t i = 0; i < matrix.columns; ++i)
    for (std::size_t j = matrix.symmetric ? i + 1 : 0; j < matrix.columns; ++j)
      join_one(matrix, i, j);
}

#if defined(__x86_64__)
// Vectors are passed by reference: see front_lanes.cpp.
constexpr std::size_t kWays = WayMatrix::kLanes;
using WayLanes = std::uint64_t __attribute__((vector_size(kWays * sizeof(FrontWay))));
using Signed = std::int64_t __attribute__((vector_size(sizeof(WayLanes))));
using MiddleLanes =
    std::uint32_t __attribute__((vector_size(kWays * sizeof(std::uint32_t))));
using ByteLanes = std::uint8_t __attribute__((vector_size(kWays * sizeof(FrontWay))));

/// The moves of the ways back, in their order.
[[gnu::always_inline]] inline void reverse(const FrontWay* from, FrontWay* to) noexcept {
  constexpr std::uint64_t kLowest = FrontWay::kAllMoves / 7;  // of each move the lowest bit
  WayLanes way;
  std::memcpy(&way, from, sizeof way);
  const WayLanes length = way >> FrontWay::kLengthAt;
  // The bits in reverse order: within each byte, then the bytes.
  way = (way & 0x5555'5555'5555'5555) << 1 | (way >> 1 & 0x5555'5555'5555'5555);
  way = (way & 0x3333'3333'3333'3333) << 2 | (way >> 2 & 0x3333'3333'3333'3333);
  way = (way & 0x0F0F'0F0F'0F0F'0F0F) << 4 | (way >> 4 & 0x0F0F'0F0F'0F0F'0F0F);
  const auto bytes = reinterpret_cast<ByteLanes>(way);
  way = reinterpret_cast<WayLanes>(__builtin_shufflevector(
      bytes, bytes, 7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8, 23, 22, 21, 20,
      19, 18, 17, 16, 31, 30, 29, 28, 27, 26, 25, 24));
  way >>= 64 - 3 * FrontWay::kMostMoves;
  // Within each move, the bits in their own order again. Then opposite moves.
  way = (way & kLowest) << 2 | (way >> 2 & kLowest) | (way & kLowest << 1);
  way ^= kLowest << 1;
  way = way >> 3 * (FrontWay::kMostMoves - length) | length << FrontWay::kLengthAt;
  std::memcpy(static_cast<void*>(to), &way, sizeof way);
}

/// One way and then another, if both have moves and a way has room for them; else `over`.
[[gnu::always_inline]] inline void join(const WayLanes& first, const WayLanes& next,
                                        const WayLanes& over, WayLanes& joined) noexcept {
  const WayLanes moves = first >> FrontWay::kLengthAt;
  const WayLanes more = next >> FrontWay::kLengthAt;
  const auto all = reinterpret_cast<Signed>(moves + more);
  joined = (next << 3 * moves & FrontWay::kAllMoves) | (first & FrontWay::kAllMoves) |
           (moves + more) << FrontWay::kLengthAt;
  const Signed too_many = all > std::int64_t{FrontWay::kMostMoves};
  const Signed apart = too_many | (moves == 0) | (more == 0);
  joined = apart ? over : joined;
}

/// Joins the ways from column i to kWays columns from j on.
/// there: the way from column i to own column p is at p * step.
template <bool kSymmetric>
[[gnu::always_inline]] inline void join_some(const WayMatrix& matrix, std::uint64_t i,
                                             std::uint64_t j, const FrontWay* there,
                                             std::size_t step) noexcept {
  const std::uint32_t* const middles = matrix.middles + i * matrix.stride + j;
  static_assert(kWays == 4 && DenseMatrix::kNoMiddle == 0xFFFF'FFFF);
  std::array<std::uint64_t, kWays / 2> pairs;
  std::memcpy(&pairs, middles, sizeof pairs);
  if ((pairs[0] & pairs[1]) == ~std::uint64_t{0}) return;
  MiddleLanes middle;
  std::memcpy(&middle, middles, sizeof middle);
  const auto has = middle != DenseMatrix::kNoMiddle;
  middle &= reinterpret_cast<MiddleLanes>(has);
  std::array<std::uint64_t, kWays> firsts, nexts, entries;
  for (std::size_t k = 0; k < kWays; ++k) {
    const std::size_t p = middle[k];
    std::memcpy(&firsts[k], there + p * step, sizeof firsts[k]);
    std::memcpy(&nexts[k], matrix.ways + p * matrix.stride + j + k, sizeof nexts[k]);
    entries[k] = matrix.entries[p];
  }
  const WayLanes first{firsts[0], firsts[1], firsts[2], firsts[3]};
  const WayLanes next{nexts[0], nexts[1], nexts[2], nexts[3]};
  const WayLanes entry{entries[0], entries[1], entries[2], entries[3]};
  const WayLanes to = WayLanes{0, 1, 2, 3} + j, from = WayLanes{} + i;
  const WayLanes low = kSymmetric ? from : (from < to ? from : to);
  const WayLanes over = (entry + low) << FrontWay::kApartBits | (from + to - 2 * low);
  WayLanes joined, way;
  join(first, next, over, joined);
  FrontWay* const ways = matrix.ways + i * matrix.stride + j;
  std::memcpy(&way, ways, sizeof way);
  way = __builtin_convertvector(has, Signed) ? joined : way;
  std::memcpy(static_cast<void*>(ways), &way, sizeof way);
}

/// In a symmetric matrix the ways from a middle are those of an earlier row. Else row i has
/// the ways to it, so that those to own columns are joined one after the other.
[[gnu::target("avx2")]] void join_avx2(const WayMatrix& given) noexcept {
  const WayMatrix matrix = given;  // a copy, which no way that is written can change
  for (std::uint32_t i = 0; i < matrix.columns; ++i) {
    FrontWay* const row = matrix.ways + i * matrix.stride;
    if (!matrix.symmetric) {
      for (std::uint32_t j = 0; j < matrix.own; ++j) join_one(matrix, i, j);
      for (std::size_t j = matrix.own; j < matrix.columns; j += kWays)
        join_some<false>(matrix, i, j, row, 1);
      continue;
    }
    for (std::size_t j = i + 1; j < matrix.columns; j += kWays)
      join_some<true>(matrix, i, j, matrix.back + i, matrix.stride);
    if (i >= matrix.own) continue;
    FrontWay* const back = matrix.back + i * matrix.stride;
    for (std::size_t j = i + 1; j < matrix.columns; j += kWays) reverse(row + j, back + j);
  }
}
#endif

constexpr std::array kWayJoins {
  WayJoin{join_portably},
#if defined(__x86_64__)
      WayJoin{join_avx2},
#endif
};

}  // namespace

std::span<const WayJoin> way_joins() noexcept {
  return std::span(kWayJoins).first(has_avx2() ? kWayJoins.size() : 1);
}

void join_ways(const WayMatrix& matrix) noexcept {
  static const WayJoin join = way_joins().back();
  join(matrix);
}

}  // namespace throng

#pragma once

#include <throng/grid.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

namespace throng {

/// A node that was not reached by an edge of a jump graph.
inline constexpr std::uint32_t kNoJumpEdge = 0xFFFF'FFFF;

/// Appends the moves of a leg, last one first: some diagonal ones, then straight ones.
inline void append_leg_backwards(std::int32_t dx, std::int32_t dy,
                                 std::vector<Move>& moves) {
  const std::int32_t ax = std::abs(dx), ay = std::abs(dy);
  const auto diagonal = static_cast<std::size_t>(std::min(ax, ay));
  const auto straight = static_cast<std::size_t>(std::max(ax, ay)) - diagonal;
  const Move along =
      ax > ay ? (dx > 0 ? Move::east : Move::west) : (dy > 0 ? Move::south : Move::north);
  const Move across = dx > 0 ? (dy > 0 ? Move::south_east : Move::north_east)
                             : (dy > 0 ? Move::south_west : Move::north_west);
  moves.insert(moves.end(), straight, along);
  moves.insert(moves.end(), diagonal, across);
}

}  // namespace throng

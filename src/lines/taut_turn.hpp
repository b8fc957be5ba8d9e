#pragma once

#include "line_board.hpp"

#include <cstdint>

namespace throng {

/// Whether a shortest line may arrive at a corner in direction (dx, dy) and leave it in
/// direction (ex, ey): around an obstacle, of which both axes lie between the way back and
/// the way on, or straight on. Nearly straight on counts too. corner: see
/// LineBoard::corner().
///
/// So a line with a turn for which this is false is not a shortest one, and not nearly: the
/// squares within half a cell of the corner are free on the inner side of the turn, whose
/// tangent is greater than 1 / 16. A line that cuts the turn there is shorter by more than
/// 2^-12 cells.
constexpr bool may_turn(unsigned corner, std::int64_t dx, std::int64_t dy, std::int64_t ex,
                        std::int64_t ey) noexcept {
  constexpr std::int64_t kNearlyStraight = 16;
  const std::int64_t turn = dx * ey - dy * ex, on = dx * ex + dy * ey;
  const std::int64_t sign = turn > 0 ? 1 : -1;
  if (on > 0 && sign * turn * kNearlyStraight <= on) return true;
  for (unsigned q = 0; q < 4; ++q) {
    if ((corner >> q & 1U) == 0) continue;
    const std::int64_t x = kQuadrantX[q], y = kQuadrantY[q];
    // Both axes are beyond the way on, and beyond the way here, to the side of the turn.
    if (-ey * x * sign >= 0 && ex * y * sign >= 0 && -dy * x * sign >= 0 &&
        dx * y * sign >= 0)
      return true;
  }
  return false;
}

}  // namespace throng

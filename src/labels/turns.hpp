#pragma once

#include <throng/grid.hpp>

#include <array>
#include <cstdint>

namespace throng {

/// A set of moves: bit d for the Move d.
using MoveSet = std::uint8_t;

/// The turns at one cell that no cheapest path makes: two steps, into the cell and out of
/// it, for which a strictly cheaper way between their ends is legal. Because it is cheaper,
/// this holds whatever the rest of the path is. 64 bits.
class Turns {
 public:
  Turns() = default;
  /// Pre: a plain grid of squares; the cell is open.
  Turns(const Grid& grid, CellIndex cell);

  /// Whether no cheapest path passes the cell between two ways that may leave it by these
  /// moves. Each move of a set must begin some order of the steps of its way; then one bad
  /// pair is enough, as both orders cost the same.
  bool never(MoveSet one, MoveSet other) const noexcept {
    for (unsigned left = one; left != 0; left &= left - 1)
      if ((bad_[static_cast<unsigned>(__builtin_ctz(left))] & other) != 0) return true;
    return false;
  }

 private:
  /// By the move from the cell back to where a path comes from: the bad moves to go on.
  std::array<MoveSet, kMoves> bad_{};
};

}  // namespace throng

#include "turns.hpp"

#include <cstdlib>

namespace throng {
namespace {

Cost cost_of(StepCosts costs, unsigned move) noexcept {
  return is_diagonal(static_cast<Move>(move)) ? costs.diagonal : costs.straight;
}

/// The move with these coordinates. Pre: -1 to 1, not both 0.
unsigned move_of(std::int32_t dx, std::int32_t dy) noexcept {
  unsigned move = 0;
  while (kMoveX[move] != dx || kMoveY[move] != dy) ++move;
  return move;
}

/// Whether a way cheaper than over the cell leads from its neighbour in direction `back` to
/// that in direction `on`: no step, one step, or two straight ones.
bool has_shortcut(const Grid& grid, CellIndex cell, unsigned back, unsigned on) noexcept {
  const std::int32_t dx = kMoveX[on] - kMoveX[back], dy = kMoveY[on] - kMoveY[back];
  if (dx == 0 && dy == 0) return true;
  const Cost cost = cost_of(grid.costs(), back) + cost_of(grid.costs(), on);
  const CellIndex from = cell + grid.offset(static_cast<Move>(back));
  const auto legal = [&](CellIndex at, unsigned move) {
    return (grid.moves()[at] >> move & 1U) != 0;
  };
  if (std::abs(dx) <= 1 && std::abs(dy) <= 1) {
    const unsigned move = move_of(dx, dy);
    return cost_of(grid.costs(), move) < cost && legal(from, move);
  }
  if ((dx != 0 && dy != 0) || cost <= 2 * grid.costs().straight) return false;
  const unsigned move = move_of(dx / 2, dy / 2);
  return legal(from, move) && legal(from + grid.offset(static_cast<Move>(move)), move);
}

}  // namespace

Turns::Turns(const Grid& grid, CellIndex cell) {
  const unsigned legal = grid.moves()[cell];
  for (unsigned back = 0; back < kMoves; ++back)
    for (unsigned on = 0; on < kMoves; ++on)
      if ((legal >> back & legal >> on & 1U) != 0 && has_shortcut(grid, cell, back, on))
        bad_[back] |= static_cast<MoveSet>(1U << on);
}

}  // namespace throng

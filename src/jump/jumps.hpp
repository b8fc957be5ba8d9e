#pragma once

#include "../grid/padded_position.hpp"
#include "diagonal_stops.hpp"
#include "jump_map.hpp"

#include <throng/grid.hpp>
#include <throng/query.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>

namespace throng {

/// The direction of entry of the start. All other nodes of jump point search are entered in
/// a straight direction, a Move.
inline constexpr unsigned kFromNowhere = 4;
/// That of a node which equally cheap ways enter in several directions, where this matters.
inline constexpr unsigned kFromSeveral = 5;

/// The canonical way on an open map: some diagonal steps, then straight ones.
struct JumpLine {
  /// Always inlined: g++ 12 otherwise emits calls in HubSearch, where queries of hub labels
  /// take 1.03 times as long.
  [[gnu::always_inline]] JumpLine(std::int32_t dx, std::int32_t dy) noexcept
      : diagonal(std::min(std::abs(dx), std::abs(dy))),
        straight(std::max(std::abs(dx), std::abs(dy)) - diagonal),
        along(std::abs(dx) > std::abs(dy) ? (dx > 0 ? 1U : 3U) : (dy > 0 ? 2U : 0U)),
        across(dx > 0 ? (dy > 0 ? 5U : 4U) : (dy > 0 ? 6U : 7U)) {}

  Cost cost(StepCosts costs) const noexcept {
    return static_cast<Cost>(diagonal) * costs.diagonal +
           static_cast<Cost>(straight) * costs.straight;
  }

  std::int32_t diagonal, straight;  ///< numbers of steps
  unsigned along, across;           ///< the straight and the diagonal Move
};

/// Follows the canonical ways that leave one cell: straight to the next stop, or some steps
/// diagonally and then straight. The turning points of the second kind are not nodes
/// ("pruning of intermediate points", Harabor and Grastien, ICAPS 2014).
///
/// reach(x, y, direction, cost) is called for each cell at which such a way ends: a jump
/// point or a closed cell; callers may know which without reading the map again.
/// reach_goal(cost) is called for each way that leads to the goal.
class JumpWalker {
 public:
  /// On no map: it cannot walk.
  JumpWalker() = default;
  /// diagonals: lets diagonal walks skip cells that see no jump point; may be null.
  JumpWalker(const Grid& grid, const JumpMap& map, const DiagonalStops* diagonals)
      : map_(&map),
        diagonals_(diagonals),
        moves_(grid.moves().data()),
        stride_(grid.stride()),
        costs_(grid.costs()) {}

  /// moves: the moves to try from the open cell x,y, legal ones only.
  template <class Reach, class ReachGoal>
  void walk(std::int32_t x, std::int32_t y, unsigned moves, PaddedPosition goal,
            const Reach& reach, const ReachGoal& reach_goal) const {
    for (unsigned bits = moves & 0xFU; bits != 0; bits &= bits - 1)
      straight(static_cast<unsigned>(std::countr_zero(bits)), x, y, 0, goal, reach,
               reach_goal);
    for (unsigned bits = moves >> 4; bits != 0; bits &= bits - 1)
      diagonal(4 + static_cast<unsigned>(std::countr_zero(bits)), x, y, goal, reach,
               reach_goal);
  }

  /// Whether the whole canonical way from x,y is legal and its first step is one of
  /// `moves`. If so, no way is cheaper.
  bool sees(std::int32_t x, std::int32_t y, unsigned moves,
            PaddedPosition goal) const noexcept {
    const JumpLine line(goal.x - x, goal.y - y);
    if ((moves >> (line.diagonal != 0 ? line.across : line.along) & 1U) == 0) return false;
    const std::int32_t dx = kMoveX[line.across], dy = kMoveY[line.across];
    for (std::int32_t walked = 0; walked < line.diagonal;) {
      const std::int32_t steps = next_steps(line.across, x + walked * dx, y + walked * dy);
      walked += std::abs(steps);
      if (steps <= 0 && walked < line.diagonal) return false;
    }
    return clear(line, x + line.diagonal * dx, y + line.diagonal * dy);
  }

  /// Whether the straight part of a line is legal, starting at x,y.
  bool clear(const JumpLine& line, std::int32_t x, std::int32_t y) const noexcept {
    return line.straight == 0 || stop(line.along, x, y).steps >= line.straight;
  }

  /// The coordinate at which a straight walk ends, and its number of steps.
  struct Stop {
    std::int32_t at;
    std::int32_t steps;
  };
  /// Always inlined: g++ 12 otherwise emits calls where a JumpEditor builds a graph.
  [[gnu::always_inline]] Stop stop(unsigned direction, std::int32_t x,
                                   std::int32_t y) const noexcept {
    std::int32_t at = 0;
    switch (static_cast<Move>(direction)) {
      case Move::north:
        at = map_->north(x, y);
        return {at, y - at};
      case Move::east:
        at = map_->east(x, y);
        return {at, at - x};
      case Move::south:
        at = map_->south(x, y);
        return {at, at - y};
      default:
        at = map_->west(x, y);
        return {at, x - at};
    }
  }

  /// The number of steps of a diagonal walk. Positive: to the next cell that may see a jump
  /// point. Otherwise there is no such cell, and the walk ends after that many steps.
  std::int32_t next_steps(unsigned direction, std::int32_t x,
                          std::int32_t y) const noexcept {
    if (diagonals_ == nullptr) return moves(x, y) >> direction & 1U;
    const std::int32_t steps = diagonals_->steps(direction - 4, x, y);
    const unsigned back =
        moves(x + steps * kMoveX[direction], y + steps * kMoveY[direction]);
    return (back >> opposite_of(direction) & 1U) != 0 ? steps : 1 - steps;
  }

  /// The number of legal steps in a row in a diagonal direction (a Move).
  std::int32_t run(unsigned direction, std::int32_t x, std::int32_t y) const noexcept {
    for (std::int32_t run = 0;;) {
      const std::int32_t steps =
          next_steps(direction, x + run * kMoveX[direction], y + run * kMoveY[direction]);
      run += std::abs(steps);
      if (steps <= 0) return run;
    }
  }

  std::uint8_t moves(std::int32_t x, std::int32_t y) const noexcept {
    return moves_[cell_at({x, y}, stride_)];
  }

  StepCosts costs() const noexcept { return costs_; }

 private:
  static bool vertical(unsigned direction) noexcept { return direction % 2 == 0; }

  template <class Reach, class ReachGoal>
  void straight(unsigned direction, std::int32_t x, std::int32_t y, Cost cost,
                PaddedPosition goal, const Reach& reach,
                const ReachGoal& reach_goal) const {
    const auto [at, steps] = stop(direction, x, y);
    // Whether the goal lies on the line of the walk; it must be ahead, up to the stop.
    const bool on_line = vertical(direction) ? goal.x == x : goal.y == y;
    if (on_line) {
      const std::int32_t ahead =
          (goal.x - x) * kMoveX[direction] + (goal.y - y) * kMoveY[direction];
      if (ahead > 0 && ahead <= steps)
        reach_goal(cost + static_cast<Cost>(ahead) * costs_.straight);
    }
    if (vertical(direction))
      y = at;
    else
      x = at;
    reach(x, y, direction, cost + static_cast<Cost>(steps) * costs_.straight);
  }

  template <class Reach, class ReachGoal>
  void diagonal(unsigned direction, std::int32_t x, std::int32_t y, PaddedPosition goal,
                const Reach& reach, const ReachGoal& reach_goal) const {
    const std::int32_t dx = kMoveX[direction], dy = kMoveY[direction];
    const unsigned across = across_of(direction), along = along_of(direction);
    // The step at which the walk is level with the goal, if there is one.
    const std::int32_t level = std::min((goal.x - x) * dx, (goal.y - y) * dy);
    Cost cost = 0;
    for (std::int32_t walked = 0;;) {
      const std::int32_t steps = next_steps(direction, x, y);
      const std::int32_t far = walked + std::abs(steps);
      if (walked < level && level <= far)
        look_for_goal(x + (level - walked) * dx, y + (level - walked) * dy,
                      static_cast<Cost>(level) * costs_.diagonal, goal, reach_goal);
      if (steps <= 0) return;
      walked = far;
      x += steps * dx;
      y += steps * dy;
      cost += static_cast<Cost>(steps) * costs_.diagonal;
      straight(across, x, y, cost, {}, reach, reach_goal);
      straight(along, x, y, cost, {}, reach, reach_goal);
    }
  }

  /// Looks straight along from a cell that is level with the goal.
  template <class ReachGoal>
  void look_for_goal(std::int32_t x, std::int32_t y, Cost cost, PaddedPosition goal,
                     const ReachGoal& reach_goal) const {
    const std::int32_t dx = goal.x - x, dy = goal.y - y;
    const std::int32_t steps = std::abs(dx + dy);  // one of the two is 0
    const unsigned along = dx != 0 ? (dx > 0 ? 1U : 3U) : (dy > 0 ? 2U : 0U);
    if (steps == 0 || stop(along, x, y).steps >= steps)
      reach_goal(cost + static_cast<Cost>(steps) * costs_.straight);
  }

  const JumpMap* map_ = nullptr;
  const DiagonalStops* diagonals_ = nullptr;
  const std::uint8_t* moves_ = nullptr;
  CellIndex stride_ = 0;
  StepCosts costs_;
};

}  // namespace throng

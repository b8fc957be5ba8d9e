#pragma once

#include "../jump/jumps.hpp"

#include <throng/grid.hpp>
#include <throng/query.hpp>

#include <cstdint>
#include <span>

namespace throng {

// A leg leads from one subgoal to the next, or from a cell to a subgoal. It costs what it
// costs on an open map. On an octile grid it is a canonical way: some diagonal steps, then
// straight ones. On a tile grid it is any shortest way through a rectangle of open cells.
// A JumpLine measures both: there, a diagonal step stands for a step along each axis.

/// Whether legs are defined under these rules on plain ground: on grids of squares.
inline bool allow_legs(const Rules& rules) noexcept {
  return !is_hexagonal(rules.topology);
}

/// The costs of the steps of a JumpLine on a grid of squares.
inline StepCosts leg_costs(const Grid& grid) noexcept {
  const StepCosts costs = grid.costs();
  if (grid.rules().topology == Topology::octile) return costs;
  return {costs.straight, 2 * costs.straight};
}

/// The subgoals of a map by number.
struct SubgoalPlaces {
  std::span<const CellIndex> cells;
  std::span<const PaddedPosition> places;
};

}  // namespace throng

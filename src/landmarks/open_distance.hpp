#pragma once

#include <throng/algorithm.hpp>
#include <throng/grid.hpp>

#include <algorithm>
#include <cstdlib>

namespace throng {

/// The distance between two cells of a grid if every cell were open, in the unit of a
/// metric: a lower bound on the distance in the grid.
class OpenDistance {
 public:
  OpenDistance(const Grid& grid, FieldMetric metric) : grid_(&grid) {
    const StepCosts costs = metric == FieldMetric::cost
                                ? grid.costs()
                                : StepCosts{.straight = 1, .diagonal = 1};
    straight_ = costs.straight;
    const bool diagonals = grid.rules().topology == Topology::octile;
    saved_ = diagonals ? 2 * costs.straight - costs.diagonal : 0;
  }

  Cost operator()(Position a, Position b) const noexcept {
    const auto dx = static_cast<Cost>(std::abs(a.x - b.x));
    const auto dy = static_cast<Cost>(std::abs(a.y - b.y));
    return straight_ * (dx + dy) - saved_ * std::min(dx, dy);
  }
  Cost operator()(CellIndex a, CellIndex b) const noexcept {
    return (*this)(grid_->position(a), grid_->position(b));
  }

 private:
  const Grid* grid_;  ///< never null
  Cost straight_;
  Cost saved_;  ///< what a diagonal step costs less than two straight ones
};

}  // namespace throng

#pragma once

#include "../grid/open_metric.hpp"

#include <throng/algorithm.hpp>
#include <throng/grid.hpp>

#include <cstdlib>

namespace throng {

/// The distance between two cells of a grid if every cell were open, in the unit of a
/// metric: a lower bound on the distance in the grid.
class OpenDistance {
 public:
  OpenDistance(const Grid& grid, FieldMetric metric)
      : grid_(&grid),
        metric_(grid.rules().topology,
                metric == FieldMetric::cost ? grid.costs() : StepCosts{1, 1}) {}

  Cost operator()(Position a, Position b) const noexcept {
    return metric_(static_cast<Cost>(std::abs(a.x - b.x)),
                   static_cast<Cost>(std::abs(a.y - b.y)));
  }
  Cost operator()(CellIndex a, CellIndex b) const noexcept {
    return (*this)(grid_->position(a), grid_->position(b));
  }

 private:
  const Grid* grid_;  ///< never null
  OpenMetric metric_;
};

}  // namespace throng

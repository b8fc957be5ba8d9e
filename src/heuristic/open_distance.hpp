#pragma once

#include "../grid/open_metric.hpp"

#include <throng/algorithm.hpp>
#include <throng/grid.hpp>

#include <cstdlib>

namespace throng {

/// The distance between two cells if every cell of the grid were open and had the lowest
/// cost, in the unit of a metric: a lower bound on the distance in the grid.
class OpenDistance {
 public:
  OpenDistance(const Grid& grid, FieldMetric metric)
      : grid_(&grid),
        square_(grid.rules().topology, unit_of(grid, metric)),
        hexagonal_(unit_of(grid, metric)) {}

  Cost operator()(Position a, Position b) const noexcept {
    const Topology topology = grid_->rules().topology;
    if (is_hexagonal(topology)) {
      const Position from = axial(topology, a), to = axial(topology, b);
      return hexagonal_(to.x - from.x, to.y - from.y);
    }
    return square_(static_cast<Cost>(std::abs(a.x - b.x)),
                   static_cast<Cost>(std::abs(a.y - b.y)));
  }
  Cost operator()(CellIndex a, CellIndex b) const noexcept {
    return (*this)(grid_->position(a), grid_->position(b));
  }

 private:
  static StepCosts unit_of(const Grid& grid, FieldMetric metric) noexcept {
    return metric == FieldMetric::cost ? grid.min_step_costs() : StepCosts{1, 1};
  }

  const Grid* grid_;  ///< never null
  OpenMetric square_;
  HexMetric hexagonal_;
};

}  // namespace throng

#pragma once

#include <throng/query.hpp>
#include <throng/rules.hpp>

#include <algorithm>

namespace throng {

/// Distances on an open map, for S <= D <= 2S: what it costs to get some columns and some
/// rows further where no cell is closed. Never more than the distance on any map.
struct OpenMetric {
  OpenMetric(Topology topology, StepCosts costs) noexcept
      : straight(costs.straight),
        saved(topology == Topology::octile ? 2 * costs.straight - costs.diagonal : 0) {}

  constexpr Cost operator()(Cost columns, Cost rows) const noexcept {
    return straight * (columns + rows) - saved * std::min(columns, rows);
  }

  Cost straight;
  Cost saved;  ///< what a diagonal step costs less than two straight ones; 0: there is none
};

}  // namespace throng

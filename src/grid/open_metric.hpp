#pragma once

#include <throng/query.hpp>
#include <throng/rules.hpp>

#include <algorithm>

namespace throng {

/// Distances on an open square map, for S <= D <= 2S: the cost of moving by some columns
/// and rows if no cell is closed. Never more than the distance on any map.
struct OpenMetric {
  OpenMetric(Topology topology, StepCosts costs) noexcept
      : straight(costs.straight),
        saved(topology == Topology::octile ? 2 * costs.straight - costs.diagonal : 0) {}

  constexpr Cost operator()(Cost columns, Cost rows) const noexcept {
    return straight * (columns + rows) - saved * std::min(columns, rows);
  }

  Cost straight;
  Cost saved;  ///< saving of a diagonal step over two straight ones; 0: no diagonals
};

/// Distances on an open hexagonal map, between cells whose axial coordinates differ by dx
/// and dy.
struct HexMetric {
  explicit HexMetric(StepCosts costs) noexcept : step(costs.straight) {}

  constexpr Cost operator()(std::int32_t dx, std::int32_t dy) const noexcept {
    // max(|dx|, |dy|) if the signs agree, |dx| + |dy| if they do not.
    const std::int32_t far = std::max({dx, dy, 0}), near = std::min({dx, dy, 0});
    return step * static_cast<Cost>(far - near);
  }

  Cost step;
};

}  // namespace throng

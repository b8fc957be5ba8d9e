#pragma once

#include "../grid/open_metric.hpp"
#include "bound.hpp"

#include <throng/query.hpp>
#include <throng/rules.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>

namespace throng {

/// No bound: A* becomes Dijkstra's algorithm.
struct ZeroBound {
  static constexpr bool kAtLeastOctile = false;
  static constexpr bool kConsistent = true;
  static constexpr bool kPrunes = false;
  static constexpr Cost excess() noexcept { return 0; }

  Cost operator()(std::uint32_t, std::int32_t, std::int32_t) const noexcept { return 0; }
};

/// The exact distance on an open octile or tile map.
struct OctileBound {
  static constexpr bool kAtLeastOctile = true;
  static constexpr bool kConsistent = true;
  static constexpr bool kPrunes = false;
  static constexpr Cost excess() noexcept { return 0; }

  OctileBound(Topology topology, StepCosts costs) : metric(topology, costs) {}

  Cost operator()(std::uint32_t, std::int32_t dx, std::int32_t dy) const noexcept {
    return metric(static_cast<Cost>(std::abs(dx)), static_cast<Cost>(std::abs(dy)));
  }

  OpenMetric metric;
};

/// The exact distance on an open hexagonal map; dx, dy in axial coordinates. Two of the
/// moves change both coordinates by one, right and down or left and up, so that differences
/// of one sign are covered together. Equals the Vancouver distance of Yap ("Grid-Based
/// Path-Finding", AI 2002), whose printed formula is too low for some pairs: the subtracted
/// term belongs inside its max{}.
struct HexBound {
  static constexpr bool kAtLeastOctile = false;
  static constexpr bool kConsistent = true;
  static constexpr bool kPrunes = false;
  static constexpr Cost excess() noexcept { return 0; }

  HexBound(Topology, StepCosts costs) : metric(costs) {}

  Cost operator()(std::uint32_t, std::int32_t dx, std::int32_t dy) const noexcept {
    return metric(dx, dy);
  }

  HexMetric metric;
};

/// The exact distance on an open map of any topology, distinguished at run time.
struct OpenBound {
  static constexpr bool kAtLeastOctile = false;
  static constexpr bool kConsistent = true;
  static constexpr bool kPrunes = false;
  static constexpr Cost excess() noexcept { return 0; }

  OpenBound(Topology topology, StepCosts costs)
      : hexagonal(is_hexagonal(topology)), octile(topology, costs), hex(topology, costs) {}

  Cost operator()(std::uint32_t at, std::int32_t dx, std::int32_t dy) const noexcept {
    return hexagonal ? hex(at, dx, dy) : octile(at, dx, dy);
  }
  /// Between two cells in axial coordinates.
  Cost operator()(Position a, Position b) const noexcept {
    return (*this)(0, b.x - a.x, b.y - a.y);
  }

  bool hexagonal;
  OctileBound octile;
  HexBound hex;
};

/// dx + dy steps: the exact distance on an open tile map. On an octile map a diagonal step
/// covers two of them, so that each costs at most half a diagonal step.
struct ManhattanBound {
  static constexpr bool kAtLeastOctile = false;
  static constexpr bool kConsistent = true;
  static constexpr bool kPrunes = false;
  static constexpr Cost excess() noexcept { return 0; }

  ManhattanBound(Topology topology, StepCosts costs)
      : unit(topology == Topology::tile ? costs.straight
                                        : std::min(costs.straight, costs.diagonal / 2)) {}

  Cost operator()(std::uint32_t, std::int32_t dx, std::int32_t dy) const noexcept {
    return unit * (static_cast<Cost>(std::abs(dx)) + static_cast<Cost>(std::abs(dy)));
  }

  Cost unit;
};

/// Straight-line distance at the price c of the cheapest direction, min(S, D / sqrt(2)),
/// rounded down. Consistent: rounding down keeps x <= n + y for an integer n.
struct EuclidBound {
  static constexpr bool kAtLeastOctile = false;
  static constexpr bool kConsistent = true;
  static constexpr bool kPrunes = false;
  static constexpr Cost excess() noexcept { return 0; }

  EuclidBound(Topology topology, StepCosts costs)
      : squared_unit(topology == Topology::tile
                         ? std::uint64_t{costs.straight} * costs.straight
                         : std::min(std::uint64_t{costs.straight} * costs.straight,
                                    std::uint64_t{costs.diagonal} * costs.diagonal / 2)) {}

  /// Exact: c^2 (dx^2 + dy^2) fits, because no distance of a grid exceeds 32 bits.
  Cost operator()(std::uint32_t, std::int32_t dx, std::int32_t dy) const noexcept {
    const std::int64_t x = dx, y = dy;
    const std::uint64_t square = squared_unit * static_cast<std::uint64_t>(x * x + y * y);
    auto root = static_cast<std::uint64_t>(std::sqrt(static_cast<double>(square)));
    while (root * root > square) --root;  // the double may be off by one
    while ((root + 1) * (root + 1) <= square) ++root;
    return static_cast<Cost>(root);
  }

  std::uint64_t squared_unit;  ///< c^2, rounded down
};

}  // namespace throng

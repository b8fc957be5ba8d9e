#pragma once

#include <throng/grid.hpp>

#include <cstdint>

namespace throng {

/// The largest distance that a search under `costs` may compute: a successor's priority
/// exceeds it by at most two of the most expensive steps or links, and kUnreachable is
/// reserved.
constexpr std::uint64_t max_distance(Cost max_edge_cost) noexcept {
  return std::uint64_t{kUnreachable} - 1 - 2 * std::uint64_t{max_edge_cost};
}

/// An upper bound on every distance in a grid, in 64 bits.
struct CostRange {
  std::uint64_t bound = 0;
  Position at;  ///< a cell of the component with this bound
};

/// Bounds all distances of a plain `grid` under `costs`. Components so small that no simple
/// path in them can exceed max_distance are skipped. In others one sweep from a cell yields
/// an eccentricity e, and no distance is larger than 2e (triangle inequality). The first
/// sweep counts steps; only if that bound is too large, a second one adds costs. Cost:
/// usually O(components); O(cells) time when a sweep is needed, with 1 bit a cell for the
/// first and 8 bytes a cell for the second.
CostRange bound_distances(const Grid& grid, StepCosts costs);

/// Bounds all distances of a grid with step weights, under its own costs. A simple path
/// enters each cell of its component once, by the most expensive step at most, and takes
/// each link once. If that bound is too large, eccentricities are used as above, but only
/// if steps are symmetric.
CostRange bound_weighted_distances(const Grid& grid);

}  // namespace throng

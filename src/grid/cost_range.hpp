#pragma once

#include <throng/grid.hpp>

#include <cstdint>

namespace throng {

/// The largest cost that a search under `costs` may compute for a distance: a successor's
/// priority is at most two dear steps or links above it, and kUnreachable is taken.
constexpr std::uint64_t max_distance(Cost max_edge_cost) noexcept {
  return std::uint64_t{kUnreachable} - 1 - 2 * std::uint64_t{max_edge_cost};
}

/// An upper bound on every distance in a grid, in 64 bits.
struct CostRange {
  std::uint64_t bound = 0;
  Position at;  ///< a cell of the component that has it
};

/// Bounds all distances of a plain `grid` under `costs`. Components so small that no simple
/// path in them can pass max_distance are not looked at; in others one sweep from a cell
/// gives an eccentricity e, and no distance is larger than 2e (triangle inequality). Cost:
/// O(components) as a rule; O(cells) time and 8 bytes a cell when a sweep is needed.
CostRange bound_distances(const Grid& grid, StepCosts costs);

/// The same for a grid whose steps have weights, under its own costs. A simple path enters
/// each cell of its component once, by the dearest step at most, and takes each link once.
/// Where that is too much, eccentricities settle it as above, but where steps are symmetric
/// only.
CostRange bound_weighted_distances(const Grid& grid);

}  // namespace throng

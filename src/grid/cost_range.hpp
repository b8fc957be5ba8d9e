#pragma once

#include "../core/crew.hpp"
#include "../core/progress.hpp"
#include "tile_steps.hpp"

#include <throng/grid.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace throng {

/// The largest distance that a search under `costs` may compute: a successor's priority
/// exceeds it by at most two of the most expensive steps or links, and kUnreachable is
/// reserved.
constexpr std::uint64_t max_distance(Cost max_edge_cost) noexcept {
  return std::uint64_t{kUnreachable} - 1 - 2 * std::uint64_t{max_edge_cost};
}

/// The step costs to choose from under these rules, the finest first: valid as long as
/// `rules`.
std::span<const StepCosts> possible_costs(const Rules& rules);

/// An upper bound on every distance in a grid, in 64 bits.
struct CostRange {
  std::uint64_t bound = 0;
  Position at;  ///< a cell of the component with this bound
};

/// A component, and bounds on its distances once they are known.
struct ComponentSize {
  std::uint64_t cells = 0;
  CellIndex first = 0;
  std::uint64_t straight_steps = 0;  ///< from `first` to any cell, at most; 0: unknown
  std::uint64_t steps = 0;           ///< from `first` to the farthest cell; 0: unknown
};

/// The components of a grid, by number. Cost: O(cells).
std::vector<ComponentSize> find_components(const Grid& grid);

/// Bounds all distances of a plain grid, under several step costs one after the other.
/// Components so small that no simple path in them can exceed max_distance are skipped. In
/// others, no distance is larger than twice the largest distance e from one cell (triangle
/// inequality). Three bounds on e are tried, each tighter and slower than the one before:
/// straight steps by tiles, steps by breadth-first search, and costs. The first two serve
/// all costs. Cost: usually O(components); O(cells) time when e is needed, with 2 bits, 1
/// bit and 8 bytes a cell.
class DistanceRanges {
 public:
  /// Whether a range above max_distance must be the bound by costs. If not, it may be less.
  enum class Figure : std::uint8_t { compute, skip };

  /// monitor: counts the cells that are searched; may be null. Pre: all outlive this
  /// object.
  DistanceRanges(const Grid& grid, Crew& crew, Monitor* monitor = nullptr)
      : grid_(grid), crew_(crew), progress_(monitor) {}

  CostRange range(StepCosts costs, Figure figure = Figure::compute);

 private:
  std::uint64_t bound(ComponentSize& component, StepCosts costs, std::uint64_t limit,
                      Figure figure);

  const Grid& grid_;
  Crew& crew_;
  Progress progress_;
  std::vector<ComponentSize> components_;
  std::optional<TileSteps> tiles_;
};

/// Bounds all distances of a grid under its own costs, and all priorities of searches but
/// for the two edges that max_distance() leaves room for. Steps may have weights and lead
/// one way; there may be links.
///
/// A simple path enters each cell of its component once, by the most expensive step at
/// most, and takes each link once. Where that sum is above `suffices` or max_distance,
/// sweeps bound the component:
/// - In a strongly connected part, no distance is larger than the greatest distance to one
///   of its cells c plus the greatest distance from c, by the triangle inequality. First c
///   is the first cell of the part. If that is too much, a second sweep, from a cell that
///   is farthest from there, finds a long path, and c is the cell in its middle: the bound
///   of a long corridor is then its length. It is never more than twice the largest
///   distance.
/// - A cheapest path visits a part once: where it returns, it could have stayed. So the
///   bounds of the parts, and one edge between each two, bound the component. That is also
///   true of paths that take steps in both directions, as landmarks measure them on such
///   grids.
/// - If a component has several parts, its bound is doubled: a search may add a lower bound
///   of that kind to a distance, on cells that do not reach the goal.
///
/// A single distance above max_distance ends the sweeps and is returned.
/// Cost: O(cells); 12 bytes a cell, 16 more where steps lead one way, and one to five
/// sweeps of such components.
CostRange bound_weighted_distances(const Grid& grid);

/// What bounds the distances of a grid after edits: see GridEditor.
struct PartsRange {
  std::uint64_t distances = 0;  ///< a bound for each part, summed
  std::uint64_t parts = 0;      ///< at most so many
};

/// Bounds the distances in each strongly connected part of a grid, and the number of parts.
/// Components whose sum of edges is at most `suffices` are not swept. Cost: as above.
PartsRange bound_parts(const Grid& grid, std::uint64_t suffices);

}  // namespace throng

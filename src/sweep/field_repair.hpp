#pragma once

#include "sweep_space.hpp"
#include "value_repair.hpp"

#include <throng/grid.hpp>
#include <throng/map_changes.hpp>
#include <throng/query.hpp>

#include <cstddef>
#include <span>

namespace throng {

/// Two versions of a grid, and where they differ.
struct GridChange {
  const Grid& before;
  const Grid& now;
  const MapChanges& changes;
};

/// The cells that a repair may change: if more of the map is affected, a sweep takes less
/// time. swept: the cells that the sweep would visit.
std::size_t repair_limit(const SweepSpace& space, std::size_t swept) noexcept;

/// Adapts a field of costs to goals to a change of its grid. Only the cells around the
/// changes are read, and those whose cost changes.
///
/// field: of sweep() or sweep_blank() on the former version with these goals and this
/// radius, or of an earlier repair. Then it is as sweep_blank() would have made it: costs
/// within the radius are equal; beyond it, they may be others beyond it.
/// space: has followed the change; direction is to_sources, the metric cost.
/// goals: cells, open or closed in either version, or 0, which is no cell of the map.
/// most: cells, see repair_limit().
///
/// Returns false if more than about `most` cells are affected. Then the field is not valid,
/// and has to be swept again; a copy of space.blank where the last sweep did not reach it
/// is still one. Allocates nothing once the scratch is warm.
///
/// Pre: the two grids have the same size, rules and costs().
bool repair_field(const SweepSpace& space, const GridChange& change,
                  std::span<const CellIndex> goals, Cost radius, std::size_t most,
                  RepairScratch& scratch, std::span<Cost> field);

}  // namespace throng

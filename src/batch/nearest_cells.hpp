#pragma once

#include "../core/memory.hpp"
#include "../heuristic/plain.hpp"

#include <throng/grid.hpp>

#include <cstdint>
#include <memory_resource>
#include <vector>

namespace throng {

/// The cells of one component that are nearest to any of several goals on an open map.
struct NearestCells {
  explicit NearestCells(Memory memory = {}) : cells(memory) {}

  Cost distance = kUnreachable;       ///< the same for all of them
  std::pmr::vector<CellIndex> cells;  ///< in no order; a cell may occur twice
};

/// Adds another goal, which lies in the map. Keeps the nearest cells among those already
/// listed and the cells of the component of `member`. Ignores cells farther than
/// best.distance.
///
/// Looks at the cells around the goal. If none is near, it looks at blocks of cells around
/// the goal, until they are too far away. Without links, it looks at all cells of a small
/// component instead.
/// Cost: O((d / GridAccess::kBlock)^2) for cells d steps away, and some blocks of cells. At
/// most the whole map, and not much more than a small component.
void add_nearest_cells(const Grid& grid, CellIndex member, Position goal,
                       const OpenBound& distance, NearestCells& best);

/// As add_nearest_cells(), for all open cells of any component.
void add_nearest_open_cells(const Grid& grid, Position goal, const OpenBound& distance,
                            NearestCells& best);

}  // namespace throng

#pragma once

#include "../core/memory.hpp"
#include "../heuristic/plain.hpp"

#include <throng/grid.hpp>

#include <cstdint>
#include <memory_resource>
#include <vector>

namespace throng {

/// The cells of one component that are nearest to one of several goals on an open map.
struct NearestCells {
  explicit NearestCells(Memory memory = {}) : cells(memory) {}

  Cost distance = kUnreachable;       ///< of them all
  std::pmr::vector<CellIndex> cells;  ///< in no order; a cell may come twice
};

/// Adds another goal, which lies in the map: keeps those of the cells already there and of
/// the cells of the component of `member` that are nearest, and no farther than
/// best.distance.
///
/// Looks at the cells around the goal, and where none is near at the blocks of cells around
/// it, until they are too far away; where there are no links, small components are looked
/// at themselves. Cost: O((d / Grid::kBlock)^2) for cells d steps away and some blocks of
/// cells, but no more than the map, and not much more than a small component.
void add_nearest_cells(const Grid& grid, CellIndex member, Position goal,
                       const OpenBound& distance, NearestCells& best);

/// The same of all open cells, whatever their components.
void add_nearest_open_cells(const Grid& grid, Position goal, const OpenBound& distance,
                            NearestCells& best);

}  // namespace throng

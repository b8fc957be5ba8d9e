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

  std::size_t memory_bytes() const noexcept { return cells.capacity() * sizeof(CellIndex); }
};

/// Adds another goal, which lies in the map: keeps those of the cells already there and of
/// the cells of the component of `member` that are nearest, and no farther than
/// best.distance.
///
/// Looks at the lines of cells around the goal until they are too far away; where steps
/// lead there and back, and there are no links, at eight cells at a time, for a cell
/// without moves is a component of its own there. Then, too, small components are looked at
/// themselves. Cost: O(d^2) for cells d steps away, but no more than the map, and not much
/// more than such a component.
void add_nearest_cells(const Grid& grid, CellIndex member, Position goal,
                       const OpenBound& distance, NearestCells& best);

/// The same of all open cells, whatever their components.
void add_nearest_open_cells(const Grid& grid, Position goal, const OpenBound& distance,
                            NearestCells& best);

}  // namespace throng

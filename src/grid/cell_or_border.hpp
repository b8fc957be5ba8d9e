#pragma once

#include <throng/grid.hpp>
#include <throng/query.hpp>

namespace throng {

/// The index of a cell. All positions outside the map have one index, that of a cell of the
/// border, which is closed.
inline CellIndex cell_or_border(const Grid& grid, Position p) noexcept {
  return grid.contains(p) ? grid.cell(p) : CellIndex{0};
}

inline bool is_open(const Grid& grid, CellIndex cell) noexcept {
  return grid.component(cell) != Grid::kNoComponent;
}

}  // namespace throng

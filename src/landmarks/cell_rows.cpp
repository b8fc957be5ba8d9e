#include "cell_rows.hpp"

namespace throng {

CellRows number_cells(const Grid& grid, std::span<const CellIndex> first) {
  constexpr std::uint32_t kNone = 0xFFFF'FFFF;
  CellRows rows;
  rows.row.assign(grid.cell_count(), kNone);
  for (const CellIndex cell : first) {
    THRONG_ASSERT(grid.component(cell) != Grid::kNoComponent && rows.row[cell] == kNone);
    rows.row[cell] = rows.count++;
  }
  for (CellIndex cell = 0; cell < grid.cell_count(); ++cell)
    if (grid.component(cell) != Grid::kNoComponent && rows.row[cell] == kNone)
      rows.row[cell] = rows.count++;
  return rows;
}

ComponentCells list_components(const Grid& grid) {
  ComponentCells list;
  list.begin.assign(std::size_t{grid.component_count()} + 1, 0);
  for (CellIndex cell = 0; cell < grid.cell_count(); ++cell)
    if (const std::uint32_t c = grid.component(cell); c != Grid::kNoComponent)
      ++list.begin[c + 1];
  for (std::size_t c = 1; c < list.begin.size(); ++c) list.begin[c] += list.begin[c - 1];

  std::vector<std::uint32_t> next(list.begin);
  list.cells.resize(grid.open_cells());
  for (CellIndex cell = 0; cell < grid.cell_count(); ++cell)
    if (const std::uint32_t c = grid.component(cell); c != Grid::kNoComponent)
      list.cells[next[c]++] = cell;
  return list;
}

}  // namespace throng

#include "cell_rows.hpp"

#include "../core/bits_where.hpp"
#include "../grid/grid_access.hpp"

#include <algorithm>
#include <bit>

namespace throng {

CellRows number_cells(const Grid& grid, std::span<const CellIndex> first) {
  constexpr std::uint32_t kNone = 0xFFFF'FFFF;
  CellRows rows;
  rows.row.assign(grid.cell_count(), kNone);
  for (const CellIndex cell : first) {
    THRONG_ASSERT(grid.component(cell) != Grid::kNoComponent && rows.row[cell] == kNone);
    rows.row[cell] = rows.count++;
  }
  for (std::size_t begin = 0; begin < rows.row.size(); begin += 64) {
    std::uint32_t* const row = &rows.row[begin];
    const std::size_t count = std::min<std::size_t>(64, rows.row.size() - begin);
    std::uint64_t cells = bits_where(count, [&](std::size_t k) { return row[k] == kNone; });
    cells &= GridAccess::open_cells(grid, static_cast<CellIndex>(begin), count);
    if (cells == ~std::uint64_t{0}) {  // vector code
      for (std::uint32_t k = 0; k < 64; ++k) row[k] = rows.count + k;
      rows.count += 64;
      continue;
    }
    for (; cells != 0; cells &= cells - 1) row[std::countr_zero(cells)] = rows.count++;
  }
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

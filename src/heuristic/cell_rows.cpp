#include "cell_rows.hpp"

#include "../core/bits_where.hpp"
#include "../grid/grid_access.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace throng {

namespace {

constexpr std::uint32_t kNone = 0xFFFF'FFFF;
constexpr std::size_t kWord = 64;  ///< cells
constexpr std::size_t kCellsTogether = 256 * kWord;

/// Calls visit(first cell, cells) for the words of a range of cells.
template <class Visit>
void for_each_word(std::size_t begin, std::size_t end, const Visit& visit) {
  for (; begin < end; begin += kWord) visit(begin, std::min(kWord, end - begin));
}

/// Numbers the cells of a range that have no number yet from `next` on.
void number_range(const Grid& grid, std::size_t begin, std::size_t end, std::uint32_t next,
                  std::span<std::uint32_t> rows) {
  for_each_word(begin, end, [&](std::size_t first, std::size_t count) {
    std::uint32_t* const row = &rows[first];
    std::uint64_t cells = bits_where(count, [&](std::size_t k) { return row[k] == kNone; });
    cells &= GridAccess::open_cells(grid, static_cast<CellIndex>(first), count);
    if (cells == ~std::uint64_t{0}) {  // vector code
      for (std::uint32_t k = 0; k < kWord; ++k) row[k] = next + k;
      next += kWord;
      return;
    }
    for (; cells != 0; cells &= cells - 1) row[std::countr_zero(cells)] = next++;
  });
}

}  // namespace

CellRows number_cells(const Grid& grid, std::span<const CellIndex> first, Crew& crew) {
  CellRows rows;
  rows.row.resize(grid.cell_count());
  const std::size_t blocks = (grid.cell_count() + kCellsTogether - 1) / kCellsTogether;
  std::vector<std::uint32_t> next(blocks);  // at first: the cells to number in the block
  crew.for_each_block(
      grid.cell_count(), kCellsTogether, [&](int, std::size_t begin, std::size_t end) {
        std::fill(&rows.row[begin], rows.row.data() + end, kNone);
        int open = 0;
        for_each_word(begin, end, [&](std::size_t word, std::size_t count) {
          open += std::popcount(
              GridAccess::open_cells(grid, static_cast<CellIndex>(word), count));
        });
        next[begin / kCellsTogether] = static_cast<std::uint32_t>(open);
      });
  for (const CellIndex cell : first) {
    THRONG_ASSERT(grid.component(cell) != Grid::kNoComponent && rows.row[cell] == kNone);
    rows.row[cell] = rows.count++;
    --next[cell / kCellsTogether];
  }
  for (std::uint32_t& one : next) rows.count += std::exchange(one, rows.count);
  crew.for_each_block(
      grid.cell_count(), kCellsTogether, [&](int, std::size_t begin, std::size_t end) {
        number_range(grid, begin, end, next[begin / kCellsTogether], rows.row);
      });
  return rows;
}

CellRows number_cells(const Grid& grid, std::span<const CellIndex> first) {
  Crew alone(1);
  return number_cells(grid, first, alone);
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

#include "open_lines.hpp"

#include "../grid/grid_access.hpp"

namespace throng {

BitLines open_rows(const Grid& grid, Memory memory) {
  const std::size_t stride = grid.stride();
  BitLines open(grid.cell_count() / stride, stride, memory);
  for (std::size_t y = 0; y < open.lines(); ++y)
    for (std::size_t x = 0; x < stride; x += 64)
      open.line(y)[x / 64] =
          GridAccess::open_cells(grid, static_cast<CellIndex>(y * stride + x),
                                 std::min<std::size_t>(64, stride - x));
  return open;
}

void transpose(std::array<std::uint64_t, 64>& block) noexcept {
  std::uint64_t mask = ~std::uint64_t{0} >> 32;
  for (unsigned size = 32; size != 0; size /= 2, mask ^= mask << size)
    for (unsigned i = 0; i < 64; i = (i + size + 1) & ~size) {
      const std::uint64_t swapped = ((block[i] >> size) ^ block[i + size]) & mask;
      block[i] ^= swapped << size;
      block[i + size] ^= swapped;
    }
}

}  // namespace throng

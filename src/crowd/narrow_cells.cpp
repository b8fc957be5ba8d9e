#include "narrow_cells.hpp"

#include "../grid/rectangle.hpp"

#include <algorithm>
#include <array>

namespace throng {
namespace {

/// A bit: some cell of the same row within 2 steps is narrow.
constexpr std::uint8_t kNearInRow = 4;
constexpr std::int32_t kReach = 2;

/// Whether a cell from which moves lead lies in no square of 2 x 2 open cells.
bool is_narrow(const std::uint8_t* moves, CellIndex cell, CellIndex stride) {
  const unsigned here = moves[cell];
  const std::array<CellIndex, 4> beside{cell - stride, cell + 1, cell + stride, cell - 1};
  for (unsigned one = 0; one < 4; ++one) {
    const unsigned other = (one + 1) % 4;
    if ((here >> one & here >> other & 1U) != 0 &&
        (moves[beside[one]] >> other & 1U) != 0 && (moves[beside[other]] >> one & 1U) != 0)
      return false;
  }
  return here != 0;
}

}  // namespace

NarrowCells::NarrowCells(const Grid& grid, Memory memory) : bits_(memory) {
  bits_.resize(grid.cell_count());
  find(grid, {{0, 0}, grid.width(), grid.height()});
}

void NarrowCells::follow(const Grid& grid, const MapChanges& changes) noexcept {
  // A step that changed begins next to the area, at the corner of a square of cells.
  constexpr std::int32_t kMargin = 2;
  for (const auto* areas : {&changes.costlier, &changes.cheaper})
    for (const MapRect& area : *areas) find(grid, clipped(area, kMargin, grid));
}

/// Finds the cells of an area that are narrow, and those near them.
void NarrowCells::find(const Grid& grid, MapRect area) noexcept {
  const auto spread = [&](std::uint8_t from, std::uint8_t to, CellIndex step, auto along,
                          std::int32_t most) {
    for_each_cell(area, [&](Position at) {
      const CellIndex cell = grid.cell(at);
      unsigned found = 0;
      for (std::int32_t k = std::max(-kReach, -along(at));
           k <= std::min(kReach, most - 1 - along(at)); ++k)
        found |= bits_[cell + static_cast<CellIndex>(k) * step];
      const unsigned others = bits_[cell] & ~unsigned{to};
      bits_[cell] =
          static_cast<std::uint8_t>(others | ((found & from) != 0 ? unsigned{to} : 0));
    });
  };
  for_each_cell(area, [&](Position at) {
    const CellIndex cell = grid.cell(at);
    const bool narrow = is_narrow(grid.moves().data(), cell, grid.stride());
    bits_[cell] = static_cast<std::uint8_t>((bits_[cell] & ~unsigned{kNarrow}) |
                                            (narrow ? unsigned{kNarrow} : 0));
  });
  area = clipped(area, kReach, grid);
  spread(
      kNarrow, kNearInRow, 1, [](Position at) { return at.x; }, grid.width());
  spread(
      kNearInRow, kNear, grid.stride(), [](Position at) { return at.y; }, grid.height());
}

}  // namespace throng

#pragma once

#include <throng/grid.hpp>

#include <cstdint>

namespace throng {

/// The coordinates of a cell in the padded layout of a grid of squares (see CellIndex): one
/// more than those of its Position. The default is on no map.
struct PaddedPosition {
  std::int32_t x = -1;
  std::int32_t y = -1;
};

/// stride: Grid::stride().
constexpr PaddedPosition padded_position(CellIndex cell, CellIndex stride) noexcept {
  return {static_cast<std::int32_t>(cell % stride),
          static_cast<std::int32_t>(cell / stride)};
}
constexpr CellIndex cell_at(PaddedPosition at, CellIndex stride) noexcept {
  return static_cast<CellIndex>(at.y) * stride + static_cast<CellIndex>(at.x);
}

}  // namespace throng

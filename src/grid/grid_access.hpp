#pragma once

#include <throng/grid.hpp>

#include <cstdint>
#include <span>

namespace throng {

/// The parts of a Grid that only kernels read.
struct GridAccess {
  /// The weight of each step; empty where every legal step has the weight 1. The step in
  /// direction d from a cell costs unit() times slot cell * kMoves + d, which is 0 if the
  /// step is not legal.
  static std::span<const std::uint16_t> step_weights(const Grid& grid) noexcept {
    return grid.step_weights_;
  }
  static StepCosts unit(const Grid& grid) noexcept { return grid.unit_; }

  /// The component of each square of kBlock x kBlock cells. kNoComponent: no cell is open.
  /// kSeveral: its cells belong to different components. Squares are ordered row by row,
  /// on hexagonal grids column by column. The edge of the map may cut the last squares.
  static constexpr std::int32_t kBlock = 8;
  static constexpr std::uint32_t kSeveral = Grid::kNoComponent - 1;
  static std::span<const std::uint32_t> block_components(const Grid& grid) noexcept {
    return grid.block_components_;
  }
};

}  // namespace throng

#pragma once

#include "../grid/successors.hpp"

#include <throng/grid.hpp>

#include <array>
#include <cstdint>

namespace throng {

/// What a search reads of a grid, gathered once for a Solver: plain numbers and pointers,
/// valid while the grid lives.
struct SearchSpace {
  struct Step {
    CellIndex offset = 0;
    Cost cost = 0;
    std::int32_t dx = 0;
    std::int32_t dy = 0;
  };

  explicit SearchSpace(const Grid& grid)
      : moves(grid.moves().data()),
        cell_count(grid.cell_count()),
        successors(successor_table(grid.rules()).data()),
        stride(grid.stride()),
        stride_reciprocal(~std::uint64_t{0} / grid.stride() + 1),
        costs(grid.costs()) {
    for (std::size_t d = 0; d < kMoves; ++d) {
      const auto move = static_cast<Move>(d);
      steps[d] = {grid.offset(move), is_diagonal(move) ? costs.diagonal : costs.straight,
                  kMoveX[d], kMoveY[d]};
    }
  }

  /// Row and column of a cell in the padded map, by a multiplication: with r = 2^64 /
  /// stride rounded up, cell * r / 2^64 exceeds cell / stride by less than 1 / stride for
  /// all 32-bit cells, so that its floor is right.
  std::int32_t row(CellIndex cell) const noexcept {
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::int32_t>((Wide{cell} * stride_reciprocal) >> 64);
  }
  std::int32_t column(CellIndex cell, std::int32_t row) const noexcept {
    return static_cast<std::int32_t>(cell - static_cast<CellIndex>(row) * stride);
  }

  const std::uint8_t* moves;
  std::size_t cell_count;
  const std::array<std::uint8_t, 256>* successors;  ///< see successors.hpp
  CellIndex stride;
  std::uint64_t stride_reciprocal;
  StepCosts costs;
  std::array<Step, kMoves> steps{};  ///< by move
};

}  // namespace throng

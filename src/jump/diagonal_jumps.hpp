#pragma once

#include "jump_map.hpp"

#include <throng/grid.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng {

/// The number of steps of a diagonal walk from each cell to the next cell from which one of
/// its two straight components leads to a jump point: the diagonal half of the tables of
/// JPS+ (Harabor and Grastien, ICAPS 2014). 8 bytes a padded cell.
class DiagonalJumps {
 public:
  static constexpr std::int32_t kMost = 32'767;

  /// most: the largest number of steps to store.
  DiagonalJumps(const Grid& grid, const JumpMap& map, std::int32_t most = kMost);

  /// The number of steps from `cell` in a diagonal direction (a Move minus four). Positive:
  /// to the next cell that sees a jump point, or to a cell from which the walk continues
  /// (after kMost steps). Otherwise there is no such cell, and the walk ends after that
  /// many steps.
  std::int32_t steps(CellIndex cell, unsigned diagonal) const noexcept {
    return steps_[cell][diagonal];
  }

  std::size_t memory_bytes() const noexcept {
    return steps_.capacity() * sizeof(steps_[0]);
  }

 private:
  std::vector<std::array<std::int16_t, 4>> steps_;  ///< by cell
};

}  // namespace throng

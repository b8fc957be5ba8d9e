#pragma once

#include "../core/memory.hpp"

#include <throng/grid.hpp>
#include <throng/map_changes.hpp>
#include <throng/query.hpp>

#include <cstdint>
#include <vector>

namespace throng {

/// The narrow cells of a grid: those at which units of size 1 cannot pass each other,
/// because they lie in no square of 2 x 2 open cells.
class NarrowCells {
 public:
  static constexpr std::uint8_t kNarrow = 1;  ///< a bit
  static constexpr std::uint8_t kNear = 2;    ///< a bit: some cell within 2 steps is narrow

  NarrowCells(const Grid& grid, Memory memory);

  /// Moves on to another version of the grid.
  void follow(const Grid& grid, const MapChanges& changes) noexcept;

  /// By cell, its bits.
  const std::uint8_t* bits() const noexcept { return bits_.data(); }
  std::size_t memory_bytes() const noexcept { return bits_.capacity(); }

 private:
  void find(const Grid& grid, MapRect area) noexcept;

  std::pmr::vector<std::uint8_t> bits_;  ///< in the padded layout
};

}  // namespace throng

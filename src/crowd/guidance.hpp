#pragma once

#include "../core/memory.hpp"
#include "../sweep/sweep_space.hpp"
#include "narrow_cells.hpp"

#include <throng/grid.hpp>
#include <throng/living_map.hpp>
#include <throng/map_changes.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace throng {

/// What the fields of one movement class are swept over: the newest version of its grid,
/// without links and the steps that lanes close. And the narrow cells of the grid.
class Guidance {
 public:
  Guidance(const Grid& grid, Memory memory);

  /// Moves on to another version of the grid.
  void follow(const Grid& grid, const MapChanges& changes);
  /// Replaces the lanes. closed: by cell, a bit for each move; empty: no lanes. If memory
  /// runs out, nothing has changed.
  void set_lanes(const Grid& grid, std::pmr::vector<std::uint8_t> closed);

  const SweepSpace& space() const noexcept { return space_; }
  const NarrowCells& narrow() const noexcept { return narrow_; }
  std::span<const std::uint8_t> lanes() const noexcept { return closed_; }
  std::size_t memory_bytes() const noexcept;

 private:
  void take_lanes(const Grid& grid) noexcept;

  SweepSpace space_;
  NarrowCells narrow_;
  std::pmr::vector<std::uint8_t> closed_;
  std::pmr::vector<std::uint8_t> moves_;  ///< of the grid, without those closed
};

}  // namespace throng

#pragma once

#include "../core/memory.hpp"
#include "drawing.hpp"

#include <throng/grid.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng {

/// Straight lines between the centres of cells. line_of_sight() in any_angle.hpp defines
/// which lines are legal. Valid during the grid's lifetime; const members may be called
/// from any number of threads concurrently.
///
/// A segment is traversed cell by cell. The sign of an integer, twice the area of a
/// triangle, shows on which side of the segment a corner of the cell lies. Each step
/// changes that integer by a constant. The signs of the corners ahead determine the side,
/// or the corner, by which the segment leaves the cell.
///
/// Cost: O(1) per cell that the segment meets. Only trace() allocates memory.
/// Source: J. Amanatides, A. Woo, "A Fast Voxel Traversal Algorithm for Ray Tracing",
///       Eurographics, 1987; here without fractions, extended to hexagons and corners.
class LineOfSight {
 public:
  explicit LineOfSight(const Grid& grid) noexcept;

  /// Whether one cell sees the other.
  /// Pre: the map contains both.
  bool operator()(Position from, Position to) const noexcept;

  /// Appends the cells on the way from one cell to the other, without the first one: the
  /// cells that the segment meets, each a legal step from the previous one. If the segment
  /// runs between two cells, or through a corner of four cells on a tile grid, one of the
  /// two is listed. Pre: one cell sees the other.
  void trace(Position from, Position to, std::pmr::vector<CellIndex>& cells) const;

  const Grid& grid() const noexcept { return grid_; }
  const Drawing& drawing() const noexcept { return drawing_; }

 private:
  template <class Visit>
  bool walk(Position from, Position to, const Visit& visit) const;
  template <class Visit>
  bool walk_squares(Position from, Position to, const Visit& visit) const;
  template <class Visit>
  bool walk_hexagons(Position from, Position to, const Visit& visit) const;

  bool legal(CellIndex cell, Move move) const noexcept {
    return (moves_[cell] >> static_cast<unsigned>(move) & 1U) != 0;
  }
  bool legal_both_ways(CellIndex cell, Move a, Move b) const noexcept;
  CellIndex offset(Move move) const noexcept {
    return offsets_[static_cast<std::size_t>(move)];
  }

  const Grid& grid_;
  Drawing drawing_;
  const std::uint8_t* moves_;
  std::array<CellIndex, kMoves> offsets_{};  ///< by move
};

}  // namespace throng

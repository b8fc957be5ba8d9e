#pragma once

#include "../core/memory.hpp"
#include "drawing.hpp"

#include <throng/grid.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng {

/// Straight lines between the centres of cells. See line_of_sight() in any_angle.hpp for
/// what is legal. Valid while the grid lives; const members may be called from any number
/// of threads at once.
///
/// A segment is followed from cell to cell. On which side of it a corner of the cell lies
/// is the sign of an integer, twice the area of a triangle, which each step changes by a
/// constant; the corners ahead tell by which side, or which corner, the segment leaves.
///
/// Cost: O(1) for each cell that the segment meets. Nothing is allocated but by trace().
/// Source: J. Amanatides, A. Woo, "A Fast Voxel Traversal Algorithm for Ray Tracing",
/// Eurographics, 1987; here without fractions, for hexagons too, and with corners.
class LineOfSight {
 public:
  explicit LineOfSight(const Grid& grid) noexcept;

  /// Whether a unit may walk straight from one cell to the other.
  /// Pre: the map contains both.
  bool operator()(Position from, Position to) const noexcept;

  /// Appends the cells by which it walks, without the first: those that the segment meets,
  /// each a legal step from the one before. Where it runs along the side of two cells, or
  /// through a corner of four on a tile grid, one of both is named.
  /// Pre: a unit may walk straight from one cell to the other.
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

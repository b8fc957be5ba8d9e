#pragma once

#include "../grid/regions.hpp"
#include "line_of_sight.hpp"

#include <throng/grid.hpp>

#include <cstddef>
#include <cstdint>

namespace throng {

/// Straight lines of units that cover open cells only. clear_line() in any_angle.hpp
/// defines which lines are clear. Valid during the grid's lifetime; const members may be
/// called from any number of threads concurrently.
///
/// A unit of k x k cells overlaps the closed cell i,j exactly while its anchor is inside
/// the open square from i - k, j - k to i + 1, j + 1, whose sides have length k + 1. This
/// square consists of all unit squares between four neighbouring anchors of which one is
/// closed because of i,j. So a segment is clear if and only if the four anchors around each
/// unit square whose interior it meets are open, and a segment along a row or column needs
/// its own anchors only.
///
/// A clear line is a line of sight: the anchors of the cells that the segment meets, and of
/// the cells around the corners that it passes through, surround unit squares that it
/// meets. Only closed steps need a second test.
///
/// The segment is followed row by row. Its column is a whole number and a fraction; each
/// row adds a constant to both. So there is no rounding, and one division per segment.
/// Cost: O(rows + squares that the segment meets).
class ClearLine {
 public:
  explicit ClearLine(const Grid& grid) noexcept;

  /// Whether a unit that moves straight from one cell to the other covers open cells only.
  /// Pre: the map contains both.
  bool operator()(Position from, Position to) const noexcept;

  const LineOfSight& sight() const noexcept { return sight_; }

 private:
  template <class RowOfSquares>
  bool squares_open(Position from, Position to, const RowOfSquares& open) const noexcept;

  LineOfSight sight_;
  const std::uint8_t* moves_;
  const Region* regions_;
  CellIndex stride_;
  bool plain_;
};

/// The legs that paths of a grid may have: clear lines where no step cuts a corner, that
/// is, under never_cut and on tile grids; elsewhere lines of sight. A legal step is a legal
/// leg. Valid and callable as ClearLine.
class Legs {
 public:
  explicit Legs(const Grid& grid) noexcept;

  /// Pre: the map contains both.
  bool operator()(Position from, Position to) const noexcept {
    return need_clear_ ? clear_(from, to) : sight()(from, to);
  }

  const LineOfSight& sight() const noexcept { return clear_.sight(); }
  const Grid& grid() const noexcept { return sight().grid(); }
  const Drawing& drawing() const noexcept { return sight().drawing(); }

 private:
  ClearLine clear_;
  bool need_clear_;
};

}  // namespace throng

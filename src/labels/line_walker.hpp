#pragma once

#include "../grid/padded_position.hpp"
#include "../jump/bit_lines.hpp"

#include <throng/grid.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

namespace throng {

/// Calls visit(row, column) for the stops of a quadrant whose rectangle with a cell holds
/// no other stop. rows, columns: of the first stops straight ahead. steps(row): to the
/// first stop of a row.
template <class Steps, class Visit>
void descend_stairs(std::int32_t rows, std::int32_t columns, const Steps& steps,
                    const Visit& visit) {
  for (std::int32_t row = 1; row < rows && columns > 1; ++row) {
    const std::int32_t column = steps(row);
    if (column >= columns) continue;
    visit(row, column);
    columns = column;
  }
}

/// The same of the two octants beside a diagonal, and the parallelograms of diagonal and
/// straight steps. columns: of the first stops straight ahead, on either side.
/// advance(walked): takes a step along the diagonal, unless it ends. steps(side): from
/// there to the first stop. visit(side, walked, column).
template <class Advance, class Steps, class Visit>
void descend_diagonal(std::array<std::int32_t, 2> columns, const Advance& advance,
                      const Steps& steps, const Visit& visit) {
  for (std::int32_t walked = 1; advance(walked); ++walked)
    for (unsigned side = 0; side < 2; ++side) {
      const std::int32_t column = steps(side);
      if (column >= columns[side]) continue;
      visit(side, walked, column);
      columns[side] = column;
    }
}

/// Walks over the padded layout of a grid of squares, along lines with stops. The lines of
/// vertical moves are columns.
class LineWalker {
 public:
  explicit LineWalker(CellIndex stride) : stride_(stride) {}

  /// Steps from a cell to the next stop.
  std::int32_t steps(const BitLines& stops, unsigned move, CellIndex cell) const noexcept {
    const auto [x, y] = padded_position(cell, stride_);
    const auto line = static_cast<std::size_t>(is_vertical(move) ? x : y);
    const std::int32_t from = is_vertical(move) ? y : x;
    return move == 1 || move == 2 ? stops.next(line, from) - from
                                  : from - stops.previous(line, from);
  }
  /// Whether a cell is a stop of these rows.
  bool stops(const BitLines& rows, CellIndex cell) const noexcept {
    return rows.test(cell / stride_, cell % stride_);
  }
  CellIndex walk(CellIndex cell, unsigned move, std::int32_t steps) const noexcept {
    const CellIndex offset = static_cast<CellIndex>(kMoveY[move]) * stride_ +
                             static_cast<CellIndex>(kMoveX[move]);
    return cell + static_cast<CellIndex>(steps) * offset;
  }
  /// Of a straight move.
  static bool is_vertical(unsigned move) noexcept { return move % 2 == 0; }

 private:
  CellIndex stride_;
};

}  // namespace throng

#pragma once

#include "../grid/padded_position.hpp"
#include "../jump/bit_lines.hpp"

#include <throng/grid.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

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

/// Finds the subgoals that a cell sees.
/// - Octile: those to which the canonical way from the cell (some steps diagonally, then
///   straight) is free, with no other subgoal in between. All cells of the parallelogram of
///   such a way are open, so each order of its steps is legal.
/// - Tile: those whose rectangle with the cell is empty and holds no third subgoal: see
///   TileCorners.
///
/// Bytes: two bits a padded cell.
class SubgoalScan {
 public:
  /// subgoals: open cells. Keeps a reference to the grid.
  SubgoalScan(const Grid& grid, std::span<const CellIndex> subgoals);

  /// Calls visit(cell of a subgoal, diagonal steps, straight steps) for each subgoal that
  /// an open cell sees; never for the cell itself. On a tile grid these are the steps of a
  /// leg, see leg_costs(). Cost: the diagonals that leave the cell, and up to two scans for
  /// each of their cells; on a tile grid two scans for each open cell above and below.
  template <class Visit>
  void for_each_seen(CellIndex cell, const Visit& visit) const {
    for (const Move move : {Move::north, Move::east, Move::south, Move::west}) {
      const std::int32_t steps = this->steps(move, cell);
      const CellIndex end = walk(cell, move, steps);
      if (is_open(end)) visit(end, 0, steps);
    }
    for (const Move move :
         {Move::north_east, Move::south_east, Move::south_west, Move::north_west})
      if (is_tile_)
        look_over_rows(cell, move, visit);
      else
        look_diagonally(cell, move, visit);
  }

  std::size_t memory_bytes() const noexcept {
    return rows_.memory_bytes() + columns_.memory_bytes();
  }

 private:
  /// Along a diagonal, looks along both straight components, no farther than from the cells
  /// before: beyond their ends a subgoal is hidden or not the next one.
  template <class Visit>
  void look_diagonally(CellIndex cell, Move move, const Visit& visit) const {
    const auto d = static_cast<unsigned>(move);
    const Move across = kMoveX[d] > 0 ? Move::east : Move::west;
    const Move along = kMoveY[d] > 0 ? Move::south : Move::north;
    std::int32_t most_across = steps(across, cell) - 1;
    std::int32_t most_along = steps(along, cell) - 1;
    const auto look_aside = [&](Move aside, std::int32_t walked, std::int32_t& most) {
      const std::int32_t steps = this->steps(aside, cell);
      if (const CellIndex end = walk(cell, aside, steps); steps <= most && is_open(end))
        visit(end, walked, steps);
      most = std::min(most, steps - 1);
    };
    for (std::int32_t walked = 1; (moves_[cell] >> d & 1U) != 0; ++walked) {
      cell += offset(move);
      if (stops(cell)) return visit(cell, walked, 0);
      look_aside(across, walked, most_across);
      look_aside(along, walked, most_along);
    }
  }

  /// Looks along each row of a quadrant.
  template <class Visit>
  void look_over_rows(CellIndex cell, Move move, const Visit& visit) const {
    const auto d = static_cast<unsigned>(move);
    const Move across = kMoveX[d] > 0 ? Move::east : Move::west;
    const Move along = kMoveY[d] > 0 ? Move::south : Move::north;
    const auto steps_of_row = [&](std::int32_t row) {
      return steps(across, walk(cell, along, row));
    };
    descend_stairs(steps(along, cell), steps(across, cell), steps_of_row,
                   [&](std::int32_t row, std::int32_t column) {
                     const std::int32_t diagonal = std::min(row, column);
                     const CellIndex end = walk(walk(cell, along, row), across, column);
                     if (is_open(end)) visit(end, diagonal, row + column - 2 * diagonal);
                   });
  }

  /// Steps from an open cell to the next stop: a closed cell or a subgoal.
  std::int32_t steps(Move move, CellIndex cell) const noexcept {
    const auto [x, y] = padded_position(cell, stride_);
    switch (move) {
      case Move::north:
        return y - columns_.previous(static_cast<std::size_t>(x), y);
      case Move::east:
        return rows_.next(static_cast<std::size_t>(y), x) - x;
      case Move::south:
        return columns_.next(static_cast<std::size_t>(x), y) - y;
      default:
        return x - rows_.previous(static_cast<std::size_t>(y), x);
    }
  }

  bool stops(CellIndex cell) const noexcept {
    return rows_.test(cell / stride_, cell % stride_);
  }
  /// Of a stop: a subgoal has moves, a closed cell has none.
  bool is_open(CellIndex stop) const noexcept { return moves_[stop] != 0; }

  CellIndex offset(Move move) const noexcept {
    const auto d = static_cast<unsigned>(move);
    return static_cast<CellIndex>(kMoveY[d]) * stride_ + static_cast<CellIndex>(kMoveX[d]);
  }
  CellIndex walk(CellIndex cell, Move move, std::int32_t steps) const noexcept {
    return cell + static_cast<CellIndex>(steps) * offset(move);
  }

  const std::uint8_t* moves_;
  CellIndex stride_;
  bool is_tile_;
  BitLines rows_;     ///< stops
  BitLines columns_;  ///< the same, by column
};

}  // namespace throng

#include "turn_scan.hpp"

#include "../jump/open_lines.hpp"
#include "turn_corners.hpp"

#include <initializer_list>

namespace throng {
namespace {

/// Closed cells, and the corners that have a closed neighbour at one of these diagonal
/// moves.
BitLines stops_at(const BitLines& open, std::initializer_list<Move> diagonals) {
  BitLines stops(open.lines(), open.length());
  for (std::size_t y = 0; y < open.lines(); ++y)
    for (std::size_t w = 0; w < open.words(); ++w) {
      std::uint64_t word = ~open.line(y)[w];
      for (const Move diagonal : diagonals) word |= corners_at(open, y, w, diagonal);
      stops.line(y)[w] = word;
    }
  return stops;
}

}  // namespace

TurnScan::TurnScan(const Grid& grid) : TurnScan(grid, open_rows(grid)) {}

TurnScan::TurnScan(const Grid& grid, const BitLines& open)
    : moves_(grid.moves().data()),
      walker_(grid.stride()),
      ahead_{transposed(stops_at(open, {Move::south_east, Move::south_west})),
             stops_at(open, {Move::south_west, Move::north_west}),
             transposed(stops_at(open, {Move::north_east, Move::north_west})),
             stops_at(open, {Move::north_east, Move::south_east})},
      beside_{stops_at(open, {Move::north_west, Move::south_east}),
              stops_at(open, {Move::north_east, Move::south_west})} {}

}  // namespace throng

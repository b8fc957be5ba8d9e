#include "tile_corners.hpp"

#include "../jump/jump_graph.hpp"
#include "../jump/open_lines.hpp"

#include <algorithm>
#include <bit>

namespace throng {
namespace {

/// The opposite of lines whose border is closed.
BitLines closed_rows(const BitLines& open) {
  BitLines closed(open.lines(), open.length());
  for (std::size_t y = 0; y < open.lines(); ++y)
    for (std::size_t w = 0; w < open.words(); ++w) closed.line(y)[w] = ~open.line(y)[w];
  return closed;
}

std::uint64_t corners_of(const BitLines& open, std::size_t y, std::size_t w) {
  std::uint64_t corners = 0;
  for (const Move diagonal :
       {Move::north_east, Move::south_east, Move::south_west, Move::north_west})
    corners |= corners_at(open, y, w, diagonal);
  return corners;
}

std::pmr::vector<CellIndex> find_corners(const BitLines& open) {
  std::pmr::vector<CellIndex> cells;
  for (std::size_t y = 1; y + 1 < open.lines(); ++y)
    for (std::size_t w = 0; w < open.words(); ++w)
      for (std::uint64_t bits = corners_of(open, y, w); bits != 0; bits &= bits - 1)
        cells.push_back(static_cast<CellIndex>(
            y * open.length() + w * 64 + static_cast<std::size_t>(std::countr_zero(bits))));
  order_by_squares(cells, open);
  return cells;
}

/// Whether the places from first to last are free in all of these lines.
bool are_free(const BitLines& closed, std::int32_t line, std::int32_t last_line,
              std::int32_t first, std::int32_t last) noexcept {
  for (; line <= last_line; ++line)
    if (closed.next(static_cast<std::size_t>(line), first - 1) <= last) return false;
  return true;
}

}  // namespace

/// The border of a map is closed, so what is shifted in from other lines is closed.
std::uint64_t corners_at(const BitLines& open, std::size_t y, std::size_t w,
                         Move diagonal) noexcept {
  if (open.line(y)[w] == 0) return 0;
  const auto d = static_cast<unsigned>(diagonal);
  const std::uint64_t* const row = open.line(y) + w;
  const std::uint64_t* const beside = open.line(kMoveY[d] > 0 ? y + 1 : y - 1) + w;
  const auto shifted = [d](const std::uint64_t* word) {
    return kMoveX[d] > 0 ? word[0] >> 1 | word[1] << 63 : word[0] << 1 | word[-1] >> 63;
  };
  return row[0] & beside[0] & shifted(row) & ~shifted(beside);
}

TileCorners::TileCorners(const Grid& grid) : TileCorners(open_rows(grid)) {}

TileCorners::TileCorners(const BitLines& open)
    : rows_(closed_rows(open)), columns_(transposed(rows_)), cells_(find_corners(open)) {
  places_.reserve(cells_.size());
  for (const CellIndex cell : cells_)
    places_.push_back(padded_position(cell, static_cast<CellIndex>(open.length())));
}

bool TileCorners::is_empty(PaddedPosition a, PaddedPosition b) const noexcept {
  const auto [left, right] = std::minmax(a.x, b.x);
  const auto [top, bottom] = std::minmax(a.y, b.y);
  return right - left < bottom - top ? are_free(columns_, left, right, top, bottom)
                                     : are_free(rows_, top, bottom, left, right);
}

std::int32_t TileCorners::run(unsigned direction, PaddedPosition from) const noexcept {
  for (std::int32_t run = 0;; ++run) {
    from.x += kMoveX[direction];
    from.y += kMoveY[direction];
    if (rows_.test(static_cast<std::size_t>(from.y), static_cast<std::size_t>(from.x)))
      return run;
  }
}

}  // namespace throng

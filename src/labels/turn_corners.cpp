#include "turn_corners.hpp"

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

std::uint64_t corners_of_tile(const BitLines& open, std::size_t y, std::size_t w) {
  std::uint64_t corners = 0;
  for (const Move diagonal :
       {Move::north_east, Move::south_east, Move::south_west, Move::north_west})
    corners |= corners_at(open, y, w, diagonal);
  return corners;
}

/// The corners of an octile grid.
std::uint64_t cut_corners(const BitLines& open, std::size_t y, std::size_t w,
                          Corners rule) {
  if (open.line(y)[w] == 0) return 0;
  std::uint64_t corners = 0;
  for (unsigned ahead = 0; ahead < 4; ++ahead) {
    const unsigned left = (ahead + 3) % 4, right = (ahead + 1) % 4;
    const std::uint64_t on_left = neighbours(open, y, w, left);
    const std::uint64_t on_right = neighbours(open, y, w, right);
    const std::uint64_t past_left = neighbours(open, y, w, 4 + left);
    const std::uint64_t past_right = neighbours(open, y, w, 4 + ahead);
    const std::uint64_t turns =
        rule == Corners::cut_one
            ? on_left & on_right & (past_left | past_right)
            : (past_right & (on_left | past_left)) | (past_left & on_right);
    corners |= turns & ~neighbours(open, y, w, ahead);
  }
  return corners & open.line(y)[w];
}

std::pmr::vector<CellIndex> find_corners(const Rules& rules, const BitLines& open) {
  std::pmr::vector<CellIndex> cells;
  for (std::size_t y = 1; y + 1 < open.lines(); ++y)
    for (std::size_t w = 0; w < open.words(); ++w)
      for (std::uint64_t bits = rules.topology == Topology::tile
                                    ? corners_of_tile(open, y, w)
                                    : cut_corners(open, y, w, rules.corners);
           bits != 0; bits &= bits - 1)
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
std::uint64_t neighbours(const BitLines& open, std::size_t y, std::size_t w,
                         unsigned move) noexcept {
  const std::int32_t dx = kMoveX[move], dy = kMoveY[move];
  const std::uint64_t* const word =
      open.line(dy > 0 ? y + 1 : y - static_cast<std::size_t>(-dy)) + w;
  if (dx == 0) return word[0];
  return dx > 0 ? word[0] >> 1 | word[1] << 63 : word[0] << 1 | word[-1] >> 63;
}

std::uint64_t corners_at(const BitLines& open, std::size_t y, std::size_t w,
                         Move diagonal) noexcept {
  if (open.line(y)[w] == 0) return 0;
  const auto d = static_cast<unsigned>(diagonal);
  return open.line(y)[w] & neighbours(open, y, w, along_of(d)) &
         neighbours(open, y, w, across_of(d)) & ~neighbours(open, y, w, d);
}

TurnCorners::TurnCorners(const Grid& grid) : TurnCorners(grid.rules(), open_rows(grid)) {}

TurnCorners::TurnCorners(const Rules& rules, const BitLines& open)
    : topology_(rules.topology),
      rule_(rules.corners),
      rows_(closed_rows(open)),
      columns_(transposed(rows_)),
      cells_(find_corners(rules, open)) {
  places_.reserve(cells_.size());
  for (const CellIndex cell : cells_)
    places_.push_back(padded_position(cell, static_cast<CellIndex>(open.length())));
}

bool TurnCorners::sees(PaddedPosition from, PaddedPosition to) const noexcept {
  if (topology_ == Topology::tile) return is_empty(from, to);
  const JumpLine line(to.x - from.x, to.y - from.y);
  const std::int32_t dx = kMoveX[line.across], dy = kMoveY[line.across];
  for (std::int32_t left = line.diagonal; left > 0; --left) {
    if (rule_ == Corners::cut_one && is_closed(from.x + dx, from.y) &&
        is_closed(from.x, from.y + dy))
      return false;
    from.x += dx;
    from.y += dy;
    if (is_closed(from.x, from.y)) return false;
  }
  return is_empty(from, to);
}

/// Whether a rectangle contains open cells only.
bool TurnCorners::is_empty(PaddedPosition a, PaddedPosition b) const noexcept {
  const auto [left, right] = std::minmax(a.x, b.x);
  const auto [top, bottom] = std::minmax(a.y, b.y);
  return right - left < bottom - top ? are_free(columns_, left, right, top, bottom)
                                     : are_free(rows_, top, bottom, left, right);
}

std::int32_t TurnCorners::run(unsigned direction, PaddedPosition from) const noexcept {
  for (std::int32_t run = 0;; ++run) {
    from.x += kMoveX[direction];
    from.y += kMoveY[direction];
    if (is_closed(from.x, from.y)) return run;
  }
}

}  // namespace throng

#include "kept_line.hpp"

#include "line_path.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <utility>

namespace throng {
namespace {

/// 2^-20 cells.
constexpr LineLength kLeastMargin = LineLength{1} << 12;

constexpr bool is_vertex(LinePoint point) noexcept { return point.x % 2 == 0; }

/// Whether two closed cells touch in a vertex and the other two around it are open.
bool is_pinched(const LineBoard& board, std::int32_t x, std::int32_t y) noexcept {
  const bool se = board.blocked(x, y), sw = board.blocked(x - 1, y);
  return se != sw && board.blocked(x - 1, y - 1) == se && board.blocked(x, y - 1) == sw;
}

bool is_pinched(const LineBoard& board, LinePoint point) noexcept {
  return board.model() == LineModel::point && is_vertex(point) &&
         is_pinched(board, point.x / 2, point.y / 2);
}

bool may_stand(const LineBoard& board, const Grid& grid, LinePoint point) noexcept {
  if (board.model() == LineModel::unit)
    return grid.open(position_of(LineModel::unit, point));
  const std::int32_t x = point.x / 2, y = point.y / 2;
  if (!is_vertex(point)) return !board.blocked(x, y);
  return !is_pinched(board, x, y) &&
         !(board.blocked(x, y) && board.blocked(x - 1, y) && board.blocked(x, y - 1) &&
           board.blocked(x - 1, y - 1));
}

/// Whether a leg along a row is clear, at the height y from x to the right.
bool row_is_clear(const LineBoard& board, std::int32_t y, std::int32_t x,
                  std::int32_t end) noexcept {
  if (x == end) return true;
  if (y % 2 == 0) return board.next_barred(y / 2, x / 2) >= end / 2;
  return board.next_blocked(y / 2, x / 2) > (end - 1) / 2;
}

bool column_is_clear(const LineBoard& board, std::int32_t x, std::int32_t y,
                     std::int32_t end) noexcept {
  for (std::int32_t row = y / 2; 2 * row < end; ++row)
    if (x % 2 == 0 ? board.fallen(x / 2, row) : board.blocked(x / 2, row)) return false;
  return true;
}

/// Whether a leg that is neither is clear: each square is free whose inside it meets.
bool is_clear_aslant(const LineBoard& board, LinePoint a, LinePoint b) noexcept {
  if (b.y < a.y) std::swap(a, b);
  // Columns are multiplied by the height of the leg, which makes all of them whole.
  const std::int64_t height = b.y - a.y, across = b.x - a.x, square = 2 * height;
  const auto at = [&](std::int32_t y) { return a.x * height + across * (y - a.y); };
  std::int64_t upper = at(a.y);
  for (std::int32_t row = a.y / 2; 2 * row < b.y; ++row) {
    const std::int32_t below = std::min(2 * row + 2, b.y);
    const std::int64_t lower = at(below);
    const auto [first, end] = std::minmax(upper, lower);
    if (board.next_blocked(row, static_cast<std::int32_t>(first / square)) <=
        (end - 1) / square)
      return false;
    if (below != b.y && board.model() == LineModel::point && lower % square == 0 &&
        is_pinched(board, static_cast<std::int32_t>(lower / square), row + 1))
      return false;
    upper = lower;
  }
  return true;
}

bool is_clear(const LineBoard& board, LinePoint a, LinePoint b) noexcept {
  if (is_pinched(board, b)) return false;
  if (a.y == b.y) return row_is_clear(board, a.y, std::min(a.x, b.x), std::max(a.x, b.x));
  if (a.x == b.x)
    return column_is_clear(board, a.x, std::min(a.y, b.y), std::max(a.y, b.y));
  return is_clear_aslant(board, a, b);
}

/// A box in half cells; its sides belong to it.
struct Box {
  LinePoint low, high;

  LinePoint nearest(LinePoint p) const noexcept {
    return {std::clamp(p.x, low.x, high.x), std::clamp(p.y, low.y, high.y)};
  }
};

constexpr LinePoint mirrored(LinePoint p) noexcept { return {p.y, p.x}; }

/// The least length of a way from a to b by a point of the segment from low to high, which
/// lies in a column: by where it meets the segment from a to b, or from a to the reflection
/// of b; or by the end of it that is nearer to that place.
LineLength least_by(LinePoint a, LinePoint b, LinePoint low, LinePoint high) noexcept {
  const std::int64_t from = std::abs(a.x - low.x), to = std::abs(b.x - low.x);
  const std::int64_t place = a.y * to + b.y * from;  // times from + to
  const auto by = [&](LinePoint end) { return line_length(a, end) + line_length(end, b); };
  if (from + to == 0) return by({low.x, std::clamp(a.y, low.y, high.y)});
  if (place < low.y * (from + to)) return by(low);
  if (place > high.y * (from + to)) return by(high);
  return line_length({}, {static_cast<std::int32_t>(from + to), a.y - b.y});
}

/// The least length of a way from a to b by a point of a box.
LineLength least_by(LinePoint a, LinePoint b, const Box& box) noexcept {
  const auto [low, high] = box;
  if (box.nearest(a) == a || box.nearest(b) == b) return line_length(a, b);
  const LinePoint other{low.x, high.y}, another{high.x, low.y};
  return std::min({least_by(a, b, low, other), least_by(a, b, another, high),
                   least_by(mirrored(a), mirrored(b), mirrored(low), mirrored(another)),
                   least_by(mirrored(a), mirrored(b), mirrored(other), mirrored(high))});
}

/// Around what is new where the cells of a rectangle opened.
Box box_of(LineModel model, const MapRect& rect) noexcept {
  const LinePoint low{2 * (rect.corner.x + 1), 2 * (rect.corner.y + 1)};
  const std::int32_t less = model == LineModel::unit ? 1 : 0;
  return {low, {low.x + 2 * (rect.width - less), low.y + 2 * (rect.height - less)}};
}

}  // namespace

std::optional<std::size_t> illegal_leg(const LineBoard& board, const Grid& grid,
                                       std::span<const LinePoint> points) noexcept {
  if (!may_stand(board, grid, points[0])) return 0;
  for (std::size_t leg = 0; leg + 1 < points.size(); ++leg)
    if (!is_clear(board, points[leg], points[leg + 1])) return leg;
  return std::nullopt;
}

bool may_shorten(LineModel model, std::span<const LinePoint> points,
                 std::span<const MapRect> cheaper) noexcept {
  if (points.size() <= 2) return false;
  LineLength length = 0;
  for (std::size_t k = 1; k < points.size(); ++k)
    length += line_length(points[k - 1], points[k]);
  const LineLength most = length + (length >> 28) + kLeastMargin;
  const LinePoint start = points.front(), goal = points.back();
  return std::ranges::any_of(cheaper, [&](const MapRect& rect) {
    const Box box = box_of(model, rect);
    // Less than the least length, and seldom much less.
    const LineLength about =
        line_length(start, box.nearest(start)) + line_length(box.nearest(goal), goal);
    return about <= most && least_by(start, goal, box) <= most;
  });
}

}  // namespace throng

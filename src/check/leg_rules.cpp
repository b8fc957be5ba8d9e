#include "leg_rules.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

namespace throng {
namespace {

__extension__ using Wide = __int128;

Wide floor_of(Wide over, Wide under) {  // under > 0
  const Wide quotient = over / under;
  return over % under < 0 ? quotient - 1 : quotient;
}

/// A time on a leg, from 0 to 1.
struct Time {
  Wide over;
  Wide under;  ///< > 0

  friend bool operator<(const Time& a, const Time& b) {
    return a.over * b.under < b.over * a.under;
  }
};

/// In halves of a cell; in x in thirds of the distance of two columns on hexagonal grids.
struct Point {
  std::int64_t x;
  std::int64_t y;
};

/// The cells of a topology as they are drawn.
struct Drawn {
  explicit Drawn(Topology of) : topology(of), column(of == Topology::hex ? 3 : 2) {
    corners = {{1, -1}, {1, 1}, {-1, 1}, {-1, -1}};
    if (of == Topology::hex)
      corners = {{2, 0}, {1, 1}, {-1, 1}, {-2, 0}, {-1, -1}, {1, -1}};
  }

  Point centre(Position p) const {
    const bool higher = is_hexagonal(topology) && p.x % 2 != 0;
    return {column * p.x, 2 * std::int64_t{p.y} - (higher ? 1 : 0)};
  }

  Topology topology;
  std::int64_t column;
  std::vector<Point> corners;  ///< around the centre, clockwise
};

/// The part of a leg that lies inside a cell.
struct Part {
  Time begin;
  Time end;
  Position cell;
};

/// The parts of a leg, in order: it is clipped at every side of every cell near it.
std::vector<Part> parts_of(const Drawn& drawn, Position from, Position to) {
  const Point a = drawn.centre(from), b = drawn.centre(to);
  const std::int64_t dx = b.x - a.x, dy = b.y - a.y;
  std::vector<Part> found;
  const auto clip = [&](Position cell) {
    const Point c = drawn.centre(cell);
    Part part{{0, 1}, {1, 1}, cell};
    for (std::size_t k = 0; k < drawn.corners.size(); ++k) {
      const Point p = drawn.corners[k], q = drawn.corners[(k + 1) % drawn.corners.size()];
      // Inside where the point lies clockwise of the side: at + t * speed > 0.
      const Wide at =
          Wide{q.x - p.x} * (a.y - c.y - p.y) - Wide{q.y - p.y} * (a.x - c.x - p.x);
      const Wide speed = Wide{q.x - p.x} * dy - Wide{q.y - p.y} * dx;
      if (speed == 0 && at <= 0) return;
      if (speed > 0) part.begin = std::max(part.begin, Time{-at, speed});
      if (speed < 0) part.end = std::min(part.end, Time{at, -speed});
    }
    if (part.begin < part.end) found.push_back(part);
  };
  // By columns: the rows that the leg reaches within a column of distance to each side.
  const std::int64_t least = std::min(from.x, to.x), most = std::max(from.x, to.x);
  for (std::int64_t x = least - 1; x <= most + 1; ++x) {
    Wide low = std::min(a.y, b.y), high = std::max(a.y, b.y);
    if (dx != 0) {
      const std::int64_t ahead = dx > 0 ? 1 : -1;
      const auto at = [&](std::int64_t column) {
        const Wide way = std::clamp<std::int64_t>((drawn.column * column - a.x) * ahead, 0,
                                                  std::abs(dx));
        return a.y + floor_of(way * dy, std::abs(dx));
      };
      low = std::min(at(x - 1), at(x + 1));
      high = std::max(at(x - 1), at(x + 1));
    }
    for (Wide y = floor_of(low, 2) - 1; y <= floor_of(high, 2) + 2; ++y)
      clip({static_cast<std::int32_t>(x), static_cast<std::int32_t>(y)});
  }
  std::sort(found.begin(), found.end(),
            [](const Part& p, const Part& q) { return p.begin < q.begin; });
  return found;
}

}  // namespace

std::string LegRules::fault(Position from, Position to) const {
  if (!ground_.inside(to)) return "leaves the map";
  if (!ground_.open(to)) return "ends on a closed cell";
  if (from == to) return "stands still";
  const Rules& rules = ground_.rules();
  const bool cuts_no_corner =
      rules.topology == Topology::tile ||
      (rules.topology == Topology::octile && rules.corners == Corners::never_cut);
  std::string fault = cuts_no_corner ? overlap_fault(from, to) : "";
  return fault.empty() ? sight_fault(from, to) : fault;
}

/// Sweeps the square of the unit along the leg. For each row of cells that the sweep meets,
/// it computes from where to where the sweep reaches in that row.
std::string LegRules::overlap_fault(Position from, Position to) const {
  const std::int64_t size = ground_.rules().unit_size;
  if (from.y > to.y) std::swap(from, to);
  const std::int64_t dx = std::int64_t{to.x} - from.x, dy = std::int64_t{to.y} - from.y;
  for (std::int64_t row = 0; row < dy + size; ++row) {
    // Its upper side is `begin` to `end` rows below the start while it meets the row.
    const std::int64_t begin = std::clamp<std::int64_t>(row - size, 0, dy);
    const std::int64_t end = std::clamp<std::int64_t>(row + 1, 0, dy);
    const std::int64_t under = std::max<std::int64_t>(dy, 1);
    const Wide first = Wide{dx} * (dy == 0 ? 0 : begin);
    const Wide last = Wide{dx} * (dy == 0 ? 1 : end);
    const Wide left = floor_of(std::min(first, last), under);
    const Wide right = size - 1 - floor_of(-std::max(first, last), under);
    for (Wide x = left; x <= right; ++x) {
      const Position cell{from.x + static_cast<std::int32_t>(x),
                          from.y + static_cast<std::int32_t>(row)};
      if (!ground_.open_cell(cell)) return "overlaps the closed cell " + cell_text(cell);
    }
  }
  return "";
}

/// Follows the anchor of the unit.
std::string LegRules::sight_fault(Position from, Position to) const {
  const std::vector<Part> all = parts_of(Drawn(ground_.rules().topology), from, to);
  for (std::size_t i = 1; i < all.size(); ++i) {
    const Position cell = all[i].cell;
    if (!ground_.open(cell)) return "meets the closed cell " + cell_text(cell);
    std::string fault = crossing_fault(all[i - 1].cell, cell);
    if (!fault.empty())
      return "goes from " + cell_text(all[i - 1].cell) + " to " + cell_text(cell) +
             ", which " + fault;
  }
  return "";
}

/// The fault of the way from one part of a leg to the next. Pre: both cells are open.
std::string LegRules::crossing_fault(Position from, Position to) const {
  std::string fault(ground_.step_fault(from, to));
  const bool is_step =
      ground_.rules().topology == Topology::octile || ground_.shape_fault(from, to).empty();
  if (fault.empty() || is_step) return fault;
  // Through a corner of four tiles, or along the side between two cells.
  int ways = 0;
  for (std::int32_t y = -1; y <= 1; ++y)
    for (std::int32_t x = -1; x <= 1; ++x) {
      const Position beside{from.x + x, from.y + y};
      if (ground_.open(beside) && ground_.step_fault(from, beside).empty() &&
          ground_.step_fault(beside, to).empty())
        ++ways;
    }
  return ways == 2 ? "" : "is closed on one side";
}

std::string half_text(Position p) {
  const auto text = [](std::int32_t half) {
    if (half % 2 == 0) return std::to_string(half / 2);
    return (half < 0 ? "-" : "") + std::to_string(std::abs(half) / 2) + ".5";
  };
  return text(p.x) + "," + text(p.y);
}

/// Whether of the four cells around the corner in the upper left of the cell x,y two are
/// closed that touch in it alone.
bool LegRules::pinched(std::int64_t x, std::int64_t y) const {
  const auto open = [&](std::int64_t dx, std::int64_t dy) {
    return ground_.open(
        {static_cast<std::int32_t>(x + dx), static_cast<std::int32_t>(y + dy)});
  };
  return open(0, 0) == open(-1, -1) && open(0, -1) == open(-1, 0) &&
         open(0, 0) != open(0, -1);
}

std::string LegRules::end_fault(Position end) const {
  if ((end.x % 2 == 0) != (end.y % 2 == 0)) return "ends on the side of a cell";
  if (end.x % 2 == 0)
    return ground_.open({end.x / 2, end.y / 2}) ? "" : "ends on a closed cell";
  return pinched((end.x + 1) / 2, (end.y + 1) / 2) ? "ends between two closed cells" : "";
}

std::string LegRules::half_fault(Position from, Position to) const {
  if (from == to) return "stands still";
  for (const Position end : {from, to})
    if (std::string fault = end_fault(end); !fault.empty()) return fault;
  if (std::string fault = side_fault(from, to); !fault.empty()) return fault;
  return crossed_fault(from, to);
}

/// A leg along sides of cells needs an open cell beside each of them.
std::string LegRules::side_fault(Position from, Position to) const {
  const bool upright = from.x == to.x;
  if (!upright && from.y != to.y) return "";
  if ((upright ? from.x : from.y) % 2 == 0) return "";
  const std::int32_t side = ((upright ? from.x : from.y) + 1) / 2;
  const auto [first, last] = std::minmax(upright ? from.y : from.x, upright ? to.y : to.x);
  for (std::int32_t at = first + 1; at < last; at += 2) {
    const Position one = upright ? Position{side - 1, at / 2} : Position{at / 2, side - 1};
    const Position other = upright ? Position{side, at / 2} : Position{at / 2, side};
    if (!ground_.open(one) && !ground_.open(other))
      return "passes between the closed cells " + cell_text(one) + " and " +
             cell_text(other);
  }
  return "";
}

/// Follows a leg row by row: no closed cell of a row may meet it with its inside, and no
/// corner within the leg may be pinched.
std::string LegRules::crossed_fault(Position from, Position to) const {
  if (from.y > to.y || (from.y == to.y && from.x > to.x)) std::swap(from, to);
  // In half cells from the upper left corner of the map.
  const Position a{from.x + 1, from.y + 1}, b{to.x + 1, to.y + 1};
  const std::int64_t dx = std::int64_t{b.x} - a.x, dy = std::int64_t{b.y} - a.y;
  if (dy == 0) {
    for (std::int32_t x = a.x + 1; x < b.x; ++x)
      if (a.y % 2 == 0 && x % 2 == 0 && pinched(x / 2, a.y / 2))
        return "passes between two closed cells at " + half_text({x - 1, a.y - 1});
    return a.y % 2 == 0 ? "" : row_fault(a, b, a.y / 2);
  }
  for (std::int32_t row = a.y / 2; 2 * row < b.y; ++row) {
    if (std::string fault = row_fault(a, b, row); !fault.empty()) return fault;
    const std::int64_t y = 2 * std::int64_t{row};
    if (y <= a.y || (y - a.y) * dx % dy != 0) continue;
    const std::int64_t x = a.x + (y - a.y) * dx / dy;
    if (x % 2 == 0 && pinched(x / 2, row))
      return "passes between two closed cells at " +
             half_text({static_cast<std::int32_t>(x - 1), 2 * row - 1});
  }
  return "";
}

/// The cells of a row whose inside the leg meets. Pre: a is not below b.
std::string LegRules::row_fault(Position a, Position b, std::int32_t row) const {
  const std::int64_t dx = std::int64_t{b.x} - a.x;
  const std::int64_t dy = std::max<std::int64_t>(std::int64_t{b.y} - a.y, 1);
  const std::int64_t begin = a.y == b.y ? 0 : std::max<std::int64_t>(2 * row - a.y, 0);
  const std::int64_t end =
      a.y == b.y ? 1 : std::min<std::int64_t>(2 * row + 2 - a.y, b.y - a.y);
  const Wide first = Wide{a.x} * dy + Wide{dx} * begin;
  const Wide last = Wide{a.x} * dy + Wide{dx} * end;
  const Wide low = std::min(first, last), high = std::max(first, last);
  // A vertical leg along a side meets the inside of no cell.
  const bool inside = low != high || low % (2 * dy) != 0;
  for (Wide x = floor_of(low, 2 * dy); inside && 2 * dy * x < high; ++x) {
    const Position cell{static_cast<std::int32_t>(x), row};
    if (!ground_.open(cell)) return "meets the closed cell " + cell_text(cell);
  }
  return "";
}

}  // namespace throng

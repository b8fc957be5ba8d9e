#include "sight.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace throng::test {
namespace {

bool shifted(const Rules& rules) {
  return rules.topology == Topology::hex || rules.topology == Topology::tex;
}

bool odd(Position p) { return p.x % 2 != 0; }

/// Whether two cells lie side by side as they are drawn.
bool side_by_side(const Rules& rules, Position a, Position b) {
  const int dx = std::abs(a.x - b.x), dy = b.y - a.y;
  if (!shifted(rules)) return dx + std::abs(dy) == 1;
  if (dx == 0) return std::abs(dy) == 1;
  return dx == 1 && (odd(a) ? dy == 0 || dy == -1 : dy == 0 || dy == 1);
}

}  // namespace

SightOracle::SightOracle(TerrainView terrain, const Rules& rules,
                         const GridOptions& options)
    : terrain_(terrain), rules_(rules), options_(options) {
  if (rules.topology == Topology::hex)
    corners_ = {{2, 0}, {1, 1}, {-1, 1}, {-2, 0}, {-1, -1}, {1, -1}};
  else
    corners_ = {{1, -1}, {1, 1}, {-1, 1}, {-1, -1}};
}

/// In halves of a cell; thirds of the distance of two columns on hex grids.
SightOracle::Point SightOracle::centre(Position p) const {
  const std::int64_t column = rules_.topology == Topology::hex ? 3 : 2;
  return {column * p.x, 2 * std::int64_t{p.y} - (shifted(rules_) && odd(p) ? 1 : 0)};
}

bool SightOracle::open_cell(Position p) const {
  return p.x >= 0 && p.y >= 0 && p.x < terrain_.width && p.y < terrain_.height &&
         rules_.movement.open(terrain_.cells[p.y * terrain_.pitch + p.x]);
}

/// Whether the unit fits.
bool SightOracle::open(Position p) const {
  for (int y = 0; y < rules_.unit_size; ++y)
    for (int x = 0; x < rules_.unit_size; ++x)
      if (!open_cell({p.x + x, p.y + y})) return false;
  return true;
}

/// Whether no fence stands between two neighbours.
bool SightOracle::step(Position from, Position to) const {
  return std::none_of(options_.closed_steps.begin(), options_.closed_steps.end(),
                      [&](const ClosedStep& closed) {
                        return closed.from == from &&
                               throng::step(rules_.topology, from, closed.move) == to;
                      });
}

/// The parts of a segment that lie inside of cells, in order.
std::vector<SightOracle::Part> SightOracle::parts(Position from, Position to) const {
  const Point a = centre(from), b = centre(to);
  std::vector<Part> found;
  for (int y = std::min(from.y, to.y) - 1; y <= std::max(from.y, to.y) + 1; ++y)
    for (int x = std::min(from.x, to.x) - 1; x <= std::max(from.x, to.x) + 1; ++x) {
      const Point c = centre({x, y});
      Part part{{0, 1}, {1, 1}, {x, y}};
      bool met = true;
      for (std::size_t k = 0; k < corners_.size() && met; ++k) {
        const Point p = corners_[k], q = corners_[(k + 1) % corners_.size()];
        const Point out{q.y - p.y, p.x - q.x};  // from this side outwards
        // Inside where offset + t * slope < 0.
        const std::int64_t offset = out.x * (a.x - c.x - p.x) + out.y * (a.y - c.y - p.y);
        const std::int64_t slope = out.x * (b.x - a.x) + out.y * (b.y - a.y);
        if (slope == 0) {
          met = offset < 0;
        } else if (slope > 0) {
          part.high = std::min(part.high, Fraction{-offset, slope});
        } else {
          part.low = std::max(part.low, Fraction{offset, -slope});
        }
        met = met && part.low < part.high;
      }
      if (met) found.push_back(part);
    }
  std::sort(found.begin(), found.end(),
            [](const Part& p, const Part& q) { return p.low < q.low; });
  return found;
}

/// Whether the way from a part of a segment to the next one is free.
bool SightOracle::passes(const Part& part, const Part& next) const {
  const Position from = part.cell, to = next.cell;
  const bool along = part.high < next.low;  // the border of two cells
  if (!along && side_by_side(rules_, from, to)) return step(from, to);
  std::vector<Position> beside;
  for (int y = from.y - 2; y <= from.y + 2; ++y)
    for (int x = from.x - 2; x <= from.x + 2; ++x)
      if (side_by_side(rules_, from, {x, y}) && side_by_side(rules_, {x, y}, to))
        beside.push_back({x, y});
  const auto count = std::count_if(beside.begin(), beside.end(),
                                   [&](Position cell) { return open(cell); });
  if (rules_.topology == Topology::octile) {
    const int needed = rules_.corners == Corners::never_cut ? 2
                       : rules_.corners == Corners::cut_one ? 1
                                                            : 0;
    return beside.size() == 2 && count >= needed && step(from, to);
  }
  return beside.size() == 2 && count == 2 &&
         std::all_of(beside.begin(), beside.end(),
                     [&](Position cell) { return step(from, cell) && step(cell, to); });
}

bool SightOracle::sees(Position from, Position to) const {
  if (from == to) return open(from);
  const std::vector<Part> all = parts(from, to);
  for (std::size_t i = 0; i < all.size(); ++i)
    if (!open(all[i].cell) || (i > 0 && !passes(all[i - 1], all[i]))) return false;
  return true;
}

bool SightOracle::clear(Position from, Position to) const {
  const int size = rules_.unit_size;
  for (int y = std::min(from.y, to.y); y < std::max(from.y, to.y) + size; ++y)
    for (int x = std::min(from.x, to.x); x < std::max(from.x, to.x) + size; ++x) {
      if (open_cell({x, y})) continue;
      // At time t from 0 to 1 the unit covers from.x + t * (to.x - from.x) and `size` more,
      // and likewise in y.
      Fraction low{0, 1}, high{1, 1};
      bool meets = true;
      for (const auto& [begin, end, cell] :
           {std::tuple{from.x, to.x, x}, std::tuple{from.y, to.y, y}}) {
        const std::int64_t speed = end - begin;
        const std::int64_t before = cell - size - begin, after = cell + 1 - begin;
        if (speed == 0) {
          meets = meets && before < 0 && 0 < after;
        } else {
          const auto [first, last] =
              std::minmax({Fraction{speed > 0 ? before : -before, std::abs(speed)},
                           Fraction{speed > 0 ? after : -after, std::abs(speed)}});
          low = std::max(low, first);
          high = std::min(high, last);
        }
      }
      if (from == to ? meets : meets && low < high) return false;
    }
  return options_.closed_steps.empty() || sees(from, to);
}

bool SightOracle::leg(Position from, Position to) const {
  const bool cuts_no_corner =
      rules_.topology == Topology::tile ||
      (rules_.topology == Topology::octile && rules_.corners == Corners::never_cut);
  return cuts_no_corner ? clear(from, to) : sees(from, to);
}

long double SightOracle::distance(Position from, Position to) const {
  const Point a = centre(from), b = centre(to);
  const long double column = rules_.topology == Topology::hex ? std::sqrt(3.0L) / 6 : 0.5L;
  return std::hypot(static_cast<long double>(b.x - a.x) * column,
                    static_cast<long double>(b.y - a.y) / 2);
}

long double SightOracle::length(std::span<const Position> points) const {
  long double length = 0;
  for (std::size_t i = 1; i < points.size(); ++i)
    length += distance(points[i - 1], points[i]);
  return length;
}

}  // namespace throng::test

#include "line_oracle.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <queue>
#include <utility>

namespace throng::test {

LineOracle::LineOracle(TerrainView terrain, const Rules& rules)
    : terrain_(terrain),
      rules_(rules),
      sight_(terrain, rules, none_),
      point_(rules.topology == Topology::octile && rules.corners == Corners::cut_one) {
  for (std::int32_t y = 0; y < terrain.height; ++y)
    for (std::int32_t x = 0; x < terrain.width; ++x)
      places_.push_back({2 * std::int64_t{x}, 2 * std::int64_t{y}});
  for (std::int32_t y = 0; point_ && y <= terrain.height; ++y)
    for (std::int32_t x = 0; x <= terrain.width; ++x) {
      const Place corner{2 * std::int64_t{x} - 1, 2 * std::int64_t{y} - 1};
      if (!pinched(corner)) places_.push_back(corner);
    }
}

/// Whether the unit or point cannot stand on a cell; outside the map it cannot.
bool LineOracle::closed(std::int64_t x, std::int64_t y) const {
  if (x < 0 || y < 0 || x >= terrain_.width || y >= terrain_.height) return true;
  for (std::int64_t dy = 0; dy < rules_.unit_size; ++dy)
    for (std::int64_t dx = 0; dx < rules_.unit_size; ++dx) {
      const std::int64_t cx = x + dx, cy = y + dy;
      if (cx >= terrain_.width || cy >= terrain_.height) return true;
      if (!rules_.movement.open(
              terrain_.at({static_cast<std::int32_t>(cx), static_cast<std::int32_t>(cy)})))
        return true;
    }
  return false;
}

/// Whether two of the four cells around a corner, which touch in it alone, are the closed
/// ones.
bool LineOracle::pinched(Place place) const {
  const std::int64_t right = (place.x + 1) / 2, below = (place.y + 1) / 2;
  const bool a = closed(right - 1, below - 1), b = closed(right, below - 1);
  const bool c = closed(right - 1, below), d = closed(right, below);
  return (a && d && !b && !c) || (b && c && !a && !d);
}

/// Whether the inner part of a segment meets the inside of the cell x,y: for some time t
/// between 0 and 1, both coordinates lie strictly within the cell. Exact: times are
/// compared as fractions.
bool LineOracle::enters(Place from, Place to, std::int64_t x, std::int64_t y) const {
  struct Time {
    std::int64_t over, under;  // under > 0
    bool operator<(const Time& other) const {
      return over * other.under < other.over * under;
    }
  };
  Time low{0, 1}, high{1, 1};
  const auto clip = [&](std::int64_t at, std::int64_t move, std::int64_t centre) {
    const std::int64_t first = centre - 1 - at, last = centre + 1 - at;
    if (move == 0) return first < 0 && 0 < last;
    Time enter{move > 0 ? first : -last, std::abs(move)};
    Time leave{move > 0 ? last : -first, std::abs(move)};
    low = std::max(low, enter);
    high = std::min(high, leave);
    return true;
  };
  return clip(from.x, to.x - from.x, 2 * x) && clip(from.y, to.y - from.y, 2 * y) &&
         low < high;
}

/// Whether a segment along sides of cells has closed cells on both sides of it somewhere.
bool LineOracle::slides_between(Place from, Place to) const {
  if (from.x != to.x && from.y != to.y) return false;
  const bool upright = from.x == to.x;
  if ((upright ? from.x : from.y) % 2 == 0) return false;  // through the middle of cells
  const std::int64_t side = ((upright ? from.x : from.y) + 1) / 2;
  const std::int64_t a = upright ? from.y : from.x, b = upright ? to.y : to.x;
  for (std::int64_t at = std::min(a, b) + 1; at <= std::max(a, b); at += 2) {
    const std::int64_t cell = at / 2;
    if (upright ? closed(side - 1, cell) && closed(side, cell)
                : closed(cell, side - 1) && closed(cell, side))
      return true;
  }
  return false;
}

bool LineOracle::leg(Place from, Place to) const {
  const auto cell = [](Place place) {
    return Position{static_cast<std::int32_t>(place.x / 2),
                    static_cast<std::int32_t>(place.y / 2)};
  };
  if (!point_) {
    if (from.x % 2 != 0 || from.y % 2 != 0 || to.x % 2 != 0 || to.y % 2 != 0) return false;
    return sight_.clear(cell(from), cell(to));
  }
  for (const Place end : {from, to})
    if (end.x % 2 == 0 ? end.y % 2 != 0 || closed(end.x / 2, end.y / 2)
                       : end.y % 2 == 0 || pinched(end))
      return false;
  for (std::int64_t y = -1; y <= terrain_.height; ++y)
    for (std::int64_t x = -1; x <= terrain_.width; ++x)
      if (closed(x, y) && enters(from, to, x, y)) return false;
  const std::int64_t dx = to.x - from.x, dy = to.y - from.y;
  const std::int64_t steps = std::max(std::abs(dx), std::abs(dy));
  for (std::int64_t k = 1; k < steps; ++k) {
    if (k * dx % steps != 0 || k * dy % steps != 0) continue;
    const Place passed{from.x + k * dx / steps, from.y + k * dy / steps};
    if (passed.x % 2 != 0 && passed.y % 2 != 0 && pinched(passed)) return false;
  }
  return !slides_between(from, to);
}

void LineOracle::find_legs() {
  legs_.resize(places_.size());
  for (std::size_t i = 0; i < places_.size(); ++i)
    for (std::size_t k = i + 1; k < places_.size(); ++k)
      if (leg(places_[i], places_[k])) {
        legs_[i].push_back(k);
        legs_[k].push_back(i);
      }
}

std::vector<long double> LineOracle::lengths_from(Position from) {
  if (legs_.empty()) find_legs();
  std::vector<long double> length(places_.size(), INFINITY);
  using Entry = std::pair<long double, std::size_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  const auto start =
      static_cast<std::size_t>(from.y) * static_cast<std::size_t>(terrain_.width) +
      static_cast<std::size_t>(from.x);
  if (!closed(from.x, from.y)) {
    length[start] = 0;
    queue.push({0, start});
  }
  while (!queue.empty()) {
    const auto [at, i] = queue.top();
    queue.pop();
    if (at != length[i]) continue;
    for (const std::size_t k : legs_[i]) {
      const auto dx = static_cast<long double>(places_[i].x - places_[k].x);
      const auto dy = static_cast<long double>(places_[i].y - places_[k].y);
      const long double reached = at + std::sqrt(dx * dx + dy * dy) / 2;
      if (reached >= length[k]) continue;
      length[k] = reached;
      queue.push({reached, k});
    }
  }
  length.resize(static_cast<std::size_t>(terrain_.width) *
                static_cast<std::size_t>(terrain_.height));
  return length;
}

}  // namespace throng::test

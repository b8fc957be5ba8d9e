#include "line_truth.hpp"

#include <algorithm>
#include <cmath>

namespace attack {

LineTruth::LineTruth(const World& world)
    : world_(&world),
      side_(world.rules.topology == Topology::octile &&
                    world.rules.corners == Corners::cut_one
                ? 0
                : 2 * std::int64_t{world.rules.unit_size}) {
  add_boxes();
  for (std::size_t cell = 0; cell < world.size(); ++cell) {
    const Position p = world.position(cell);
    if (world.open(p)) places_.push_back({2 * std::int64_t{p.x}, 2 * std::int64_t{p.y}});
  }
  if (side_ != 0) return;
  for (std::int64_t y = 0; y <= world.height; ++y)
    for (std::int64_t x = 0; x <= world.width; ++x) {
      int beside = 0;
      for (const std::int64_t dx : {-1, 0})
        for (const std::int64_t dy : {-1, 0}) beside += closed(x + dx, y + dy) ? 1 : 0;
      const Place corner{2 * x - 1, 2 * y - 1};
      if (beside == 2 && closed(x, y) == closed(x - 1, y - 1))
        pinches_.push_back(corner);
      else if (beside < 4)
        places_.push_back(corner);
    }
}

/// Of a point: whether it may not be on an anchor. Else whether a cell is closed.
bool LineTruth::closed(std::int64_t x, std::int64_t y) const {
  const Position p{static_cast<std::int32_t>(x), static_cast<std::int32_t>(y)};
  return side_ == 0 ? !world_->open(p) : !world_->cell_open(p);
}

/// Closed cells, and pairs of them beside each other: no leg leads between these.
void LineTruth::add_boxes() {
  for (std::int64_t y = -1; y <= world_->height; ++y)
    for (std::int64_t x = -1; x <= world_->width; ++x) {
      if (!closed(x, y)) continue;
      const Box one{2 * x - 1, 2 * y - 1, 2 * x + 1, 2 * y + 1};
      boxes_.push_back(one);
      if (side_ != 0) continue;
      if (closed(x + 1, y))
        boxes_.push_back({one.left, one.top, one.right + 2, one.bottom});
      if (closed(x, y + 1))
        boxes_.push_back({one.left, one.top, one.right, one.bottom + 2});
    }
}

bool LineTruth::leg(Place from, Place to) const {
  const std::int64_t dx = to.x - from.x, dy = to.y - from.y;
  // What moves reaches from its anchor's upper left corner over its sides.
  const std::int64_t near = side_ == 0 ? 0 : -1, far = side_ == 0 ? 0 : side_ - 1;
  for (const Box& box : boxes_) {
    if (std::max(from.x, to.x) + far <= box.left ||
        std::min(from.x, to.x) + near >= box.right)
      continue;
    if (std::max(from.y, to.y) + far <= box.top ||
        std::min(from.y, to.y) + near >= box.bottom)
      continue;
    // Across the direction of the leg: how far corners lie to its left.
    const auto across = [&](std::int64_t x, std::int64_t y) {
      return dx * (y - from.y) - dy * (x - from.x);
    };
    const auto range = [&](const Box& of) {
      return std::minmax({across(of.left, of.top), across(of.right, of.top),
                          across(of.left, of.bottom), across(of.right, of.bottom)});
    };
    const auto theirs = range(box);
    const auto mine = range({from.x + near, from.y + near, from.x + far, from.y + far});
    if (mine.second > theirs.first && mine.first < theirs.second) return false;
  }
  return std::ranges::none_of(pinches_, [&](Place p) {
    const std::int64_t along = dx * (p.x - from.x) + dy * (p.y - from.y);
    return dx * (p.y - from.y) == dy * (p.x - from.x) && along >= 0 &&
           along <= dx * dx + dy * dy;
  });
}

double LineTruth::shortest(Position from, Position to) const {
  std::vector<double> length(places_.size(), INFINITY);
  std::vector<bool> done(places_.size());
  const auto place_of = [&](Position p) {
    for (std::size_t i = 0; i < places_.size(); ++i)
      if (places_[i].x == 2 * p.x && places_[i].y == 2 * p.y) return i;
    return places_.size();
  };
  const std::size_t start = place_of(from), goal = place_of(to);
  length[start] = 0;
  for (;;) {
    std::size_t at = places_.size();
    for (std::size_t i = 0; i < places_.size(); ++i)
      if (!done[i] && length[i] < (at == places_.size() ? INFINITY : length[at])) at = i;
    if (at == places_.size() || at == goal) return length[goal];
    done[at] = true;
    for (std::size_t i = 0; i < places_.size(); ++i) {
      const Place a = places_[at], b = places_[i];
      const double reached =
          length[at] +
          std::hypot(static_cast<double>(a.x - b.x), static_cast<double>(a.y - b.y)) / 2;
      if (!done[i] && reached < length[i] && leg(a, b)) length[i] = reached;
    }
  }
}

}  // namespace attack

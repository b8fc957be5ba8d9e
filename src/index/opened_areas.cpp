#include "opened_areas.hpp"

#include <algorithm>
#include <cstdlib>

namespace throng {
namespace {

/// The part of a rectangle with all cells of which a step is legal that was not.
MapRect opened_part(const Grid& then, const Grid& now, const MapRect& area) noexcept {
  const Position first{std::max(area.corner.x, 0), std::max(area.corner.y, 0)};
  const Position end{std::min(area.corner.x + area.width, now.width()),
                     std::min(area.corner.y + area.height, now.height())};
  Position low = end, high{-1, -1};
  for (Position p = first; p.y < end.y; ++p.y)
    for (p.x = first.x; p.x < end.x; ++p.x) {
      const CellIndex cell = now.cell(p);
      if ((now.moves()[cell] & ~unsigned{then.moves()[cell]}) == 0) continue;
      low = {std::min(low.x, p.x), std::min(low.y, p.y)};
      high = {std::max(high.x, p.x), std::max(high.y, p.y)};
    }
  return {low, high.x - low.x + 1, high.y - low.y + 1};
}

bool empty(const MapRect& area) noexcept { return area.width <= 0 || area.height <= 0; }

bool contains(const MapRect& outer, const MapRect& inner) noexcept {
  return outer.corner.x <= inner.corner.x && outer.corner.y <= inner.corner.y &&
         outer.corner.x + outer.width >= inner.corner.x + inner.width &&
         outer.corner.y + outer.height >= inner.corner.y + inner.height;
}

/// The distance on an open map from a cell to the nearest one of an area.
Cost distance(StepCosts costs, const MapRect& area, Position p) noexcept {
  const std::int32_t dx =
      std::max({area.corner.x - p.x, 0, p.x - area.corner.x - area.width + 1});
  const std::int32_t dy =
      std::max({area.corner.y - p.y, 0, p.y - area.corner.y - area.height + 1});
  const auto diagonal = static_cast<Cost>(std::min(dx, dy));
  const auto straight = static_cast<Cost>(std::max(dx, dy)) - diagonal;
  return diagonal * costs.diagonal + straight * costs.straight;
}

}  // namespace

void OpenedAreas::update(const Grid& then, const Grid& now,
                         std::span<const MapRect> cheaper) noexcept {
  if (too_many_) return;
  std::size_t kept = 0;
  for (const MapRect& area : areas())
    if (const MapRect part = opened_part(then, now, area); !empty(part))
      areas_[kept++] = part;
  size_ = kept;
  for (const MapRect& area : cheaper)
    if (const MapRect part = opened_part(then, now, area); !empty(part)) add(part);
}

void OpenedAreas::add(const MapRect& area) noexcept {
  const auto covers = [&](const MapRect& other) { return contains(other, area); };
  if (std::ranges::any_of(areas(), covers)) return;
  MapRect* const first = areas_.data();
  const auto covered = [&](const MapRect& other) { return contains(area, other); };
  size_ = static_cast<std::size_t>(std::remove_if(first, first + size_, covered) - first);
  too_many_ = size_ == kMost;
  if (too_many_)
    size_ = 0;
  else
    areas_[size_++] = area;
}

bool OpenedAreas::may_be_cheaper(StepCosts costs, Position from, Position to,
                                 Cost cost) const noexcept {
  if (distance(costs, {from, 1, 1}, to) >= cost) return false;  // no way can be cheaper
  if (too_many_) return true;
  return std::ranges::any_of(areas(), [&](const MapRect& area) {
    return distance(costs, area, from) + distance(costs, area, to) < cost;
  });
}

}  // namespace throng

#pragma once

#include <throng/grid.hpp>
#include <throng/map_changes.hpp>

#include <algorithm>
#include <cstdint>

namespace throng {

using Rectangle = MapRect;

/// The part of a rectangle, grown by some cells on each side, that lies on a map.
inline MapRect clipped(const MapRect& rect, std::int32_t grown_by,
                       const Grid& grid) noexcept {
  if (rect.width <= 0 || rect.height <= 0) return {{}, 0, 0};
  const auto first = [&](std::int32_t corner) {
    return std::max<std::int64_t>(std::int64_t{corner} - grown_by, 0);
  };
  const auto end = [&](std::int32_t corner, std::int32_t side, std::int32_t most) {
    return std::min<std::int64_t>(std::int64_t{corner} + side + grown_by, most);
  };
  const std::int64_t left = first(rect.corner.x), top = first(rect.corner.y);
  const std::int64_t right = end(rect.corner.x, rect.width, grid.width());
  const std::int64_t bottom = end(rect.corner.y, rect.height, grid.height());
  if (left >= right || top >= bottom) return {{}, 0, 0};
  return {{static_cast<std::int32_t>(left), static_cast<std::int32_t>(top)},
          static_cast<std::int32_t>(right - left),
          static_cast<std::int32_t>(bottom - top)};
}

/// visit(position) for each cell of a rectangle, row by row.
template <class Visit>
void for_each_cell(const MapRect& rect, const Visit& visit) {
  for (std::int32_t y = rect.corner.y; y < rect.corner.y + rect.height; ++y)
    for (std::int32_t x = rect.corner.x; x < rect.corner.x + rect.width; ++x)
      visit(Position{x, y});
}

}  // namespace throng

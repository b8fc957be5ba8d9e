#pragma once

#include "rectangle.hpp"

#include <throng/grid.hpp>
#include <throng/map_changes.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace throng {

/// From x to the nearest number in [first, first + count).
constexpr std::int32_t gap(std::int32_t first, std::int32_t count,
                           std::int32_t x) noexcept {
  return std::max(first - x, 0) + std::min(first + count - 1 - x, 0);
}

/// A lower bound on the steps between a cell and a rectangle, on a grid of any topology.
inline std::int32_t steps_to(const MapRect& rect, Position p) noexcept {
  return std::max(std::abs(gap(rect.corner.x, rect.width, p.x)),
                  std::abs(gap(rect.corner.y, rect.height, p.y)));
}

/// Boxes that cover rectangles of a map, at most `most`. They tell changes apart that lie
/// far from each other. Rectangles beyond `most` enlarge the box that grows least.
template <std::size_t most>
class BoxesOf {
 public:
  static constexpr std::size_t kMost = most;

  /// Adds a rectangle grown by some cells on each side, as far as it lies on the map.
  void add(const MapRect& rect, std::int32_t grown_by, const Grid& grid) noexcept {
    const MapRect box = clipped(rect, grown_by, grid);
    if (box.width == 0) return;
    if (size_ < kMost) {
      boxes_[size_++] = box;
      return;
    }
    const auto growth = [&](const MapRect& at) {
      return cells(joined(at, box)) - cells(at);
    };
    MapRect& nearest = *std::ranges::min_element(boxes_, {}, growth);
    nearest = joined(nearest, box);
  }

  std::span<const MapRect> boxes() const noexcept { return std::span(boxes_).first(size_); }

 private:
  static std::int64_t cells(const MapRect& rect) noexcept {
    return std::int64_t{rect.width} * rect.height;
  }
  static MapRect joined(const MapRect& a, const MapRect& b) noexcept {
    const Position low{std::min(a.corner.x, b.corner.x), std::min(a.corner.y, b.corner.y)};
    return {low, std::max(a.corner.x + a.width, b.corner.x + b.width) - low.x,
            std::max(a.corner.y + a.height, b.corner.y + b.height) - low.y};
  }

  std::array<MapRect, kMost> boxes_{};
  std::size_t size_ = 0;
};

/// A few boxes.
using MapBoxes = BoxesOf<8>;

}  // namespace throng

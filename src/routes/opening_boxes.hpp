#pragma once

#include "../heuristic/plain.hpp"

#include <throng/grid.hpp>
#include <throng/map_changes.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace throng {

/// A few boxes around the cells where something became cheaper, and distances to them on an
/// open map. They tell changes apart that lie far from each other.
class OpeningBoxes {
 public:
  static constexpr std::size_t kMost = 8;

  /// Links may lead from anywhere to anywhere: with links there is one box, the whole map.
  /// Rectangles beyond kMost join the box that grows least.
  OpeningBoxes(const Grid& grid, std::span<const MapRect> rects);

  std::size_t size() const noexcept { return size_; }

  /// A position as distance() reads it.
  Position coordinates(Position p) const noexcept { return axial(topology_, p); }

  /// A lower bound on the cost between a box and a cell, in either direction.
  Cost distance(std::size_t box, Position coordinates) const noexcept {
    const Box& at = boxes_[box];
    return bound_(0, gap(at.left, at.right, coordinates.x),
                  gap(at.top, at.bottom, coordinates.y));
  }

 private:
  /// In axial coordinates; all sides belong to it.
  struct Box {
    std::int32_t left, top, right, bottom;

    std::int64_t cells() const noexcept {
      return (std::int64_t{right} - left + 1) * (std::int64_t{bottom} - top + 1);
    }
    Box joined(const Box& other) const noexcept {
      return {std::min(left, other.left), std::min(top, other.top),
              std::max(right, other.right), std::max(bottom, other.bottom)};
    }
  };

  void add(const Box& box) noexcept;

  /// From x to the nearest point of [first, last]. On hexagonal grids too, the differences
  /// nearest to 0 have the least cost.
  static std::int32_t gap(std::int32_t first, std::int32_t last, std::int32_t x) noexcept {
    return std::max(first - x, 0) + std::min(last - x, 0);
  }

  Topology topology_;
  OpenBound bound_;
  std::array<Box, kMost> boxes_{};
  std::size_t size_ = 0;
};

}  // namespace throng

#pragma once

#include "padded_position.hpp"

#include <throng/grid.hpp>
#include <throng/map_changes.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace throng {

/// Where steps of an earlier version of a map are not legal any more: one bit for each tile
/// of a map cut into at most 64 x 64. So most of a way can be checked without its steps.
class ClosedTiles {
 public:
  /// For a map as large as this one, without changes.
  explicit ClosedTiles(const Grid& grid) noexcept
      : shift_(std::bit_width(
            static_cast<unsigned>(std::max(grid.width(), grid.height()) - 1) / kSide)) {}

  /// Follows an edit. then: the earlier version, the same in all calls. now: the map after
  /// the edit. changed: rectangles that contain the first cell of each step that the edit
  /// changed. Cost: O(cells of the tiles of these rectangles).
  void update(const Grid& then, const Grid& now, std::span<const MapRect> changed) noexcept;

  /// Whether a step from a cell of the box with these two corners may have closed.
  bool touch(PaddedPosition a, PaddedPosition b) const noexcept {
    const std::int32_t left = tile(std::min(a.x, b.x)), right = tile(std::max(a.x, b.x));
    const std::int32_t top = tile(std::min(a.y, b.y)), bottom = tile(std::max(a.y, b.y));
    const std::uint64_t columns =
        ~std::uint64_t{0} << left & ~std::uint64_t{0} >> (kSide - 1 - right);
    std::uint64_t closed = 0;
    for (std::int32_t y = top; y <= bottom; ++y)
      closed |= rows_[static_cast<std::size_t>(y)];
    return (closed & columns) != 0;
  }

 private:
  static constexpr std::int32_t kSide = 64;

  /// The tile of a padded coordinate.
  std::int32_t tile(std::int32_t padded) const noexcept { return (padded - 1) >> shift_; }

  std::array<std::uint64_t, kSide> rows_{};  ///< bit x of row y: a tile
  int shift_;                                ///< a tile is 1 << shift_ cells wide
};

}  // namespace throng

#include "closed_tiles.hpp"

namespace throng {
namespace {

/// Whether a step from one of `count` cells in a row was legal and is not.
bool any_closed(const std::uint8_t* then, const std::uint8_t* now,
                std::size_t count) noexcept {
  unsigned closed = 0;
  for (std::size_t k = 0; k < count; ++k) closed |= then[k] & ~unsigned{now[k]};
  return closed != 0;
}

}  // namespace

void ClosedTiles::update(const Grid& then, const Grid& now,
                         std::span<const MapRect> changed) noexcept {
  const std::int32_t side = std::int32_t{1} << shift_;
  for (const MapRect& area : changed) {
    const std::int32_t left = std::max(area.corner.x, 0), top = std::max(area.corner.y, 0);
    const std::int32_t right = std::min(area.corner.x + area.width, now.width());
    const std::int32_t bottom = std::min(area.corner.y + area.height, now.height());
    for (std::int32_t y = top & -side; y < bottom; y += side)
      for (std::int32_t x = left & -side; x < right; x += side) {
        bool closed = false;
        const auto cells = static_cast<std::size_t>(std::min(side, now.width() - x));
        for (std::int32_t row = y; row < std::min(y + side, now.height()); ++row) {
          const CellIndex cell = now.cell({x, row});
          closed |=
              any_closed(then.moves().data() + cell, now.moves().data() + cell, cells);
        }
        const std::uint64_t bit = std::uint64_t{1} << (x >> shift_);
        std::uint64_t& tiles = rows_[static_cast<std::size_t>(y >> shift_)];
        tiles = closed ? tiles | bit : tiles & ~bit;
      }
  }
}

}  // namespace throng

#include "tile_signatures.hpp"

#include <algorithm>

namespace throng {
namespace {

constexpr std::int64_t kTiles = 64 * SignatureTiles::kWords;

std::int32_t tiles_along(std::int32_t cells, int shift) {
  return ((cells - 1) >> shift) + 1;
}

}  // namespace

SignatureTiles::SignatureTiles(std::int32_t width, std::int32_t height)
    : width_(width), height_(height) {
  while (std::int64_t{tiles_along(width, shift_)} * tiles_along(height, shift_) > kTiles)
    ++shift_;
  columns_ = tiles_along(width, shift_);
}

void SignatureTiles::add(Mask& mask, const MapRect& rect) const noexcept {
  const std::int32_t left = std::max(rect.corner.x, 0), top = std::max(rect.corner.y, 0);
  const auto end = [](std::int32_t corner, std::int32_t side, std::int32_t most) {
    return static_cast<std::int32_t>(
        std::min(std::int64_t{corner} + side, std::int64_t{most}));
  };
  const std::int32_t right = end(rect.corner.x, rect.width, width_);
  const std::int32_t bottom = end(rect.corner.y, rect.height, height_);
  if (left >= right || top >= bottom) return;
  for (std::int32_t y = top >> shift_; y <= (bottom - 1) >> shift_; ++y)
    for (std::int32_t x = left >> shift_; x <= (right - 1) >> shift_; ++x)
      add(mask, static_cast<unsigned>(y * columns_ + x));
}

void TileSignatures::find(const Mask& mask, std::span<const std::uint8_t> marks,
                          std::uint8_t always,
                          std::pmr::vector<std::uint32_t>& found) const {
  constexpr std::size_t kBlock = 256;
  std::array<std::uint64_t, kBlock> hits;
  for (std::size_t begin = 0; begin < marks.size(); begin += kBlock) {
    const std::size_t count = std::min(kBlock, marks.size() - begin);
    for (std::size_t i = 0; i < count; ++i) hits[i] = marks[begin + i] & always;
    for (std::size_t w = 0; w < mask.size(); ++w) {
      if (mask[w] == 0) continue;
      const std::uint64_t* const word = words_[w].data() + begin;
      for (std::size_t i = 0; i < count; ++i) hits[i] |= word[i] & mask[w];
    }
    for (std::size_t i = 0; i < count; ++i)
      if (hits[i] != 0) found.push_back(static_cast<std::uint32_t>(begin + i));
  }
}

}  // namespace throng

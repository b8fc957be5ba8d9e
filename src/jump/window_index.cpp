#include "window_index.hpp"

#include <algorithm>

namespace throng {

void WindowIndex::assign(std::span<const CellBox> windows, std::int32_t width,
                         std::int32_t height) {
  boxes_.clear();
  all_ = {};
  across_ = down_ = 0;
  for (const CellBox& window : windows) {
    JumpBox box;
    box.add(window.left, window.top);
    box.add(window.right, window.bottom);
    boxes_.push_back(box);
    all_.add(box);
  }
  if (boxes_.size() <= kFew) {
    few_.fill(packed({}));
    std::ranges::transform(boxes_, few_.begin(), packed);
    return;
  }
  // Boxes end at JumpBox::kMost, however large the map is.
  const auto tiles = [](std::int32_t cells) {
    return static_cast<std::uint32_t>(std::min(cells, JumpBox::kMost + 1)) / kSide + 1;
  };
  across_ = tiles(width);
  down_ = tiles(height);
  list_windows();
}

/// Calls visit(tile, window) for each tile that a window meets.
template <class Visit>
void WindowIndex::for_each_tile(const Visit& visit) const {
  for (std::uint32_t window = 0; window < boxes_.size(); ++window) {
    const Tiles tiles = tiles_of(boxes_[window]);
    for (std::uint32_t row = tiles.top; row <= tiles.bottom; ++row)
      for (std::uint32_t column = tiles.left; column <= tiles.right; ++column)
        visit(std::size_t{row} * across_ + column, window);
  }
}

void WindowIndex::list_windows() {
  const std::size_t tiles = std::size_t{across_} * down_;
  first_.assign(tiles + 1, 0);
  for_each_tile([&](std::size_t tile, std::uint32_t) { ++first_[tile + 1]; });
  const std::size_t pitch = std::size_t{across_} + 1;
  sums_.assign(pitch * (std::size_t{down_} + 1), 0);
  for (std::size_t row = 0; row < down_; ++row)
    for (std::size_t column = 0, sum = 0; column < across_; ++column) {
      sum += first_[row * across_ + column + 1];
      sums_[(row + 1) * pitch + column + 1] =
          sums_[row * pitch + column + 1] + static_cast<std::uint32_t>(sum);
    }
  for (std::size_t tile = 0; tile < tiles; ++tile) first_[tile + 1] += first_[tile];
  listed_.resize(first_.back());
  for_each_tile([&](std::size_t tile, std::uint32_t window) {
    listed_[--first_[tile + 1]] = window;
  });
  // Each entry now is where the tile before it ended, and that is where its own begins.
  first_.erase(first_.begin());
  first_.push_back(static_cast<std::uint32_t>(listed_.size()));
}

std::uint32_t WindowIndex::count(const Tiles& tiles) const noexcept {
  const std::size_t pitch = std::size_t{across_} + 1;
  const std::uint32_t* const above = &sums_[tiles.top * pitch];
  const std::uint32_t* const below = &sums_[(std::size_t{tiles.bottom} + 1) * pitch];
  return below[tiles.right + 1] - below[tiles.left] - above[tiles.right + 1] +
         above[tiles.left];
}

bool WindowIndex::meets(std::uint32_t column, std::uint32_t row,
                        const JumpBox& box) const noexcept {
  const std::size_t tile = std::size_t{row} * across_ + column;
  return std::any_of(listed_.begin() + first_[tile], listed_.begin() + first_[tile + 1],
                     [&](std::uint32_t window) { return boxes_[window].meets(box); });
}

bool WindowIndex::meets_many(const JumpBox& box) const noexcept {
  if (!box.meets(all_)) return false;
  const Tiles tiles =
      tiles_of({std::max(box.left, all_.left), std::max(box.top, all_.top),
                std::min(box.right, all_.right), std::min(box.bottom, all_.bottom)});
  if (count(tiles) == 0) return false;
  const bool inner = tiles.right - tiles.left > 1 && tiles.bottom - tiles.top > 1;
  if (inner &&
      count({tiles.left + 1, tiles.top + 1, tiles.right - 1, tiles.bottom - 1}) != 0)
    return true;
  for (std::uint32_t row = tiles.top; row <= tiles.bottom; ++row) {
    const bool whole = row == tiles.top || row == tiles.bottom;
    const std::uint32_t step = whole ? 1 : std::max(tiles.right - tiles.left, 1U);
    for (std::uint32_t column = tiles.left; column <= tiles.right; column += step)
      if (meets(column, row, box)) return true;
  }
  return false;
}

}  // namespace throng

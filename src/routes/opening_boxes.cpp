#include "opening_boxes.hpp"

#include "map_rect.hpp"

#include <limits>

namespace throng {

OpeningBoxes::OpeningBoxes(const Grid& grid, std::span<const MapRect> rects)
    : topology_(grid.rules().topology), bound_(topology_, grid.min_step_costs()) {
  if (grid.links() != nullptr) {
    constexpr std::int32_t kFar = std::numeric_limits<std::int32_t>::max() / 2;
    add({-kFar, -kFar, kFar, kFar});
    return;
  }
  for (const MapRect& each : rects) {
    const MapRect rect = clipped(each, 0, grid.width(), grid.height());
    if (rect.width == 0) continue;
    const Position first = axial(topology_, rect.corner);
    const std::int32_t right = rect.corner.x + rect.width - 1;
    const Position last = axial(topology_, {right, rect.corner.y + rect.height - 1});
    add({first.x, first.y, last.x, last.y});
  }
}

void OpeningBoxes::add(const Box& box) noexcept {
  if (size_ < kMost) {
    boxes_[size_++] = box;
    return;
  }
  const auto growth = [&](const Box& at) { return at.joined(box).cells() - at.cells(); };
  Box& nearest = *std::ranges::min_element(boxes_, {}, growth);
  nearest = nearest.joined(box);
}

}  // namespace throng

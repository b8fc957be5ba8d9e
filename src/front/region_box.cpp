#include "region_box.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace throng {
namespace {

/// The share of a region on either side of a band.
constexpr std::size_t kPercentBeside = 30;

}  // namespace

RegionBounds find_bounds(const Lattice& lattice, std::span<const Node> region) {
  constexpr std::int32_t kMost = std::numeric_limits<std::int32_t>::max();
  std::int32_t left = kMost, top = kMost, right = 0, bottom = 0;
  for (const Node node : region) {
    const std::int32_t x = lattice.x(node), y = lattice.y(node);
    left = std::min(left, x), right = std::max(right, x);
    top = std::min(top, y), bottom = std::max(bottom, y);
  }
  return {left - 1, top - 1, right - left + 3, bottom - top + 3};
}

void RegionBox::enclose(const Lattice& lattice, std::span<const Node> region) {
  bounds_ = find_bounds(lattice, region);
  pitch_ = static_cast<Local>(width()) + 1;
  lattice_pitch_ = lattice.pitch();
  for (std::size_t d = 0; d < kMoves; ++d)
    offsets_[d] = static_cast<Local>(kMoveY[d]) * pitch_ + static_cast<Local>(kMoveX[d]);
  joined_.assign(static_cast<std::size_t>(height() + 2) * pitch_ + 1, 0);
  for (auto& histogram : histograms_)
    histogram.assign(static_cast<std::size_t>(width() + height()), 0);
  nodes_.resize(region.size());
  const auto count = [&](Across across, std::int32_t coordinate) {
    ++histograms_[static_cast<std::size_t>(across)][static_cast<std::size_t>(coordinate)];
  };
  for (std::size_t i = 0; i < region.size(); ++i) {
    const std::int32_t x = lattice.x(region[i]) - bounds_.left;
    const std::int32_t y = lattice.y(region[i]) - bounds_.top;
    nodes_[i] = at(x, y);
    joined_[nodes_[i]] = lattice.joined(region[i]);
    count(Across::x, x);
    count(Across::y, y);
    count(Across::sum, x + y);
    count(Across::difference, x - y + height());
  }
  for (std::size_t i = 0; i < kAcross.size(); ++i) bands_[i] = find_band(histograms_[i]);
}

Band RegionBox::find_band(const std::vector<std::uint32_t>& histogram) const noexcept {
  const std::size_t beside = nodes_.size() * kPercentBeside / 100;
  std::size_t low = 0, high = histogram.size() - 1;
  for (std::size_t count = histogram[low]; count <= beside; count += histogram[low]) ++low;
  for (std::size_t count = histogram[high]; count <= beside; count += histogram[high])
    --high;
  if (low > high) std::swap(low, high);
  return {static_cast<std::int32_t>(low), static_cast<std::int32_t>(high)};
}

Band RegionBox::row_of_band(Across across, std::int32_t y) const noexcept {
  auto [low, high] = band(across);
  switch (across) {
    case Across::x:
      break;
    case Across::y:
      if (y < low || y > high) return {0, -1};
      return {0, width() - 1};
    case Across::sum:
      low -= y, high -= y;
      break;
    default:
      low += y - height(), high += y - height();
  }
  return {std::max(low, 0), std::min(high, width() - 1)};
}

Node RegionBox::node(Local at) const noexcept {
  const auto x = static_cast<std::int32_t>((at - 1) % pitch_) + bounds_.left;
  const auto y = static_cast<std::int32_t>((at - 1) / pitch_) - 1 + bounds_.top;
  return static_cast<Node>(y * lattice_pitch_ + x);
}

}  // namespace throng

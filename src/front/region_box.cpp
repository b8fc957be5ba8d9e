#include "region_box.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace throng {
namespace {

/// The share of a region on either side of a band.
constexpr std::size_t kPercentBeside = 30;

}  // namespace

void RegionBox::enclose(const Lattice& lattice, std::span<const Node> region) {
  find_bounds(lattice, region);
  joined_.assign(
      static_cast<std::size_t>(height_ + 2) * static_cast<std::size_t>(pitch_) + 1, 0);
  for (auto& histogram : histograms_)
    histogram.assign(static_cast<std::size_t>(width_ + height_), 0);
  nodes_.resize(region.size());
  const auto count = [&](Across across, std::int32_t coordinate) {
    ++histograms_[static_cast<std::size_t>(across)][static_cast<std::size_t>(coordinate)];
  };
  for (std::size_t i = 0; i < region.size(); ++i) {
    const std::int32_t x = lattice.x(region[i]) - left_, y = lattice.y(region[i]) - top_;
    nodes_[i] = at(x, y);
    joined_[nodes_[i]] = lattice.joined(region[i]);
    count(Across::x, x);
    count(Across::y, y);
    count(Across::sum, x + y);
    count(Across::difference, x - y + height_);
  }
  for (std::size_t i = 0; i < kAcross.size(); ++i) bands_[i] = find_band(histograms_[i]);
}

void RegionBox::find_bounds(const Lattice& lattice, std::span<const Node> region) {
  std::int32_t right = 0, bottom = 0;
  left_ = top_ = std::numeric_limits<std::int32_t>::max();
  for (const Node node : region) {
    const std::int32_t x = lattice.x(node), y = lattice.y(node);
    left_ = std::min(left_, x), right = std::max(right, x);
    top_ = std::min(top_, y), bottom = std::max(bottom, y);
  }
  --left_, --top_;
  width_ = right - left_ + 2;
  height_ = bottom - top_ + 2;
  pitch_ = width_ + 1;
  lattice_pitch_ = lattice.pitch();
  for (std::size_t d = 0; d < kMoves; ++d)
    offsets_[d] = static_cast<Local>(kMoveY[d] * pitch_ + kMoveX[d]);
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
      return {0, width_ - 1};
    case Across::sum:
      low -= y, high -= y;
      break;
    default:
      low += y - height_, high += y - height_;
  }
  return {std::max(low, 0), std::min(high, width_ - 1)};
}

Node RegionBox::node(Local at) const noexcept {
  const auto place = static_cast<std::int32_t>(at) - 1;
  return static_cast<Node>((place / pitch_ - 1 + top_) * lattice_pitch_ + place % pitch_ +
                           left_);
}

}  // namespace throng

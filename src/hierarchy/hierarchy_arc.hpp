#pragma once

#include "../labels/hub_labels.hpp"

#include <throng/query.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>

namespace throng {

/// An arc of a hierarchy to a node of higher rank, or between two nodes of the core. It is
/// an edge of the subgoal graph, or a shortcut over a node of lower rank, the middle.
class HierarchyArc {
 public:
  static constexpr unsigned kNodeBits = 24;
  static constexpr std::size_t kMostNodes = std::size_t{1} << kNodeBits;

  /// An edge. Pre: to < kMostNodes.
  HierarchyArc(std::uint32_t to, Cost cost, HubLeg leg) noexcept
      : bits_(to), cost_(cost), way_(std::bit_cast<std::uint32_t>(leg)) {}
  /// A shortcut. from, onward: the positions of the arcs from the middle back to where the
  /// shortcut begins, and on to its end. Pre: they differ by at most 127.
  HierarchyArc(std::uint32_t to, Cost cost, std::uint32_t from,
               std::uint32_t onward) noexcept
      : bits_(to | (onward - from) << kNodeBits), cost_(cost), way_(from) {}

  std::uint32_t to() const noexcept { return bits_ & (kMostNodes - 1); }
  Cost cost() const noexcept { return cost_; }
  bool is_edge() const noexcept { return bits_ >> kNodeBits == 0; }
  HubLeg leg() const noexcept { return std::bit_cast<HubLeg>(way_); }
  std::uint32_t from() const noexcept { return way_; }
  std::uint32_t onward() const noexcept {
    return way_ + static_cast<std::uint32_t>(static_cast<std::int32_t>(bits_) >> kNodeBits);
  }

 private:
  std::uint32_t bits_;  ///< node; above it, the difference of the two positions
  Cost cost_;
  std::uint32_t way_;
};

}  // namespace throng

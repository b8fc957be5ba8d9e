#pragma once

#include "hub_labels.hpp"

#include <throng/query.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace throng {

/// Labels under construction, by subgoal.
using GrowingLabels = std::vector<std::vector<HubEntry>>;

/// The costs from one subgoal to hubs, by rank; kUnreachable if unknown.
class HubCosts {
 public:
  explicit HubCosts(std::size_t hubs) : costs_(hubs, kUnreachable) {}

  Cost& operator[](std::uint32_t hub) noexcept { return costs_[hub]; }

  /// Whether a way over some hub of the other end's label costs no more than `cost`.
  bool known(std::span<const HubEntry> label, Cost cost) const noexcept {
    return std::any_of(label.begin(), label.end(), [&](const HubEntry& entry) {
      return entry.cost <= cost && costs_[entry.hub] <= cost - entry.cost;
    });
  }

 private:
  std::vector<Cost> costs_;
};

}  // namespace throng

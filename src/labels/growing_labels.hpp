#pragma once

#include "hub_labels.hpp"

#include <throng/query.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace throng {

/// Labels under construction, by node.
template <class Entry>
using GrowingLabelsOf = std::vector<std::vector<Entry>>;
using GrowingLabels = GrowingLabelsOf<HubEntry>;

/// The costs from one node to hubs, by rank; kUnknown if unknown.
template <class Length>
class HubCostsOf {
 public:
  static constexpr Length kUnknown = std::numeric_limits<Length>::max();

  explicit HubCostsOf(std::size_t hubs) : costs_(hubs, kUnknown) {}

  Length& operator[](std::uint32_t hub) noexcept { return costs_[hub]; }

  /// Whether a way over some hub of the other end's label costs no more than `cost`.
  template <class Entry>
  bool known(std::span<const Entry> label, Length cost) const noexcept {
    return std::any_of(label.begin(), label.end(), [&](const Entry& entry) {
      return entry.cost <= cost && costs_[entry.hub] <= cost - entry.cost;
    });
  }

 private:
  std::vector<Length> costs_;
};
using HubCosts = HubCostsOf<Cost>;
static_assert(HubCosts::kUnknown == kUnreachable);

}  // namespace throng

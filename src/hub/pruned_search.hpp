#pragma once

#include "../subgoals/subgoal_graph.hpp"
#include "hub_labels.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

namespace throng {

/// Dijkstra's algorithm over subgoals, pruned where labels already contain the distance.
/// Memory of one thread.
class PrunedSearch {
 public:
  explicit PrunedSearch(std::size_t subgoals)
      : to_hub_(subgoals, kUnreachable),
        cost_(subgoals, kUnreachable),
        parent_(subgoals, 0) {}

  static constexpr std::uint32_t kNoParent = 0xFFFF'FFFF;

  /// Calls settle(subgoal, parent, cost), by rising cost, for each subgoal for which no hub
  /// in `labels` is on a shortest way from `root`. The parent of the root is kNoParent.
  template <class Settle>
  void run(const SubgoalGraph& graph, const GrowingLabels& labels, std::uint32_t root,
           const Settle& settle) {
    for (const HubEntry& entry : labels[root]) to_hub_[entry.hub] = entry.cost;
    reach(root, kNoParent, 0);
    while (!open_.empty()) {
      std::pop_heap(open_.begin(), open_.end(), std::greater{});
      const auto [cost, subgoal] = open_.back();
      open_.pop_back();
      if (cost != cost_[subgoal] || known(labels[subgoal], cost)) continue;
      settle(subgoal, parent_[subgoal], cost);
      for (const SubgoalEdge& edge : graph.edges(subgoal))
        if (cost + edge.cost < cost_[edge.to]) reach(edge.to, subgoal, cost + edge.cost);
    }
    for (const std::uint32_t subgoal : reached_) cost_[subgoal] = kUnreachable;
    reached_.clear();
    for (const HubEntry& entry : labels[root]) to_hub_[entry.hub] = kUnreachable;
  }

 private:
  void reach(std::uint32_t subgoal, std::uint32_t parent, Cost cost) {
    if (cost_[subgoal] == kUnreachable) reached_.push_back(subgoal);
    cost_[subgoal] = cost;
    parent_[subgoal] = parent;
    open_.emplace_back(cost, subgoal);
    std::push_heap(open_.begin(), open_.end(), std::greater{});
  }

  /// Whether some hub is on a way that costs no more.
  bool known(std::span<const HubEntry> label, Cost cost) const noexcept {
    return std::any_of(label.begin(), label.end(), [&](const HubEntry& entry) {
      return entry.cost <= cost && to_hub_[entry.hub] <= cost - entry.cost;
    });
  }

  std::vector<Cost> to_hub_;  ///< from the root, by rank
  std::vector<Cost> cost_;    ///< by subgoal
  std::vector<std::uint32_t> parent_;
  std::vector<std::uint32_t> reached_;
  std::vector<std::pair<Cost, std::uint32_t>> open_;
};

}  // namespace throng

#pragma once

#include "core_graph.hpp"
#include "growing_labels.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

namespace throng {

/// Dijkstra's algorithm over a core, pruned where labels already contain the distance.
/// Memory of one thread.
class PrunedSearch {
 public:
  explicit PrunedSearch(std::size_t nodes)
      : to_hub_(nodes), cost_(nodes, kUnreachable), parent_(nodes, 0) {}

  static constexpr std::uint32_t kNoParent = 0xFFFF'FFFF;

  /// Calls settle(node, parent, cost), by rising cost, for each node for which no hub
  /// in `labels` is on a shortest way from `root`. The parent of the root is kNoParent.
  template <class Settle>
  void run(const CoreGraph& graph, const GrowingLabels& labels, std::uint32_t root,
           const Settle& settle) {
    for (const HubEntry& entry : labels[root]) to_hub_[entry.hub] = entry.cost;
    reach(root, kNoParent, 0);
    while (!open_.empty()) {
      std::pop_heap(open_.begin(), open_.end(), std::greater{});
      const auto [cost, node] = open_.back();
      open_.pop_back();
      if (cost != cost_[node] || to_hub_.known(labels[node], cost)) continue;
      settle(node, parent_[node], cost);
      for (const SubgoalEdge& edge : graph.edges(node)) {
        const Cost known = cost_[edge.to];
        if (known > cost && edge.cost < known - cost)  // the sum may exceed 32 bits
          reach(edge.to, node, cost + edge.cost);
      }
    }
    for (const std::uint32_t node : reached_) cost_[node] = kUnreachable;
    reached_.clear();
    for (const HubEntry& entry : labels[root]) to_hub_[entry.hub] = kUnreachable;
  }

 private:
  void reach(std::uint32_t node, std::uint32_t parent, Cost cost) {
    if (cost_[node] == kUnreachable) reached_.push_back(node);
    cost_[node] = cost;
    parent_[node] = parent;
    open_.emplace_back(cost, node);
    std::push_heap(open_.begin(), open_.end(), std::greater{});
  }

  HubCosts to_hub_;         ///< from the root
  std::vector<Cost> cost_;  ///< by node
  std::vector<std::uint32_t> parent_;
  std::vector<std::uint32_t> reached_;
  std::vector<std::pair<Cost, std::uint32_t>> open_;
};

}  // namespace throng

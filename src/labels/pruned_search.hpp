#pragma once

#include "growing_labels.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

namespace throng {

/// Dijkstra's algorithm, pruned where labels already contain the distance. Memory of one
/// thread.
///
/// Graph: see CoreGraph. Its entries have a hub and a cost.
template <class Graph>
class PrunedSearch {
 public:
  using Length = typename Graph::Length;
  using Entry = typename Graph::Entry;

  explicit PrunedSearch(std::size_t nodes)
      : to_hub_(nodes), cost_(nodes, kFar), parent_(nodes, 0) {}

  static constexpr std::uint32_t kNoParent = 0xFFFF'FFFF;

  /// Calls settle(node, parent, cost), by rising cost, for each node for which no hub
  /// in `labels` is on a shortest way from `root`. The parent of the root is kNoParent.
  template <class Settle>
  void run(const Graph& graph, const GrowingLabelsOf<Entry>& labels, std::uint32_t root,
           const Settle& settle) {
    for (const Entry& entry : labels[root]) to_hub_[entry.hub] = entry.cost;
    reach(root, kNoParent, 0);
    while (!open_.empty()) {
      std::pop_heap(open_.begin(), open_.end(), std::greater{});
      const Length cost = open_.back().first;
      const std::uint32_t node = open_.back().second;
      open_.pop_back();
      if (cost != cost_[node] || to_hub_.known(std::span(labels[node]), cost)) continue;
      settle(node, parent_[node], cost);
      graph.for_each_edge(node, [&](std::uint32_t to, Length edge) {
        const Length known = cost_[to];
        if (known > cost && edge < known - cost)  // the sum may be too large
          reach(to, node, cost + edge);
      });
    }
    for (const std::uint32_t node : reached_) cost_[node] = kFar;
    reached_.clear();
    for (const Entry& entry : labels[root]) to_hub_[entry.hub] = kFar;
  }

 private:
  static constexpr Length kFar = HubCostsOf<Length>::kUnknown;

  void reach(std::uint32_t node, std::uint32_t parent, Length cost) {
    if (cost_[node] == kFar) reached_.push_back(node);
    cost_[node] = cost;
    parent_[node] = parent;
    open_.emplace_back(cost, node);
    std::push_heap(open_.begin(), open_.end(), std::greater{});
  }

  HubCostsOf<Length> to_hub_;  ///< from the root
  std::vector<Length> cost_;   ///< by node
  std::vector<std::uint32_t> parent_;
  std::vector<std::uint32_t> reached_;
  std::vector<std::pair<Length, std::uint32_t>> open_;
};

}  // namespace throng

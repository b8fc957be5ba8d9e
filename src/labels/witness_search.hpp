#pragma once

#include "remaining_graph.hpp"

#include <throng/query.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace throng {

/// Finds the shortcuts that a graph needs once a node is contracted. One thread's memory.
///
/// The way between two neighbours over the node needs none if it makes a turn that no
/// cheapest path makes, or if a search from one of them finds a way around the node that
/// costs no more. The search stays within the ellipses of the ways in question and settles
/// few nodes, so that it may miss such ways: a needless shortcut costs time, not
/// correctness.
class WitnessSearch {
 public:
  /// Keeps references. avoided: by node; ways around do not pass these nodes.
  WitnessSearch(const RemainingGraph& graph, const std::vector<std::uint8_t>& avoided)
      : graph_(graph),
        avoided_(avoided),
        costs_(graph.size(), kUnreachable),
        is_open_(graph.size(), 0) {}

  /// Calls need(a, b) for pairs of arcs of the node, in a fixed order.
  template <class Need>
  void run(std::uint32_t node, std::size_t most_settled, const Need& need) {
    const RemainingGraph::Arcs& arcs = graph_.arcs(node);
    for (std::size_t i = 0; i + 1 < arcs.size(); ++i) {
      open_.clear();
      for (std::size_t k = i + 1; k < arcs.size(); ++k)
        if (arcs[k].cost < kUnreachable - arcs[i].cost &&
            !graph_.never(node, arcs[i], arcs[k]))
          open_.push_back({arcs[k].to, arcs[i].cost + arcs[k].cost, k});
      if (open_.empty()) continue;
      look_around(node, arcs[i].to, most_settled);
      for (const Target& target : open_)
        if (costs_[target.node] > target.cost) need(arcs[i], arcs[target.arc]);
    }
  }

 private:
  /// The other end of a way over the node.
  struct Target {
    std::uint32_t node;
    Cost cost;  ///< of that way
    std::size_t arc;
  };

  /// Searches from a neighbour of `node`, until all targets are settled or one limit is
  /// reached.
  void look_around(std::uint32_t node, std::uint32_t from, std::size_t most_settled);
  bool leads_on(std::uint32_t at, Cost cost) const noexcept;
  void relax(std::uint32_t node, Cost cost);

  const RemainingGraph& graph_;
  const std::vector<std::uint8_t>& avoided_;
  std::vector<Target> open_;
  std::vector<Cost> costs_;  ///< by node; kUnreachable unless reached
  std::vector<std::uint8_t> is_open_;
  std::vector<std::uint32_t> reached_;
  std::vector<std::uint64_t> heap_;  ///< cost, then node
};

}  // namespace throng

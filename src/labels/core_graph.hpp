#pragma once

#include "hub_labels.hpp"
#include "subgoal_graph.hpp"

#include <throng/query.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace throng {

/// The subgoals that contraction leaves, by numbers of their own, with edges as long as the
/// shortest ways between them.
struct CoreGraph {
  using Length = Cost;
  using Entry = HubEntry;

  std::vector<std::uint32_t> subgoals;  ///< by node, rising
  std::vector<std::size_t> begin{0};    ///< the first edge of each node; one more: the end
  std::vector<SubgoalEdge> edges_of_all;
  /// By node: itself and the contracted subgoals for which it stands in a sample of ways.
  std::vector<std::uint32_t> weights;

  std::size_t size() const noexcept { return subgoals.size(); }
  std::uint32_t weight(std::uint32_t node) const noexcept { return weights[node]; }
  std::span<const SubgoalEdge> edges(std::uint32_t node) const noexcept {
    return {edges_of_all.data() + begin[node], edges_of_all.data() + begin[node + 1]};
  }
  /// Whether a way that turns at a node, from one other to another, may be a part of a
  /// longer shortest way; all may.
  static constexpr bool may_turn(std::uint32_t /*from*/, std::uint32_t /*node*/,
                                 std::uint32_t /*to*/) noexcept {
    return true;
  }
  template <class Visit>
  void for_each_edge(std::uint32_t node, const Visit& visit) const {
    for (const SubgoalEdge& edge : edges(node)) visit(edge.to, edge.cost);
  }
};

}  // namespace throng

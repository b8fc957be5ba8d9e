#pragma once

#include "subgoal_graph.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace throng {

/// The subgoals that contraction leaves, by numbers of their own, with edges as long as the
/// shortest ways between them.
struct CoreGraph {
  std::vector<std::uint32_t> subgoals;  ///< by node, rising
  std::vector<std::size_t> begin{0};    ///< the first edge of each node; one more: the end
  std::vector<SubgoalEdge> edges_of_all;
  /// By node: itself and the contracted subgoals for which it stands in a sample of ways.
  std::vector<std::uint32_t> weights;

  std::size_t size() const noexcept { return subgoals.size(); }
  std::span<const SubgoalEdge> edges(std::uint32_t node) const noexcept {
    return {edges_of_all.data() + begin[node], edges_of_all.data() + begin[node + 1]};
  }
};

}  // namespace throng

#pragma once

#include "../core/crew.hpp"
#include "../core/rng.hpp"
#include "pruned_search.hpp"
#include "subgoal_graph.hpp"

#include <cstddef>
#include <cstdint>
#include <queue>
#include <span>
#include <utility>
#include <vector>

namespace throng {

/// A sample of the shortest ways on which there is no hub yet, as trees, and on how many of
/// them each subgoal is. Trees are renewed when half of their nodes are gone.
class SampledTrees {
 public:
  /// most_bytes: what the sample may take, but for one tree of all subgoals.
  SampledTrees(const SubgoalGraph& graph, std::size_t most_bytes, Crew& crew);

  /// The subgoal that most ways of the sample are on, and that was not taken before; of
  /// several the one of the highest number. Pre: there is one left.
  std::uint32_t take();

  /// Forgets the ways that the subgoal taken last is on, and samples others when few are
  /// left. labels: with that subgoal as a hub.
  void remove(std::uint32_t subgoal, const GrowingLabels& labels);

 private:
  static constexpr std::uint32_t kNone = 0xFFFF'FFFF;

  struct Node {
    std::uint32_t subgoal;
    std::uint32_t parent;   ///< node of the tree; kNone at the root
    std::uint32_t size;     ///< nodes of the subtree that are left, itself too; 0: gone
    std::uint32_t child;    ///< first one; kNone: none
    std::uint32_t sibling;  ///< next one
  };
  using Tree = std::vector<Node>;  ///< parents before children; empty: all gone
  struct Place {
    std::uint32_t tree, node;
  };

  void sample(const GrowingLabels& labels);
  void grow(std::uint32_t root, const GrowingLabels& labels, PrunedSearch& search,
            std::vector<std::uint32_t>& node_of, Tree& tree) const;
  void add(Tree tree);
  void cut(Tree& tree, std::uint32_t node);

  const SubgoalGraph& graph_;
  Crew& crew_;
  std::size_t fresh_;  ///< nodes of a fresh sample
  SplitMix64 random_;
  std::vector<PrunedSearch> searches_;                ///< one a thread
  std::vector<std::vector<std::uint32_t>> nodes_of_;  ///< likewise: node by subgoal
  std::vector<Tree> trees_;
  std::vector<std::vector<Place>> places_;  ///< of a subgoal, in trees
  std::vector<std::uint64_t> ways_;         ///< in the sample, by subgoal
  std::vector<std::uint8_t> taken_;
  std::priority_queue<std::pair<std::uint64_t, std::uint32_t>>
      most_;  ///< maybe out of date
  std::vector<std::uint32_t>
      roots_;  ///< subgoals that are not taken, as of the last sample
  std::vector<std::uint32_t> stack_;
  std::size_t left_ = 0;  ///< nodes of all trees
  bool worth_sampling_ = true;
};

}  // namespace throng

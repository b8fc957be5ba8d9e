#pragma once

#include "../core/crew.hpp"
#include "../core/rng.hpp"
#include "../subgoals/subgoal_graph.hpp"
#include "pruned_search.hpp"

#include <cstddef>
#include <cstdint>
#include <queue>
#include <span>
#include <utility>
#include <vector>

namespace throng {

/// A sample of the shortest ways without a hub so far, as trees, and the number of these
/// ways through each subgoal. Trees are renewed when half of their nodes are gone.
class SampledTrees {
 public:
  /// most_bytes: memory limit of the sample, not counting one tree of all subgoals.
  SampledTrees(const SubgoalGraph& graph, std::size_t most_bytes, Crew& crew);

  /// Returns the subgoal on most ways of the sample that was not taken before; on a tie the
  /// one of the highest number. Pre: one is left.
  std::uint32_t take();

  /// Removes the ways through the subgoal taken last, and samples new ones when few are
  /// left. labels: contain that subgoal as a hub.
  void remove(std::uint32_t subgoal, const GrowingLabels& labels);

 private:
  static constexpr std::uint32_t kNone = 0xFFFF'FFFF;

  struct Node {
    std::uint32_t subgoal;
    std::uint32_t parent;   ///< node of the tree; kNone at the root
    std::uint32_t size;     ///< remaining nodes of the subtree, with itself; 0: removed
    std::uint32_t child;    ///< the first one; kNone: none
    std::uint32_t sibling;  ///< the next one
  };
  using Tree = std::vector<Node>;  ///< parents before children; empty: all removed
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
  std::vector<PrunedSearch> searches_;                ///< by thread
  std::vector<std::vector<std::uint32_t>> nodes_of_;  ///< by thread: node by subgoal
  std::vector<Tree> trees_;
  std::vector<std::vector<Place>> places_;  ///< of each subgoal in trees
  std::vector<std::uint64_t> ways_;         ///< number in the sample, by subgoal
  std::vector<std::uint8_t> taken_;
  std::priority_queue<std::pair<std::uint64_t, std::uint32_t>>
      most_;                          ///< possibly outdated
  std::vector<std::uint32_t> roots_;  ///< subgoals not taken at the time of the last sample
  std::vector<std::uint32_t> stack_;
  std::size_t left_ = 0;  ///< nodes of all trees
  bool worth_sampling_ = true;
};

}  // namespace throng

#pragma once

#include "../core/crew.hpp"
#include "../core/rng.hpp"
#include "core_graph.hpp"
#include "growing_labels.hpp"
#include "pruned_search.hpp"

#include <cstddef>
#include <cstdint>
#include <queue>
#include <span>
#include <utility>
#include <vector>

namespace throng {

/// A sample of the shortest ways without a hub so far, as trees over a core, and the number
/// of these ways through each node. A node counts as often as its weight. Trees are renewed
/// when half of their nodes are gone.
class SampledTrees {
 public:
  /// most_bytes: memory limit of the sample, not counting one tree of all nodes.
  SampledTrees(const CoreGraph& graph, std::size_t most_bytes, Crew& crew);

  /// Returns the node on most ways of the sample that was not taken before; on a tie the
  /// one of the highest number. Pre: one is left.
  std::uint32_t take();

  /// Removes the ways through the node taken last, and samples new ones when few are left.
  /// labels: contain that node as a hub.
  void remove(std::uint32_t node, const GrowingLabels& labels);

 private:
  static constexpr std::uint32_t kNone = 0xFFFF'FFFF;

  struct Way {
    std::uint32_t node;     ///< where it ends
    std::uint32_t parent;   ///< the way to the node before; kNone at the root
    std::uint32_t weight;   ///< of the remaining ways that it begins; 0: removed
    std::uint32_t child;    ///< the first one; kNone: none
    std::uint32_t sibling;  ///< the next one
  };
  using Tree = std::vector<Way>;  ///< parents before children; empty: all removed
  struct Place {
    std::uint32_t tree, way;
  };

  void sample(const GrowingLabels& labels);
  void grow(std::uint32_t root, const GrowingLabels& labels, PrunedSearch& search,
            std::vector<std::uint32_t>& way_to, Tree& tree) const;
  void add(Tree tree);
  void cut(Tree& tree, std::uint32_t way);
  std::uint32_t draw_root();

  const CoreGraph& graph_;
  Crew& crew_;
  std::size_t fresh_;  ///< ways of a fresh sample
  SplitMix64 random_;
  std::vector<PrunedSearch> searches_;               ///< by thread
  std::vector<std::vector<std::uint32_t>> ways_to_;  ///< by thread: in a tree, by node
  std::vector<Tree> trees_;
  std::vector<std::vector<Place>> places_;  ///< of each node in trees
  std::vector<std::uint64_t> weights_;      ///< weight in the sample, by node
  std::vector<std::uint8_t> taken_;
  std::priority_queue<std::pair<std::uint64_t, std::uint32_t>>
      most_;                          ///< possibly outdated
  std::vector<std::uint32_t> roots_;  ///< not taken at the time of the last sample
  std::vector<std::uint32_t> upto_;   ///< weight of the roots up to each
  std::vector<std::uint32_t> stack_;
  std::size_t left_ = 0;  ///< ways in all trees
  bool worth_sampling_ = true;
};

}  // namespace throng

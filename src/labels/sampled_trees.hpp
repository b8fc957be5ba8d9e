#pragma once

#include "../core/crew.hpp"
#include "../core/memory.hpp"
#include "../core/rng.hpp"
#include "growing_labels.hpp"
#include "pruned_search.hpp"

#include <throng/assert.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <queue>
#include <span>
#include <utility>
#include <vector>

namespace throng {

/// A sample of the shortest ways without a hub so far, as trees over a graph, and the
/// number of these ways through each node. Ways with a turn that Graph::may_turn() excludes
/// do not count. A node counts as often as its weight. Trees are
/// renewed when half of their nodes are gone.
template <class Graph>
class SampledTrees {
 public:
  using Labels = GrowingLabelsOf<typename Graph::Entry>;

  /// most_bytes: memory limit of the sample, not counting one tree of all nodes.
  SampledTrees(const Graph& graph, std::size_t most_bytes, Crew& crew);

  /// Returns the node on most ways of the sample that was not taken before; on a tie the
  /// one of the highest number. Pre: one is left.
  std::uint32_t take();

  /// Removes the ways through the node taken last, and samples new ones when few are left.
  /// labels: contain that node as a hub.
  void remove(std::uint32_t node, const Labels& labels);

 private:
  using Length = typename Graph::Length;
  using Search = PrunedSearch<Graph>;

  static constexpr std::uint32_t kNone = 0xFFFF'FFFF;
  // With half as many, labels of large cores are 1 to 10 % longer.
  static constexpr std::size_t kWaysPerNode = 64;    ///< in a fresh sample
  static constexpr std::size_t kFewNodes = 4096;     ///< up to this, twice as many ways
  static constexpr std::size_t kMostTrees = 256;     ///< added to a sample at a time
  static constexpr std::size_t kTreesPerRound = 16;  ///< at most, between two checks
  /// If trees have fewer ways on average, sampling is not worth its time: the remaining
  /// ways change labels by 3 % at most.
  static constexpr std::size_t kSmallTree = 16;

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

  void sample(const Labels& labels);
  void grow(std::uint32_t root, const Labels& labels, Search& search,
            std::vector<std::uint32_t>& way_to, Tree& tree) const;
  bool goes_on(const Tree& tree, std::uint32_t way, std::uint32_t node) const;
  void add(Tree tree);
  void cut(Tree& tree, std::uint32_t way);
  std::uint32_t draw_root();

  const Graph& graph_;
  Crew& crew_;
  std::size_t fresh_;  ///< ways of a fresh sample
  SplitMix64 random_;
  std::vector<Search> searches_;                     ///< by thread
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

template <class Graph>
SampledTrees<Graph>::SampledTrees(const Graph& graph, std::size_t most_bytes, Crew& crew)
    : graph_(graph),
      crew_(crew),
      fresh_(std::min((graph.size() <= kFewNodes ? 2 : 1) * kWaysPerNode * graph.size(),
                      most_bytes / (sizeof(Way) + sizeof(Place)))),
      random_(graph.size()),
      searches_(static_cast<std::size_t>(crew.size()), Search(graph.size())),
      ways_to_(static_cast<std::size_t>(crew.size()),
               std::vector<std::uint32_t>(graph.size())),
      places_(graph.size()),
      weights_(graph.size(), 0),
      taken_(graph.size(), 0) {
  sample(Labels(graph.size()));
}

template <class Graph>
std::uint32_t SampledTrees<Graph>::take() {
  for (;;) {
    THRONG_ASSERT(!most_.empty());
    const auto [weight, node] = most_.top();
    most_.pop();
    if (taken_[node] != 0) continue;
    if (weight == weights_[node]) {
      taken_[node] = 1;
      return node;
    }
    most_.emplace(weights_[node], node);
  }
}

template <class Graph>
void SampledTrees<Graph>::remove(std::uint32_t node, const Labels& labels) {
  for (const Place& place : places_[node])
    if (Tree& tree = trees_[place.tree]; !tree.empty()) cut(tree, place.way);
  release(places_[node]);
  if (worth_sampling_ && left_ < fresh_ / 2) sample(labels);
}

template <class Graph>
void SampledTrees<Graph>::cut(Tree& tree, std::uint32_t way) {
  const std::uint32_t weight = tree[way].weight;
  if (weight == 0) return;
  for (std::uint32_t above = tree[way].parent; above != kNone; above = tree[above].parent) {
    tree[above].weight -= weight;
    weights_[tree[above].node] -= weight;
  }
  stack_.assign(1, way);
  while (!stack_.empty()) {
    Way& gone = tree[stack_.back()];
    stack_.pop_back();
    --left_;
    weights_[gone.node] -= gone.weight;
    gone.weight = 0;
    for (std::uint32_t child = gone.child; child != kNone; child = tree[child].sibling)
      if (tree[child].weight != 0) stack_.push_back(child);
  }
  if (tree[0].weight == 0) release(tree);
}

/// A node that is not taken; each one is as likely as its weight.
template <class Graph>
std::uint32_t SampledTrees<Graph>::draw_root() {
  const auto at = std::ranges::upper_bound(upto_, random_.below(upto_.back()));
  return roots_[static_cast<std::size_t>(at - upto_.begin())];
}

template <class Graph>
void SampledTrees<Graph>::sample(const Labels& labels) {
  roots_.clear();
  upto_.clear();
  std::uint32_t weight = 0;
  for (std::uint32_t i = 0; i < graph_.size(); ++i) {
    if (taken_[i] != 0) continue;
    roots_.push_back(i);
    upto_.push_back(weight += graph_.weight(i));
  }
  if (roots_.empty()) return;

  // The order in which roots are drawn and trees added does not depend on the threads.
  std::size_t grown = 0, ways = 0;
  std::vector<Tree> round;
  // If there are too many nodes for a sample of full size, a round is no larger than the
  // sample.
  const std::size_t trees =
      std::clamp<std::size_t>(fresh_ / graph_.size(), 1, kTreesPerRound);
  while (left_ < fresh_ && grown < kMostTrees) {
    std::vector<std::uint32_t> drawn(trees);
    for (std::uint32_t& root : drawn) root = draw_root();
    round.assign(drawn.size(), {});
    crew_.for_each_block(drawn.size(), 1, [&](int thread, std::size_t i, std::size_t) {
      const auto t = static_cast<std::size_t>(thread);
      grow(drawn[i], labels, searches_[t], ways_to_[t], round[i]);
    });
    for (Tree& tree : round) {
      ways += tree.size();
      add(std::move(tree));
    }
    grown += drawn.size();
  }
  worth_sampling_ = ways >= grown * kSmallTree;
  std::vector<std::pair<std::uint64_t, std::uint32_t>> all;
  all.reserve(roots_.size());
  for (const std::uint32_t i : roots_) all.emplace_back(weights_[i], i);
  most_ = decltype(most_)({}, std::move(all));
}

/// Whether a way may go on to a node.
template <class Graph>
bool SampledTrees<Graph>::goes_on(const Tree& tree, std::uint32_t way,
                                  std::uint32_t node) const {
  const std::uint32_t above = tree[way].parent;
  return above == kNone || graph_.may_turn(tree[above].node, tree[way].node, node);
}

template <class Graph>
void SampledTrees<Graph>::grow(std::uint32_t root, const Labels& labels, Search& search,
                               std::vector<std::uint32_t>& way_to, Tree& tree) const {
  search.run(graph_, labels, root, [&](std::uint32_t node, std::uint32_t parent, Length) {
    std::uint32_t above = kNone;
    way_to[node] = kNone;
    if (parent != Search::kNoParent) {
      above = way_to[parent];
      if (above == kNone || !goes_on(tree, above, node)) return;
    }
    way_to[node] = static_cast<std::uint32_t>(tree.size());
    tree.push_back({node, above, graph_.weight(node), kNone, kNone});
  });
  for (auto way = static_cast<std::uint32_t>(tree.size()); way-- > 1;) {
    Way& parent = tree[tree[way].parent];
    parent.weight += tree[way].weight;
    tree[way].sibling = parent.child;
    parent.child = way;
  }
}

template <class Graph>
void SampledTrees<Graph>::add(Tree tree) {
  const auto number = static_cast<std::uint32_t>(trees_.size());
  for (std::uint32_t way = 0; way < tree.size(); ++way) {
    weights_[tree[way].node] += tree[way].weight;
    places_[tree[way].node].push_back({number, way});
  }
  left_ += tree.size();
  trees_.push_back(std::move(tree));
}

}  // namespace throng

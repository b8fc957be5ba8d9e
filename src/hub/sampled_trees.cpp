#include "sampled_trees.hpp"

#include "../core/memory.hpp"

#include <throng/assert.hpp>

#include <algorithm>

namespace throng {
namespace {

// Measured on the families of the benchmarks: with half as many nodes labels are 1 to 12 %
// longer (rooms of 8 cells: 64 %), with twice as many 1 to 5 % shorter (rooms: 10 %), in
// about half and twice the time.
constexpr std::size_t kNodesPerSubgoal = 32;  ///< in a fresh sample
constexpr std::size_t kFewSubgoals = 8192;    ///< up to this, twice as many nodes
constexpr std::size_t kMostTrees = 256;       ///< added to a sample at a time
constexpr std::size_t kTreesPerRound = 16;    ///< at most, between two checks
/// If trees have fewer nodes on average, sampling is not worth its time: the remaining ways
/// change labels by 3 % at most.
constexpr std::size_t kSmallTree = 16;

}  // namespace

SampledTrees::SampledTrees(const SubgoalGraph& graph, std::size_t most_bytes, Crew& crew)
    : graph_(graph),
      crew_(crew),
      fresh_(
          std::min((graph.size() <= kFewSubgoals ? 2 : 1) * kNodesPerSubgoal * graph.size(),
                   most_bytes / (sizeof(Node) + sizeof(Place)))),
      random_(graph.size()),
      searches_(static_cast<std::size_t>(crew.size()), PrunedSearch(graph.size())),
      nodes_of_(static_cast<std::size_t>(crew.size()),
                std::vector<std::uint32_t>(graph.size())),
      places_(graph.size()),
      ways_(graph.size(), 0),
      taken_(graph.size(), 0) {
  sample(GrowingLabels(graph.size()));
}

std::uint32_t SampledTrees::take() {
  for (;;) {
    THRONG_ASSERT(!most_.empty());
    const auto [ways, subgoal] = most_.top();
    most_.pop();
    if (taken_[subgoal] != 0) continue;
    if (ways == ways_[subgoal]) {
      taken_[subgoal] = 1;
      return subgoal;
    }
    most_.emplace(ways_[subgoal], subgoal);
  }
}

void SampledTrees::remove(std::uint32_t subgoal, const GrowingLabels& labels) {
  for (const Place& place : places_[subgoal])
    if (Tree& tree = trees_[place.tree]; !tree.empty()) cut(tree, place.node);
  release(places_[subgoal]);
  if (worth_sampling_ && left_ < fresh_ / 2) sample(labels);
}

void SampledTrees::cut(Tree& tree, std::uint32_t node) {
  const std::uint32_t size = tree[node].size;
  if (size == 0) return;
  for (std::uint32_t above = tree[node].parent; above != kNone;
       above = tree[above].parent) {
    tree[above].size -= size;
    ways_[tree[above].subgoal] -= size;
  }
  left_ -= size;
  stack_.assign(1, node);
  while (!stack_.empty()) {
    Node& gone = tree[stack_.back()];
    stack_.pop_back();
    ways_[gone.subgoal] -= gone.size;
    gone.size = 0;
    for (std::uint32_t child = gone.child; child != kNone; child = tree[child].sibling)
      if (tree[child].size != 0) stack_.push_back(child);
  }
  if (tree[0].size == 0) release(tree);
}

void SampledTrees::sample(const GrowingLabels& labels) {
  roots_.clear();
  for (std::uint32_t i = 0; i < graph_.size(); ++i)
    if (taken_[i] == 0) roots_.push_back(i);
  if (roots_.empty()) return;

  // The order in which roots are drawn and trees added does not depend on the threads.
  std::size_t grown = 0, nodes = 0;
  std::vector<Tree> round;
  // If there are too many subgoals for a sample of full size, a round is no larger than the
  // sample.
  const std::size_t trees =
      std::clamp<std::size_t>(fresh_ / graph_.size(), 1, kTreesPerRound);
  while (left_ < fresh_ && grown < kMostTrees) {
    std::vector<std::uint32_t> drawn(trees);
    for (std::uint32_t& root : drawn)
      root = roots_[random_.below(static_cast<std::uint32_t>(roots_.size()))];
    round.assign(drawn.size(), {});
    crew_.for_each_block(drawn.size(), 1, [&](int thread, std::size_t i, std::size_t) {
      const auto t = static_cast<std::size_t>(thread);
      grow(drawn[i], labels, searches_[t], nodes_of_[t], round[i]);
    });
    for (Tree& tree : round) {
      nodes += tree.size();
      add(std::move(tree));
    }
    grown += drawn.size();
  }
  worth_sampling_ = nodes >= grown * kSmallTree;
  std::vector<std::pair<std::uint64_t, std::uint32_t>> all;
  all.reserve(roots_.size());
  for (const std::uint32_t i : roots_) all.emplace_back(ways_[i], i);
  most_ = decltype(most_)({}, std::move(all));
}

void SampledTrees::grow(std::uint32_t root, const GrowingLabels& labels,
                        PrunedSearch& search, std::vector<std::uint32_t>& node_of,
                        Tree& tree) const {
  search.run(graph_, labels, root, [&](std::uint32_t subgoal, std::uint32_t parent, Cost) {
    const auto node = static_cast<std::uint32_t>(tree.size());
    node_of[subgoal] = node;
    const bool is_root = parent == PrunedSearch::kNoParent;
    tree.push_back({subgoal, is_root ? kNone : node_of[parent], 1, kNone, kNone});
  });
  for (auto node = static_cast<std::uint32_t>(tree.size()); node-- > 1;) {
    Node& parent = tree[tree[node].parent];
    parent.size += tree[node].size;
    tree[node].sibling = parent.child;
    parent.child = node;
  }
}

void SampledTrees::add(Tree tree) {
  const auto number = static_cast<std::uint32_t>(trees_.size());
  for (std::uint32_t node = 0; node < tree.size(); ++node) {
    ways_[tree[node].subgoal] += tree[node].size;
    places_[tree[node].subgoal].push_back({number, node});
  }
  left_ += tree.size();
  trees_.push_back(std::move(tree));
}

}  // namespace throng

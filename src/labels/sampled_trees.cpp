#include "sampled_trees.hpp"

#include "../core/memory.hpp"

#include <throng/assert.hpp>

#include <algorithm>

namespace throng {
namespace {

// With half as many, labels of large cores are 1 to 10 % longer.
constexpr std::size_t kWaysPerNode = 64;    ///< in a fresh sample
constexpr std::size_t kFewNodes = 4096;     ///< up to this, twice as many ways
constexpr std::size_t kMostTrees = 256;     ///< added to a sample at a time
constexpr std::size_t kTreesPerRound = 16;  ///< at most, between two checks
/// If trees have fewer ways on average, sampling is not worth its time: the remaining ways
/// change labels by 3 % at most.
constexpr std::size_t kSmallTree = 16;

}  // namespace

SampledTrees::SampledTrees(const CoreGraph& graph, std::size_t most_bytes, Crew& crew)
    : graph_(graph),
      crew_(crew),
      fresh_(std::min((graph.size() <= kFewNodes ? 2 : 1) * kWaysPerNode * graph.size(),
                      most_bytes / (sizeof(Way) + sizeof(Place)))),
      random_(graph.size()),
      searches_(static_cast<std::size_t>(crew.size()), PrunedSearch(graph.size())),
      ways_to_(static_cast<std::size_t>(crew.size()),
               std::vector<std::uint32_t>(graph.size())),
      places_(graph.size()),
      weights_(graph.size(), 0),
      taken_(graph.size(), 0) {
  sample(GrowingLabels(graph.size()));
}

std::uint32_t SampledTrees::take() {
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

void SampledTrees::remove(std::uint32_t node, const GrowingLabels& labels) {
  for (const Place& place : places_[node])
    if (Tree& tree = trees_[place.tree]; !tree.empty()) cut(tree, place.way);
  release(places_[node]);
  if (worth_sampling_ && left_ < fresh_ / 2) sample(labels);
}

void SampledTrees::cut(Tree& tree, std::uint32_t way) {
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
std::uint32_t SampledTrees::draw_root() {
  const auto at = std::ranges::upper_bound(upto_, random_.below(upto_.back()));
  return roots_[static_cast<std::size_t>(at - upto_.begin())];
}

void SampledTrees::sample(const GrowingLabels& labels) {
  roots_.clear();
  upto_.clear();
  std::uint32_t weight = 0;
  for (std::uint32_t i = 0; i < graph_.size(); ++i) {
    if (taken_[i] != 0) continue;
    roots_.push_back(i);
    upto_.push_back(weight += graph_.weights[i]);
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

void SampledTrees::grow(std::uint32_t root, const GrowingLabels& labels,
                        PrunedSearch& search, std::vector<std::uint32_t>& way_to,
                        Tree& tree) const {
  search.run(graph_, labels, root, [&](std::uint32_t node, std::uint32_t parent, Cost) {
    way_to[node] = static_cast<std::uint32_t>(tree.size());
    const bool is_root = parent == PrunedSearch::kNoParent;
    tree.push_back(
        {node, is_root ? kNone : way_to[parent], graph_.weights[node], kNone, kNone});
  });
  for (auto way = static_cast<std::uint32_t>(tree.size()); way-- > 1;) {
    Way& parent = tree[tree[way].parent];
    parent.weight += tree[way].weight;
    tree[way].sibling = parent.child;
    parent.child = way;
  }
}

void SampledTrees::add(Tree tree) {
  const auto number = static_cast<std::uint32_t>(trees_.size());
  for (std::uint32_t way = 0; way < tree.size(); ++way) {
    weights_[tree[way].node] += tree[way].weight;
    places_[tree[way].node].push_back({number, way});
  }
  left_ += tree.size();
  trees_.push_back(std::move(tree));
}

}  // namespace throng

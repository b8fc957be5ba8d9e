#include "label_builder.hpp"

#include "../core/progress.hpp"
#include "pruned_search.hpp"
#include "sampled_trees.hpp"

#include <algorithm>
#include <limits>
#include <span>
#include <utility>

namespace throng {
namespace {

constexpr std::size_t kLabelsPerBlock = 16;

// The core is a tenth of the subgoals, and at least a thousand. Measured on six maps: with
// no core labels are 3 to 10 % longer; with a core of 30 % they are as long within 2 %, and
// take up to three times the time.
constexpr std::size_t kCorePart = 10;
constexpr std::size_t kLeastCore = 1000;
/// Contraction stops where nodes have more arcs, unless edges are as many: searches in what
/// is left are faster.
constexpr std::size_t kMostDegree = 24;

/// See ContractionLimits. With all nodes at a time, labels are 2 % longer.
constexpr std::size_t kLowPart = 5;

ContractionLimits limits_of(const RemainingGraph& graph) {
  const std::size_t degree = graph.arc_count() / std::max<std::size_t>(graph.size(), 1);
  constexpr std::size_t kNoLimit = std::numeric_limits<std::size_t>::max();
  return {.low_part = kLowPart,
          .core = std::max(graph.size() / kCorePart, kLeastCore),
          .degree = std::max(kMostDegree, 2 * degree),
          .node_arcs = kNoLimit,
          .arcs = kNoLimit};
}

/// The nodes that are labelled together, level by level.
struct Levels {
  std::vector<std::uint32_t> nodes;
  std::vector<std::size_t> begin{0};  ///< of each level; one more: the end

  /// Nodes of the core have no level: they are labelled before.
  explicit Levels(const Contracted& contracted) {
    std::vector<std::uint32_t> level(contracted.arcs.size(), 0);
    for (std::size_t i = contracted.order.size(); i-- > 0;) {
      const std::uint32_t node = contracted.order[i];
      for (const RemainingArc& arc : contracted.arcs[node])
        level[node] = std::max(level[node], level[arc.to]);
      if (++level[node] == begin.size()) begin.push_back(0);
      ++begin[level[node]];
    }
    for (std::size_t i = 1; i < begin.size(); ++i) begin[i] += begin[i - 1];
    nodes.resize(contracted.order.size());
    std::vector<std::size_t> next(begin);
    for (const std::uint32_t node : contracted.order) nodes[next[level[node] - 1]++] = node;
  }
};

}  // namespace

LabelBuilder::LabelBuilder(RemainingGraph& graph, std::size_t most_entries, Crew& crew,
                           const Monitor* monitor)
    : labels(graph.size()),
      graph_(graph),
      most_entries_(most_entries),
      crew_(crew),
      monitor_(monitor) {}

Outcome LabelBuilder::run() {
  if (Outcome good = contract(); !good) return good;
  find_core();
  if (Outcome good = label_core(); !good) return good;
  return label_contracted();
}

Outcome LabelBuilder::contract() {
  Result<Contracted> contracted =
      Contraction(graph_, crew_, limits_of(graph_)).run(Progress::uncounted(monitor_));
  if (!contracted) return contracted.failure();
  contracted_ = *std::move(contracted);
  return ok();
}

void LabelBuilder::find_core() {
  std::vector<std::uint32_t> weights(graph_.size(), 1);
  std::vector<std::uint8_t> is_contracted(graph_.size(), 0);
  for (const std::uint32_t subgoal : contracted_.order) {
    is_contracted[subgoal] = 1;
    const RemainingGraph::Arcs& arcs = contracted_.arcs[subgoal];
    const auto nearest = std::ranges::min_element(arcs, {}, &RemainingArc::cost);
    if (nearest != arcs.end()) weights[nearest->to] += weights[subgoal];
  }
  std::vector<std::uint32_t> node_of(graph_.size());
  for (std::uint32_t i = 0; i < graph_.size(); ++i) {
    if (is_contracted[i] != 0) continue;
    node_of[i] = static_cast<std::uint32_t>(core_.size());
    core_.subgoals.push_back(i);
    core_.weights.push_back(weights[i]);
  }
  for (const std::uint32_t subgoal : core_.subgoals) {
    for (const RemainingArc& arc : graph_.arcs(subgoal))
      core_.edges_of_all.push_back({node_of[arc.to], arc.cost});
    core_.begin.push_back(core_.edges_of_all.size());
  }
}

Outcome LabelBuilder::label_core() {
  GrowingLabels growing(core_.size());
  SampledTrees<CoreGraph> trees(core_, most_entries_ * sizeof(HubEntry), crew_);
  PrunedSearch<CoreGraph> search(core_.size());
  order.reserve(graph_.size());
  for (std::uint32_t hub = 0; hub < core_.size(); ++hub) {
    const std::uint32_t node = trees.take();
    order.push_back(core_.subgoals[node]);
    std::size_t settled = 0;
    search.run(core_, growing, node, [&](std::uint32_t i, std::uint32_t, Cost cost) {
      growing[i].push_back({hub, cost});
      ++settled;
    });
    ++hubs_;
    if (Outcome good = check(settled); !good) return good;
    trees.remove(node, growing);
  }
  for (std::uint32_t i = 0; i < core_.size(); ++i)
    labels[core_.subgoals[i]] = std::move(growing[i]);
  return ok();
}

Outcome LabelBuilder::label_contracted() {
  order.insert(order.end(), contracted_.order.rbegin(), contracted_.order.rend());
  rank_.resize(order.size());
  for (std::uint32_t hub = 0; hub < order.size(); ++hub) rank_[order[hub]] = hub;
  const Levels levels(contracted_);
  const auto threads = static_cast<std::size_t>(crew_.size());
  std::vector<HubCosts> costs(threads, HubCosts(order.size()));
  std::vector<std::vector<std::uint32_t>> hubs(threads);
  for (std::size_t level = 0; level + 1 < levels.begin.size(); ++level) {
    const auto nodes =
        std::span(levels.nodes)
            .subspan(levels.begin[level], levels.begin[level + 1] - levels.begin[level]);
    crew_.for_each_block(nodes.size(), kLabelsPerBlock,
                         [&](int thread, std::size_t begin, std::size_t end) {
                           const auto t = static_cast<std::size_t>(thread);
                           for (std::size_t i = begin; i < end; ++i)
                             label(nodes[i], costs[t], hubs[t]);
                         });
    hubs_ += nodes.size();
    std::size_t entries = 0;
    for (const std::uint32_t subgoal : nodes) entries += labels[subgoal].size();
    if (Outcome good = check(entries); !good) return good;
  }
  return ok();
}

/// costs, hubs: memory of a thread; all costs are unknown between calls.
void LabelBuilder::label(std::uint32_t subgoal, HubCosts& costs,
                         std::vector<std::uint32_t>& hubs) {
  hubs.clear();
  for (const RemainingArc& arc : contracted_.arcs[subgoal])
    for (const HubEntry& entry : labels[arc.to]) {
      if (entry.cost >= kUnreachable - arc.cost) continue;  // no shortest way is as long
      Cost& cost = costs[entry.hub];
      if (cost == kUnreachable) hubs.push_back(entry.hub);
      cost = std::min(cost, arc.cost + entry.cost);
    }
  std::vector<HubEntry>& label = labels[subgoal];
  for (const std::uint32_t hub : hubs) {
    const std::span<const HubEntry> higher(labels[order[hub]].data(),
                                           labels[order[hub]].size() - 1);
    if (!costs.known(higher, costs[hub])) label.push_back({hub, costs[hub]});
  }
  for (const std::uint32_t hub : hubs) costs[hub] = kUnreachable;
  std::ranges::sort(label, {}, &HubEntry::hub);
  label.push_back({rank_[subgoal], 0});
  label.shrink_to_fit();
}

Outcome LabelBuilder::check(std::size_t more_entries) {
  entries_ += more_entries;
  if (entries_ > most_entries_) return fail(Code::over_limit, "");
  if (cancelled(monitor_)) return fail(Code::cancelled, "");
  return ok();
}

}  // namespace throng

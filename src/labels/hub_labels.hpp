#pragma once

#include "../core/crew.hpp"
#include "../core/shared_array.hpp"
#include "../jump/jumps.hpp"
#include "legs.hpp"
#include "subgoal_graph.hpp"

#include <throng/grid.hpp>
#include <throng/monitor.hpp>
#include <throng/query.hpp>
#include <throng/result.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace throng {

/// One hub in the label of a subgoal.
struct HubEntry {
  std::uint32_t hub;  ///< rank in the order of importance, from 0
  Cost cost;          ///< the distance to the hub
};

/// The leg from a subgoal to the next one on a shortest way to a hub, packed into one
/// number: the steps of a JumpLine.
class HubLeg {
 public:
  static constexpr std::int32_t kMostSteps = (1 << 14) - 1;

  HubLeg() = default;
  /// Pre: the line has at most kMostSteps diagonal and at most kMostSteps straight steps.
  explicit HubLeg(const JumpLine& line) noexcept
      : bits_(static_cast<std::uint32_t>(line.diagonal) << 18 |
              static_cast<std::uint32_t>(line.straight) << 4 | (line.across - 4) << 2 |
              line.along) {}

  std::int32_t diagonal() const noexcept { return static_cast<std::int32_t>(bits_ >> 18); }
  std::int32_t straight() const noexcept {
    return static_cast<std::int32_t>(bits_ >> 4 & kMostSteps);
  }
  unsigned across() const noexcept { return 4 + (bits_ >> 2 & 3U); }
  unsigned along() const noexcept { return bits_ & 3U; }

 private:
  std::uint32_t bits_ = 0;
};

/// A step towards a hub: the leg to the next subgoal, and the number of the next step.
struct HubStep {
  static constexpr std::uint32_t kAtHub = 0xFFFF'FFFF;

  std::uint32_t next;  ///< number of a step; kAtHub: this is the hub, and there is no leg
  HubLeg leg;
};

/// A hub label for each subgoal of a map: the distances to some other subgoals, its hubs,
/// such that any two connected subgoals share a hub on a shortest way between them.
///
/// The labels are the canonical labels of an order of importance (see LabelBuilder): a
/// subgoal has a hub when no subgoal of higher rank lies on any shortest way between the
/// two. Labels and order depend on the graph alone; on very large graphs also on the memory
/// limit, which bounds the sample of ways.
///
/// The steps to one hub are stored together, and those of a long way in sequence (heavy
/// paths of the tree that they form), so that following them costs few cache misses. Paths
/// on random512-40-0 are 14 times as fast as jump point search with landmarks in the same
/// run; with each step stored at its subgoal they were 5 times as fast.
///
/// Bytes: 20 an entry, 16 without the distances. Sources: labels from contraction
/// hierarchies, I. Abraham, D. Delling, A. Goldberg, R. Werneck, "A Hub-Based Labeling
/// Algorithm for Shortest Paths in Road Networks", SEA 2011, and "Hierarchical Hub
/// Labelings for Shortest Paths", ESA 2012; pruned searches, T. Akiba, Y. Iwata, Y.
/// Yoshida, SIGMOD 2013; order by sampled shortest-path trees, D. Delling, A. Goldberg, T.
/// Pajor, R. Werneck, "Robust Distance Queries on Massive Networks", ESA 2014. Here the
/// trees are pruned by the labels found so far, so that late samples are cheap and
/// represent the ways that are left. With as many settled nodes, labels are a third to half
/// as long as with unpruned trees.
class HubLabels {
 public:
  /// The parts of all labels.
  struct Arrays {
    SharedArray<std::uint32_t> begin;  ///< the first entry of each label; one more: the end
    SharedArray<std::uint32_t> order;  ///< subgoal by rank
    SharedArray<std::uint32_t> hubs;   ///< by entry: rank of the hub, rising in a label
    SharedArray<Cost> costs;           ///< by entry: distance; empty once forgotten
    SharedArray<std::uint32_t> step_of;  ///< by entry: number of the first step
    /// The steps to the hub of rank 0, then to that of rank 1, and so on. Of one hub, each
    /// step comes after its next step; so the first one is that of the hub itself.
    SharedArray<HubStep> steps;
  };

  /// graph: of the subgoals. Errors: over_limit when the entries would
  /// exceed `most_bytes` (the message reports the progress); unsupported when legs or
  /// distances do not fit; cancelled.
  static Result<HubLabels> build(const Grid& grid, const SubgoalGraph& graph,
                                 const SubgoalPlaces& subgoals, std::size_t most_bytes,
                                 Crew& crew, const Monitor* monitor);
  explicit HubLabels(Arrays arrays) noexcept : arrays_(std::move(arrays)) {}

  const Arrays& arrays() const noexcept { return arrays_; }
  std::size_t subgoals() const noexcept { return arrays_.begin.size() - 1; }
  std::size_t size() const noexcept { return arrays_.hubs.size(); }

  /// The hubs of a subgoal by rising rank; the last one is the subgoal itself.
  std::span<const std::uint32_t> hubs(std::uint32_t subgoal) const noexcept {
    const std::uint32_t* const begin = arrays_.begin.data() + subgoal;
    return {arrays_.hubs.data() + begin[0], arrays_.hubs.data() + begin[1]};
  }
  /// The distances to them. Pre: forget_costs() was not called.
  std::span<const Cost> costs(std::uint32_t subgoal) const noexcept {
    const std::uint32_t* const begin = arrays_.begin.data() + subgoal;
    return {arrays_.costs.data() + begin[0], arrays_.costs.data() + begin[1]};
  }
  /// Calls visit(hub, distance to it) for each of them. Pre: forget_costs() was not called.
  template <class Visit>
  void for_each(std::uint32_t subgoal, const Visit& visit) const {
    const std::uint32_t* const begin = arrays_.begin.data() + subgoal;
    const std::uint32_t* const hubs = arrays_.hubs.data();
    const Cost* const costs = arrays_.costs.data();
    for (std::uint32_t i = begin[0]; i < begin[1]; ++i) visit(hubs[i], costs[i]);
  }
  /// The index of a hub in a label; the label's size if the hub is not in it.
  std::size_t find(std::uint32_t subgoal, std::uint32_t hub) const noexcept {
    const std::span<const std::uint32_t> label = hubs(subgoal);
    std::size_t at = 0;  // a binary search without a branch to mispredict
    for (std::size_t left = label.size(); left > 1;) {
      const std::size_t half = left / 2;
      at = label[at + half] <= hub ? at + half : at;
      left -= half;
    }
    return !label.empty() && label[at] == hub ? at : label.size();
  }
  /// The number of the first step to the hub of the i-th entry of a label.
  std::uint32_t first_step(std::uint32_t subgoal, std::size_t i) const noexcept {
    return arrays_.step_of[arrays_.begin[subgoal] + i];
  }
  /// All steps, by number.
  const HubStep* steps() const noexcept { return arrays_.steps.data(); }

  /// Frees the distances, once nothing needs them any more; the steps stay.
  void forget_costs() noexcept { arrays_.costs = {}; }

  /// The subgoal of that rank.
  std::uint32_t subgoal(std::uint32_t hub) const noexcept { return arrays_.order[hub]; }

  std::size_t memory_bytes() const noexcept {
    return arrays_.begin.size_bytes() + arrays_.order.size_bytes() +
           arrays_.hubs.size_bytes() + arrays_.costs.size_bytes() +
           arrays_.step_of.size_bytes() + arrays_.steps.size_bytes();
  }

 private:
  Arrays arrays_;
};

}  // namespace throng

#pragma once

#include "../core/crew.hpp"
#include "contraction.hpp"
#include "core_graph.hpp"
#include "growing_labels.hpp"
#include "remaining_graph.hpp"

#include <throng/monitor.hpp>
#include <throng/result.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng {

/// Builds the labels of all subgoals, from the top of an order of importance down.
///
/// The graph is contracted to a core. The core is ordered greedily: the next hub is the
/// node that lies on most of the shortest ways without a hub so far, in a sample of ways
/// (SampledTrees). A pruned search from each hub appends it to the labels of the core. The
/// contracted subgoals follow, the last one first: a subgoal can only have the hubs of
/// those to which it has arcs, and itself. The hubs to which a hub of higher rank is on a
/// shortest way are dropped. Subgoals of one level, to which no arcs lead from others of
/// that level, are labelled in parallel; so the labels do not depend on the threads.
class LabelBuilder {
 public:
  /// Contracts the graph. most_entries: of all labels.
  LabelBuilder(RemainingGraph& graph, std::size_t most_entries, Crew& crew,
               const Monitor* monitor);

  /// Errors:
  /// - over_limit: there would be more than `most_entries`; the message is the caller's.
  /// - cancelled: the monitor cancelled.
  Outcome run();

  /// The number of hubs found so far.
  std::size_t hubs() const noexcept { return hubs_; }

  std::vector<std::uint32_t> order;  ///< subgoal by rank; after run()
  GrowingLabels labels;              ///< by subgoal; after run()

 private:
  Outcome contract();
  void find_core();
  Outcome label_core();
  Outcome label_contracted();
  void label(std::uint32_t subgoal, HubCosts& costs, std::vector<std::uint32_t>& hubs);
  Outcome check(std::size_t more_entries);

  RemainingGraph& graph_;
  std::size_t most_entries_;
  Crew& crew_;
  const Monitor* monitor_;
  Contracted contracted_;
  CoreGraph core_;
  std::vector<std::uint32_t> rank_;  ///< by subgoal
  std::size_t entries_ = 0;
  std::size_t hubs_ = 0;
};

}  // namespace throng

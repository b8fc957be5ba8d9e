#pragma once

#include "../core/crew.hpp"
#include "../jump/jump_graph.hpp"
#include "hub_labels.hpp"
#include "subgoal_graph.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace throng {

/// Returns, for each entry of canonical labels, the entry of the same hub at the next
/// subgoal on a shortest way there (the lowest-numbered one if there are several);
/// HubStep::kAtHub at hubs. begin: the first entry of each label.
std::vector<std::uint32_t> find_next_entries(const SubgoalGraph& graph,
                                             std::span<const std::uint32_t> begin,
                                             std::span<const HubEntry> entries, Crew& crew);

/// Orders the steps to a hub so that ways are contiguous: the steps form a tree, see
/// heavy_places().
class StepLayout {
 public:
  StepLayout(std::span<const std::uint32_t> begin, std::span<const HubEntry> entries,
             std::span<const std::uint32_t> next, std::span<const PaddedPosition> places);

  /// Writes the steps to one hub, and the number of the step of each of its entries.
  /// Different hubs may be laid out concurrently.
  void lay_out(std::uint32_t hub, std::span<std::uint32_t> step_of,
               std::span<HubStep> steps) const;

 private:
  std::span<const HubEntry> entries_;
  std::span<const std::uint32_t> next_;
  std::span<const PaddedPosition> places_;
  std::vector<std::uint32_t> subgoal_of_;  ///< by entry
  std::vector<std::uint32_t> hub_begin_;   ///< first entry of each hub in by_hub_
  std::vector<std::uint32_t> by_hub_;      ///< entries
};

}  // namespace throng

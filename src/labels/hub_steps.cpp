#include "hub_steps.hpp"

#include "../jump/jumps.hpp"
#include "heavy_paths.hpp"

#include <algorithm>

namespace throng {
namespace {

constexpr std::size_t kSubgoalsPerBlock = 64;
constexpr std::uint32_t kNone = 0xFFFF'FFFF;

}  // namespace

std::vector<std::uint32_t> find_next_entries(const SubgoalGraph& graph,
                                             std::span<const std::uint32_t> begin,
                                             std::span<const HubEntry> entries,
                                             Crew& crew) {
  std::vector<std::uint32_t> next(entries.size(), HubStep::kAtHub);
  std::vector<std::vector<std::uint32_t>> entry_of_hub(
      static_cast<std::size_t>(crew.size()),
      std::vector<std::uint32_t>(graph.size(), kNone));
  // The next subgoal has the hub too, because labels are canonical.
  const auto fill = [&](std::vector<std::uint32_t>& entry_of, std::uint32_t subgoal) {
    for (std::uint32_t i = begin[subgoal]; i < begin[subgoal + 1]; ++i)
      entry_of[entries[i].hub] = i;
    for (const SubgoalEdge& edge : graph.edges(subgoal))
      for (std::uint32_t i = begin[edge.to]; i < begin[edge.to + 1]; ++i) {
        const std::uint32_t entry = entry_of[entries[i].hub];
        if (entry != kNone && next[entry] == HubStep::kAtHub &&
            entries[entry].cost == entries[i].cost + edge.cost)
          next[entry] = i;
      }
    for (std::uint32_t i = begin[subgoal]; i < begin[subgoal + 1]; ++i)
      entry_of[entries[i].hub] = kNone;
  };
  crew.for_each_block(graph.size(), kSubgoalsPerBlock,
                      [&](int thread, std::size_t first, std::size_t last) {
                        for (std::size_t i = first; i < last; ++i)
                          fill(entry_of_hub[static_cast<std::size_t>(thread)],
                               static_cast<std::uint32_t>(i));
                      });
  return next;
}

StepLayout::StepLayout(std::span<const std::uint32_t> begin,
                       std::span<const HubEntry> entries,
                       std::span<const std::uint32_t> next,
                       std::span<const PaddedPosition> places)
    : entries_(entries),
      next_(next),
      places_(places),
      subgoal_of_(entries.size()),
      hub_begin_(begin.size(), 0),
      by_hub_(entries.size()) {
  for (const HubEntry& entry : entries) ++hub_begin_[entry.hub + 1];
  for (std::size_t hub = 1; hub < hub_begin_.size(); ++hub)
    hub_begin_[hub] += hub_begin_[hub - 1];
  std::vector<std::uint32_t> end(hub_begin_.begin(), hub_begin_.end() - 1);
  for (std::uint32_t subgoal = 0; subgoal + 1 < begin.size(); ++subgoal)
    for (std::uint32_t i = begin[subgoal]; i < begin[subgoal + 1]; ++i) {
      subgoal_of_[i] = subgoal;
      by_hub_[end[entries[i].hub]++] = i;
    }
}

void StepLayout::lay_out(std::uint32_t hub, std::span<std::uint32_t> step_of,
                         std::span<HubStep> steps) const {
  const std::uint32_t first = hub_begin_[hub];
  std::vector<std::uint32_t> nodes(by_hub_.begin() + first,
                                   by_hub_.begin() + hub_begin_[hub + 1]);
  std::stable_sort(nodes.begin(), nodes.end(), [&](std::uint32_t a, std::uint32_t b) {
    return entries_[a].cost < entries_[b].cost;  // parents before children
  });
  // Until its place is known, the step of an entry is the number of its node.
  const std::size_t count = nodes.size();
  for (std::uint32_t i = 0; i < count; ++i) step_of[nodes[i]] = i;
  std::vector<std::uint32_t> parent(count, kNone);
  for (std::size_t i = count; i-- > 1;) parent[i] = step_of[next_[nodes[i]]];
  const std::vector<std::uint32_t> place = heavy_places(parent);
  for (std::uint32_t i = 0; i < count; ++i) {
    step_of[nodes[i]] = first + place[i];
    HubStep& step = steps[first + place[i]];
    if (i == 0) {
      step = {HubStep::kAtHub, {}};
      continue;
    }
    const PaddedPosition from = places_[subgoal_of_[nodes[i]]];
    const PaddedPosition to = places_[subgoal_of_[nodes[parent[i]]]];
    step = {first + place[parent[i]], HubLeg(JumpLine(to.x - from.x, to.y - from.y))};
  }
}

}  // namespace throng

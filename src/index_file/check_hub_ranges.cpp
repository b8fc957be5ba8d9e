#include "../jump/jumps.hpp"
#include "check_hubs.hpp"
#include "damaged.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace throng {
namespace {

/// Whether values begin at 0, never fall, and end at `last`.
template <class Values, class Projection>
bool divides(const Values& values, std::size_t last, Projection of) {
  if (values.empty() || of(values[0]) != 0 || of(values.values().back()) != last)
    return false;
  for (std::size_t i = 1; i < values.size(); ++i)
    if (of(values[i]) < of(values[i - 1])) return false;
  return true;
}

bool all_below(std::span<const std::uint32_t> values, std::size_t limit) {
  std::uint32_t most = 0;  // without a branch, so that a register full is read at a time
  for (const std::uint32_t value : values) most = std::max(most, value);
  return values.empty() || most < limit;
}

/// Whether the hubs of each label rise. Counts where hubs do not rise: as often as a label
/// begins so. Pre: the labels divide the hubs.
bool rising_in_labels(const HubLabels::Arrays& labels) {
  const std::uint32_t* const hubs = labels.hubs.data();
  std::uint32_t falls = 0, begins = 0;
  const std::size_t entries = labels.hubs.size();
  for (std::size_t i = 1; i < entries; ++i) falls += hubs[i] <= hubs[i - 1];
  for (std::size_t label = 1; label + 1 < labels.begin.size(); ++label) {
    const std::uint32_t i = labels.begin[label];
    begins += i > 0 && i < labels.begin[label + 1] && hubs[i] <= hubs[i - 1];
  }
  return falls == begins;
}

Outcome check_labels(std::size_t subgoals, const HubLabels::Arrays& labels) {
  const std::size_t entries = labels.hubs.size();
  if (labels.begin.size() != subgoals + 1 ||
      !divides(labels.begin, entries, [](std::uint32_t begin) { return begin; }))
    return damaged(SectionId::hub_begin, "not one label for each corner of the map");
  if (labels.order.size() != subgoals || !all_below(labels.order.values(), subgoals))
    return damaged(SectionId::hub_order, "not one corner for each rank");
  if (labels.step_of.size() != entries || !all_below(labels.step_of.values(), entries))
    return damaged(SectionId::hub_first_steps, "not one step for each entry");
  if (!all_below(labels.hubs.values(), subgoals) || !rising_in_labels(labels))
    return damaged(SectionId::hub_ranks, "out of order");
  if (!all_below(labels.costs.values(), HubBlock::kNever / 2))
    return damaged(SectionId::hub_costs, "out of range");
  return ok();
}

/// Each step comes after its next one, so that no way is endless.
Outcome check_steps(std::span<const HubStep> steps, std::size_t entries) {
  if (steps.size() != entries)
    return damaged(SectionId::hub_steps, "not one for each entry");
  std::uint32_t wrong = 0;  // as above
  for (std::uint32_t i = 0; i < entries; ++i) {
    const std::uint32_t next = steps[i].next;
    wrong |= (next >= i ? 1U : 0U) & (next != HubStep::kAtHub ? 1U : 0U);
  }
  return wrong != 0 ? damaged(SectionId::hub_steps, "a step leads nowhere") : ok();
}

bool good_label(std::span<const HubBlock> blocks, std::size_t seen, std::size_t subgoals) {
  if (blocks.empty()) return true;
  // Signed numbers in registers that every processor has: g++ 12 finds vector code for
  // neither unsigned nor wider ones. All numbers that are compared are below 2^31.
  using Lanes = std::int32_t __attribute__((vector_size(16)));
  constexpr std::size_t kLanes = sizeof(Lanes) / sizeof(std::int32_t);
  constexpr auto kPadding =
      static_cast<std::int32_t>(HubBlock::kMostHubs << HubBlock::kSeenBits);
  constexpr std::int32_t kLow = HubBlock::kMostSeen - 1;
  constexpr std::int32_t kTooMuch = -(HubBlock::kNever / 2);  // the bits of dearer costs
  Lanes most_seen{}, most_hub{}, too_much{};
  for (const HubBlock& block : blocks)
    for (std::size_t i = 0; i < HubBlock::kEntries; i += kLanes) {
      Lanes key, cost;
      std::memcpy(&key, &block.key[i], sizeof key);
      std::memcpy(&cost, &block.cost[i], sizeof cost);
      const Lanes padding = (key == kPadding) & (cost == HubBlock::kNever);
      key &= ~padding;
      const Lanes j = key & kLow;
      const Lanes hub = key >> HubBlock::kSeenBits & std::int32_t{HubBlock::kMostHubs};
      most_seen = j > most_seen ? j : most_seen;
      most_hub = hub > most_hub ? hub : most_hub;
      too_much |= cost & ~padding & kTooMuch;
    }
  bool good = true;
  for (std::size_t i = 0; i < kLanes; ++i)
    good &= static_cast<std::size_t>(most_seen[i]) < seen &&
            static_cast<std::size_t>(most_hub[i]) < subgoals && too_much[i] == 0;
  return good;
}

Outcome check_views(const Grid& grid, std::size_t subgoals, const HubViews::Arrays& views) {
  using Begin = HubViews::Begin;
  if (!divides(views.begins, views.seen.size(), [](Begin begin) { return begin.seen; }) ||
      !divides(views.begins, views.blocks.size(), [](Begin begin) { return begin.block; }))
    return damaged(SectionId::view_begin, "views overlap");
  const std::size_t count = views.begins.size() - 1;
  if (views.view_of.size() != grid.cell_count() ||
      !all_below(views.view_of.values(), std::max<std::size_t>(count, 1)) ||
      (count == 0 && grid.open_cells() > 0))
    return damaged(SectionId::view_of_cell, "not one view for each cell");
  for (std::size_t i = 0; i < views.seen.size(); ++i)
    if (views.seen[i].subgoal() >= subgoals)
      return damaged(SectionId::view_subgoals, i, "is no corner");
  if (views.has_labels ? subgoals >= HubBlock::kMostHubs : !views.blocks.empty())
    return damaged(SectionId::view_labels, "labels that cannot be");
  for (std::size_t view = 0; view < count; ++view) {
    const Begin begin = views.begins[view], end = views.begins[view + 1];
    if (!good_label(views.blocks.values().subspan(begin.block, end.block - begin.block),
                    end.seen - begin.seen, subgoals))
      return damaged(SectionId::view_labels, view, "is out of range");
  }
  return ok();
}

}  // namespace

Outcome check_hub_ranges(const Grid& grid, const JumpGraph& graph,
                         const HubLabels::Arrays& labels, const HubViews::Arrays& views) {
  const std::size_t subgoals = graph.cells().size();
  if (JumpLine(grid.width(), grid.height()).cost(grid.costs()) >= HubViews::kMostAway)
    return damaged(SectionId::hub_begin, "the map is too large for hub labels");
  if (labels.costs.size() != (views.has_labels ? 0 : labels.hubs.size()))
    return damaged(SectionId::hub_costs, "not one for each entry");
  if (Outcome good = check_labels(subgoals, labels); !good) return good;
  if (Outcome good = check_steps(labels.steps.values(), labels.hubs.size()); !good)
    return good;
  return check_views(grid, subgoals, views);
}

}  // namespace throng

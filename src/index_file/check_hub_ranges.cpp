#include "../jump/jumps.hpp"
#include "check_hubs.hpp"
#include "damaged.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
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
  std::uint32_t most = 0;  // without a branch: a register full at a time
  for (const std::uint32_t value : values) most = std::max(most, value);
  return values.empty() || most < limit;
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
  for (std::size_t label = 0; label < subgoals; ++label)
    for (std::uint32_t i = labels.begin[label]; i < labels.begin[label + 1]; ++i)
      if (labels.hubs[i] >= subgoals ||
          (i > labels.begin[label] && labels.hubs[i] <= labels.hubs[i - 1]))
        return damaged(SectionId::hub_ranks, i, "is out of order");
  if (!all_below(labels.costs.values(), HubBlock::kNever / 2))
    return damaged(SectionId::hub_costs, "out of range");
  return ok();
}

/// Each step comes after its next one, so that no way is endless.
Outcome check_steps(std::span<const HubStep> steps, std::size_t entries) {
  if (steps.size() != entries)
    return damaged(SectionId::hub_steps, "not one for each entry");
  bool wrong = false;
  for (std::uint32_t i = 0; i < steps.size(); ++i)
    wrong |= steps[i].next >= i && steps[i].next != HubStep::kAtHub;
  return wrong ? damaged(SectionId::hub_steps, "a step leads nowhere") : ok();
}

bool good_label(std::span<const HubBlock> blocks, std::size_t seen, std::size_t subgoals) {
  constexpr std::uint32_t kPadding = HubBlock::kMostHubs << HubBlock::kSeenBits;
  bool wrong = !blocks.empty() && seen == 0;
  for (const HubBlock& block : blocks)
    for (std::size_t i = 0; i < HubBlock::kEntries; ++i) {
      const std::uint32_t key = block.key[i];
      const bool entry = (key & (HubBlock::kMostSeen - 1)) < seen &&
                         key >> HubBlock::kSeenBits < subgoals &&
                         block.cost[i] < HubBlock::kNever / 2;
      const bool padding = key == kPadding && block.cost[i] == HubBlock::kNever;
      wrong |= !entry && !padding;
    }
  return !wrong;
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

#include "check_hubs.hpp"

#include "../core/processor.hpp"
#include "../labels/legs.hpp"
#include "damaged.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace throng {
namespace {

// Conditions of many numbers are collected in bit 31 of one number, without a branch for
// each, so that the compiler reads a register full at a time. All numbers are below 2^31.
constexpr std::size_t kMost = std::size_t{1} << 31;

/// Bit 31 is set if the value is not below the limit. Pre: limit <= 2^31.
constexpr std::uint32_t not_below(std::uint32_t value, std::uint32_t limit) noexcept {
  return value | (limit - 1 - value);
}

constexpr bool has_bit_31(std::uint32_t collected) noexcept { return collected >> 31 != 0; }

/// Whether values begin at 0, never fall, and end at `last`. Pre: last < 2^31.
template <class Values, class Projection>
bool divides(const Values& values, std::size_t last, Projection of) {
  if (values.empty() || of(values[0]) != 0 || of(values.values().back()) != last)
    return false;
  std::uint32_t wrong = 0;
  for (std::size_t i = 1; i < values.size(); ++i)
    wrong |= not_below(of(values[i - 1]), of(values[i]) + 1);
  return !has_bit_31(wrong);
}

bool all_below(std::span<const std::uint32_t> values, std::size_t limit) {
  std::uint32_t wrong = 0;
  for (const std::uint32_t value : values)
    wrong |= not_below(value, static_cast<std::uint32_t>(limit));
  return !has_bit_31(wrong);
}

/// Whether the hubs of each label rise. Counts where hubs do not rise: as often as a label
/// begins so. Pre: the labels divide the hubs; all hubs are below 2^31.
bool rising_in_labels(const HubLabels::Arrays& labels) {
  const std::uint32_t* const hubs = labels.hubs.data();
  const auto falls_at = [hubs](std::size_t i) {
    return not_below(hubs[i - 1], hubs[i]) >> 31;
  };
  std::uint32_t falls = 0, begins = 0;
  const std::size_t entries = labels.hubs.size();
  for (std::size_t i = 1; i < entries; ++i) falls += falls_at(i);
  for (std::size_t label = 1; label + 1 < labels.begin.size(); ++label) {
    const std::uint32_t i = labels.begin[label];
    if (i > 0 && i < labels.begin[label + 1]) begins += falls_at(i);
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
  // In numbers of 64 bits, for which g++ 12 finds vector code here.
  static_assert(sizeof(HubStep) == 8 && offsetof(HubStep, next) == 0);
  std::uint64_t wrong = 0;
  for (std::uint64_t i = 0; i < entries; ++i) {
    std::uint64_t step;
    std::memcpy(&step, &steps[i], sizeof step);
    wrong |= i - ((step + 1) & 0xFFFF'FFFF);  // kAtHub + 1 is 0
  }
  return wrong >> 63 != 0 ? damaged(SectionId::hub_steps, "a step leads nowhere") : ok();
}

/// A comparison that holds gives -1 in its lane. Without registers that wide the compiler
/// splits the operations.
constexpr std::size_t kEntryLanes = 8;
using EntryLanes = std::int32_t __attribute__((vector_size(kEntryLanes * 4)));

/// Whether any number is negative.
bool any_negative(const EntryLanes& collected) noexcept {
  std::int32_t all = 0;
  for (std::size_t i = 0; i < kEntryLanes; ++i) all |= collected[i];
  return all < 0;
}

/// Collects whether the label of a view names cells it does not see, hubs that do not
/// exist, or costs that are too large.
void collect_wrong(std::span<const HubBlock> blocks, std::size_t seen, std::size_t subgoals,
                   EntryLanes& wrong) {
  constexpr auto kPadding =
      static_cast<std::int32_t>(HubBlock::kMostHubs << HubBlock::kSeenBits);
  const std::int32_t last_seen = static_cast<std::int32_t>(seen) - 1;
  const std::int32_t last_hub = static_cast<std::int32_t>(subgoals) - 1;
  constexpr std::int32_t kMostCost = HubBlock::kNever / 2 - 1;
  static_assert(HubBlock::kEntries == kEntryLanes);
  for (const HubBlock& block : blocks) {
    EntryLanes key, cost;
    std::memcpy(&key, block.key.data(), sizeof key);
    std::memcpy(&cost, block.cost.data(), sizeof cost);
    const EntryLanes used = (key != kPadding) | (cost != HubBlock::kNever);
    key &= used;
    cost &= used;
    const EntryLanes j = key & std::int32_t{HubBlock::kMostSeen - 1};
    const EntryLanes hub = key >> HubBlock::kSeenBits & std::int32_t{HubBlock::kMostHubs};
    wrong |= (j > last_seen) | (hub > last_hub) | (cost > kMostCost) | cost;
  }
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
  std::uint32_t wrong = 0;
  for (const SeenSubgoal& seen : views.seen.values())
    wrong |= not_below(seen.subgoal(), static_cast<std::uint32_t>(subgoals));
  if (has_bit_31(wrong))
    return damaged(SectionId::view_subgoals, "one is no corner of the map");
  if (views.has_labels ? subgoals >= HubBlock::kMostHubs : !views.blocks.empty())
    return damaged(SectionId::view_labels, "labels that cannot be");
  EntryLanes wrong_labels{};
  const auto look_at = [&](std::size_t view) {
    const Begin begin = views.begins[view], end = views.begins[view + 1];
    collect_wrong(views.blocks.values().subspan(begin.block, end.block - begin.block),
                  end.seen - begin.seen, subgoals, wrong_labels);
  };
  for (std::size_t view = 0; view < count; ++view) look_at(view);
  if (!any_negative(wrong_labels)) return ok();
  wrong_labels = EntryLanes{};
  for (std::size_t view = 0; view < count; ++view) {
    look_at(view);
    if (any_negative(wrong_labels))
      return damaged(SectionId::view_labels, view, "is out of range");
  }
  return ok();
}

Outcome check_all(const Grid& grid, std::size_t subgoals, const HubLabels::Arrays& labels,
                  const HubViews::Arrays& views) {
  if (Outcome good = check_labels(subgoals, labels); !good) return good;
  if (Outcome good = check_steps(labels.steps.values(), labels.hubs.size()); !good)
    return good;
  return check_views(grid, subgoals, views);
}

#if defined(__x86_64__)
/// The same with registers twice as wide: 0.7 of the time.
[[gnu::flatten, gnu::target("avx2")]] Outcome check_avx2(const Grid& grid,
                                                         std::size_t subgoals,
                                                         const HubLabels::Arrays& labels,
                                                         const HubViews::Arrays& views) {
  return check_all(grid, subgoals, labels, views);
}
#endif

}  // namespace

Outcome check_hubs(const Grid& grid, std::size_t subgoals, const HubLabels::Arrays& labels,
                   const HubViews::Arrays& views) {
  if (std::max({subgoals, labels.hubs.size(), views.begins.size(), views.seen.size(),
                views.blocks.size()}) >= kMost)
    return damaged(SectionId::hub_begin, "more elements than hub labels can have");
  if (JumpLine(grid.width(), grid.height()).cost(leg_costs(grid)) >= HubViews::kMostAway)
    return damaged(SectionId::hub_begin, "the map is too large for hub labels");
  if (labels.costs.size() != (views.has_labels ? 0 : labels.hubs.size()))
    return damaged(SectionId::hub_costs, "not one for each entry");
#if defined(__x86_64__)
  if (has_avx2()) return check_avx2(grid, subgoals, labels, views);
#endif
  return check_all(grid, subgoals, labels, views);
}

}  // namespace throng

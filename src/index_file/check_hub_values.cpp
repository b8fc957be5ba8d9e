#include "../core/crew.hpp"
#include "../jump/jumps.hpp"
#include "check_hubs.hpp"
#include "damaged.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace throng {
namespace {

/// Checks that the labels of subgoals match their steps.
class LabelCheck {
 public:
  LabelCheck(const Grid& grid, const JumpGraph& graph, const HubLabels::Arrays& labels)
      : grid_(grid), graph_(graph), labels_(labels) {}

  Outcome run() { return check_steps(); }

  /// By entry: the length of its steps. Pre: run() found no error.
  const std::vector<Cost>& costs() const noexcept { return costs_; }

 private:
  std::size_t subgoals() const noexcept { return graph_.cells().size(); }

  /// Follows the steps from their hubs, which come first, outwards.
  Outcome check_steps() {
    const std::span<const HubStep> steps = labels_.steps.values();
    std::vector<Place> places(steps.size());
    std::uint32_t hubs = 0, root = 0;
    for (std::uint32_t i = 0; i < steps.size(); ++i) {
      Place& place = places[i];
      if (steps[i].next == HubStep::kAtHub) {
        if (hubs == subgoals()) return damaged(SectionId::hub_steps, i, "leads to no hub");
        root = i;
        place.at = graph_.places()[labels_.order[hubs++]];
      } else {
        if (hubs == 0 || steps[i].next < root || steps[i].next >= i)
          return damaged(SectionId::hub_steps, i, "has no next step");
        if (!go_back(places[steps[i].next], steps[i].leg, place))
          return damaged(SectionId::hub_steps, i, "is no way on the map");
      }
      place.rank = hubs - 1;
    }
    return check_entries(places);
  }

  struct Place {
    PaddedPosition at;  ///< where a step begins
    Cost cost = 0;      ///< from there to the hub
    std::uint32_t rank = 0;
  };

  /// Compares the entries with their first steps.
  Outcome check_entries(std::span<const Place> places) {
    constexpr std::size_t kAhead = 16;  // a third less time than without prefetching
    const std::span<const std::uint32_t> step_of = labels_.step_of.values();
    costs_.resize(places.size());
    std::size_t entry = 0;
    for (std::size_t subgoal = 0; subgoal < subgoals(); ++subgoal)
      for (; entry < labels_.begin[subgoal + 1]; ++entry) {
        const std::size_t ahead = std::min(entry + kAhead, step_of.size() - 1);
        __builtin_prefetch(places.data() + step_of[ahead]);
        const Place& place = places[step_of[entry]];
        const PaddedPosition at = graph_.places()[subgoal];
        if (place.at.x != at.x || place.at.y != at.y || place.rank != labels_.hubs[entry])
          return damaged(SectionId::hub_first_steps, entry, "is a step to another hub");
        costs_[entry] = place.cost;
      }
    if (!labels_.costs.empty() && !std::ranges::equal(costs_, labels_.costs.values()))
      return damaged(SectionId::hub_costs, "not the lengths of the steps");
    return ok();
  }

  /// Finds the place from which a leg leads to `to`. False if it lies outside of the map,
  /// or if the leg is not a JumpLine.
  bool go_back(const Place& to, HubLeg leg, Place& from) const noexcept {
    const std::int32_t diagonal = leg.diagonal(), straight = leg.straight();
    const unsigned across = leg.across(), along = leg.along();
    from.at.x = to.at.x - diagonal * kMoveX[across] - straight * kMoveX[along];
    from.at.y = to.at.y - diagonal * kMoveY[across] - straight * kMoveY[along];
    from.cost = to.cost + static_cast<Cost>(diagonal) * grid_.costs().diagonal +
                static_cast<Cost>(straight) * grid_.costs().straight;
    const bool bends = diagonal != 0 && straight != 0;
    const bool line = !bends || along == across_of(across) || along == along_of(across);
    return line && from.cost > to.cost && from.cost < HubBlock::kNever / 2 &&
           from.at.x > 0 && from.at.y > 0 && from.at.x <= grid_.width() &&
           from.at.y <= grid_.height();
  }

  const Grid& grid_;
  const JumpGraph& graph_;
  const HubLabels::Arrays& labels_;
  std::vector<Cost> costs_;
};

/// Checks the label of each view: rising keys, and entries of the labels of its subgoals.
class ViewCheck {
 public:
  ViewCheck(const HubLabels::Arrays& labels, const std::vector<Cost>& costs,
            const HubViews::Arrays& views)
      : labels_(labels), costs_(costs), views_(views) {}

  bool good(std::size_t view) {
    const HubViews::Begin begin = views_.begins[view], end = views_.begins[view + 1];
    const auto seen = views_.seen.values().subspan(begin.seen, end.seen - begin.seen);
    const auto blocks =
        views_.blocks.values().subspan(begin.block, end.block - begin.block);
    if (blocks.empty()) return true;
    if (seen.empty() || seen.size() > HubBlock::kMostSeen) return false;
    next_entry_.clear();
    for (const SeenSubgoal one : seen) next_entry_.push_back(labels_.begin[one.subgoal()]);
    last_key_ = -1;
    for (const HubBlock& block : blocks)
      if (!good(block, &block == &blocks.back(), seen)) return false;
    return true;
  }

 private:
  bool good(const HubBlock& block, bool last, std::span<const SeenSubgoal> seen) {
    for (std::size_t i = 0; i < HubBlock::kEntries; ++i) {
      const std::uint32_t key = block.key[i];
      if (last && i > 0 && key == kPadding) return all_padding(block, i);
      const std::uint32_t j = key & (HubBlock::kMostSeen - 1);
      if (key <= last_key_ || j >= seen.size()) return false;
      last_key_ = key;
      const std::uint32_t rank = key >> HubBlock::kSeenBits;
      const std::uint32_t end = labels_.begin[seen[j].subgoal() + 1];
      const std::uint32_t entry = next_entry_[j] = find_rank(next_entry_[j], end, rank);
      if (entry == end || labels_.hubs[entry] != rank || costs_[entry] != block.cost[i])
        return false;
    }
    return true;
  }

  /// The first entry of [entry, end), which is part of a label, whose rank is not below
  /// `rank`; or end. Counts four at a time, without a branch to mispredict.
  std::uint32_t find_rank(std::uint32_t entry, std::uint32_t end,
                          std::uint32_t rank) const noexcept {
    const std::uint32_t* const hubs = labels_.hubs.data();
    for (std::uint32_t below = 4; below == 4 && end - entry >= 4; entry += below) {
      below = 0;
      for (std::uint32_t i = 0; i < 4; ++i) below += hubs[entry + i] < rank ? 1 : 0;
    }
    while (entry != end && hubs[entry] < rank) ++entry;
    return entry;
  }

  static bool all_padding(const HubBlock& block, std::size_t from) {
    for (std::size_t i = from; i < HubBlock::kEntries; ++i)
      if (block.key[i] != kPadding || block.cost[i] != HubBlock::kNever) return false;
    return true;
  }

  static constexpr std::uint32_t kPadding = HubBlock::kMostHubs << HubBlock::kSeenBits;

  const HubLabels::Arrays& labels_;
  const std::vector<Cost>& costs_;
  const HubViews::Arrays& views_;
  std::vector<std::uint32_t> next_entry_;  ///< by subgoal of the view
  std::int64_t last_key_ = -1;
};

/// Compares which corners are seen from where with what was found on the map.
Outcome check_seen(const HubViews::Arrays& found, const HubViews::Arrays& views) {
  if (!std::ranges::equal(found.view_of.values(), views.view_of.values()))
    return damaged(SectionId::view_of_cell, "not the views of the map");
  if (!std::ranges::equal(found.begins.values(), views.begins.values(), {},
                          &HubViews::Begin::seen, &HubViews::Begin::seen))
    return damaged(SectionId::view_begin, "not the views of the map");
  if (!std::ranges::equal(found.seen.values(), views.seen.values()))
    return damaged(SectionId::view_subgoals, "not the corners that cells see");
  return ok();
}

}  // namespace

Outcome check_hub_values(const Grid& grid, const JumpMap& map, const JumpGraph& graph,
                         NodesByCell node_of, const HubLabels::Arrays& labels,
                         const HubViews::Arrays& views) {
  LabelCheck labels_match(grid, graph, labels);
  if (Outcome good = labels_match.run(); !good) return good;
  Crew alone(1);
  const HubViews found(grid, map, graph, node_of, nullptr, 0, alone);
  if (Outcome good = check_seen(found.arrays(), views); !good) return good;
  ViewCheck views_match(labels, labels_match.costs(), views);
  for (std::size_t view = 0; view + 1 < views.begins.size(); ++view)
    if (!views_match.good(view))
      return damaged(SectionId::view_labels, view, "does not match its corners");
  return ok();
}

}  // namespace throng

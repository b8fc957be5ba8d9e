#include "hierarchy_search.hpp"

#include "../labels/path_writer.hpp"
#include "hierarchy_find.hpp"

#include <algorithm>
#include <cstdlib>
#include <span>
#include <utility>

namespace throng {
namespace {

constexpr std::uint32_t kNone = NodeLabel::kNone;

}  // namespace

void HierarchyScratch::reserve_as(const HierarchyScratch& other) {
  labels.reserve_as(other.labels);
  seen.reserve(other.seen.capacity());
  for (std::size_t side = 0; side < open.size(); ++side) {
    open[side].reserve(other.open[side].capacity());
    entries[side].reserve(other.entries[side].capacity());
  }
  to_goal.reserve(other.to_goal.capacity());
  legs.reserve(other.legs.capacity());
  queue.reserve(other.queue.capacity());
}

bool HierarchySearch::spend(HierarchyScratch& scratch) noexcept {
  scratch.spent = scratch.expanded == scratch.most_expanded;
  scratch.expanded += scratch.spent ? 0 : 1;
  return !scratch.spent;
}

JumpLine HierarchySearch::line_between(CellIndex from, CellIndex to) const noexcept {
  const PaddedPosition a = padded_position(from, grid_.stride()),
                       b = padded_position(to, grid_.stride());
  return {b.x - a.x, b.y - a.y};
}

Cost HierarchySearch::open_cost(std::uint32_t node, PaddedPosition to) const noexcept {
  const Hierarchy::Place at = hierarchy_.place(node);
  return JumpLine(to.x - at.x, to.y - at.y).cost(grid_.costs());
}

CellIndex HierarchySearch::cell_of(std::uint32_t node) const noexcept {
  const Hierarchy::Place at = hierarchy_.place(node);
  return cell_at({at.x, at.y}, grid_.stride());
}

/// Lists the arcs of the way in order; returns its first and last label.
std::pair<std::uint32_t, std::uint32_t> HierarchySearch::list_legs(
    const HierarchyScratch& scratch) const {
  scratch.legs.clear();
  const auto follow = [&](std::uint32_t label, NodeLabel::Reached NodeLabel::*search,
                          bool back) {
    while (true) {
      const NodeLabel::Reached& reached = scratch.labels[label].*search;
      if (reached.before == kNone) return label;
      scratch.legs.push_back({reached.arc, 0, back});
      label = reached.before;
    }
  };
  const std::uint32_t entry =
      scratch.in_core ? follow(scratch.meeting, &NodeLabel::core, false) : scratch.meeting;
  const std::uint32_t first = follow(entry, &NodeLabel::start, false);
  std::reverse(scratch.legs.begin(), scratch.legs.end());
  return {first, follow(scratch.meeting, &NodeLabel::goal, true)};
}

/// Replaces shortcuts that do not lie in the core by their halves until only edges are
/// left, of which it stores the legs. Shortcuts are replaced in the order in which they
/// come up, so that their arcs are fetched from memory together: most of the time is spent
/// waiting for them.
void HierarchySearch::unpack(const HierarchyScratch& scratch) const {
  std::pmr::vector<HierarchyScratch::Leg>& legs = scratch.legs;
  std::pmr::vector<std::uint32_t>& queue = scratch.queue;
  queue.clear();
  const auto put = [&](std::uint32_t index) {
    const std::uint32_t arc = legs[index].arc;
    if (hierarchy_.ways().has(arc)) return hierarchy_.ways().prefetch(arc);
    __builtin_prefetch(&hierarchy_.arc(arc));
    queue.push_back(index);
  };
  std::uint32_t count = 0;
  for (HierarchyScratch::Leg& leg : legs) {
    put(count);
    leg.next = ++count;
  }
  if (!legs.empty()) legs.back().next = kNone;
  for (std::size_t done = 0; done < queue.size();) {  // which grows
    const std::uint32_t index = queue[done++];
    HierarchyScratch::Leg& leg = legs[index];
    const HierarchyArc arc = hierarchy_.arc(leg.arc);
    if (arc.is_edge()) {
      leg.leg = arc.leg();
      continue;
    }
    // Both halves lead away from the middle: the first one is walked back to it.
    const HierarchyScratch::Leg second{
        leg.back ? arc.from() : arc.onward(), leg.next, false, {}};
    leg = {leg.back ? arc.onward() : arc.from(),
           static_cast<std::uint32_t>(legs.size()),
           true,
           {}};
    put(index);
    legs.push_back(second);
    put(static_cast<std::uint32_t>(legs.size() - 1));
  }
}

void HierarchySearch::append_path(CellIndex start, CellIndex goal,
                                  const HierarchyScratch& scratch,
                                  Column<Move>& moves) const {
  PathWriter<> writer(moves, scratch.best / grid_.costs().straight);
  if (scratch.meeting == kNone) {
    writer.put(line_between(start, goal));
    return;
  }
  const auto [first, last] = list_legs(scratch);
  unpack(scratch);
  writer.put(line_between(start, cell_of(scratch.labels[first].node)));
  for (std::uint32_t i = scratch.legs.empty() ? kNone : 0; i != kNone;
       i = scratch.legs[i].next) {
    const HierarchyScratch::Leg& leg = scratch.legs[i];
    if (hierarchy_.ways().has(leg.arc))
      hierarchy_.ways().for_each_run(
          leg.arc, leg.back,
          [&](unsigned move, std::int32_t count) { writer.put(move, count); });
    else if (leg.back)
      writer.put_turned(leg.leg);
    else
      writer.put(leg.leg);
  }
  writer.put_turned(line_between(goal, cell_of(scratch.labels[last].node)));
}

template Cost HierarchySearch::find(CellIndex, CellIndex, Cost, std::uint32_t,
                                    HierarchyScratch&, const NoTrace&) const;

}  // namespace throng

#include "hierarchy_search.hpp"

#include "../hub/path_writer.hpp"

#include <algorithm>
#include <cstdlib>
#include <span>
#include <utility>

namespace throng {
namespace {

constexpr std::uint32_t kNone = NodeLabel::kNone;

NodeLabel::Reached& reached(NodeLabel& label, unsigned side) noexcept {
  return side == 0 ? label.start : label.goal;
}

}  // namespace

void HierarchyScratch::reserve_as(const HierarchyScratch& other) {
  labels.reserve_as(other.labels);
  for (std::size_t side = 0; side < open.size(); ++side) {
    open[side].reserve(other.open[side].capacity());
    entries[side].reserve(other.entries[side].capacity());
  }
  to_goal.reserve(other.to_goal.capacity());
  legs.reserve(other.legs.capacity());
  queue.reserve(other.queue.capacity());
}

/// The climbs from both ends.
class HierarchySearch::Climbs {
 public:
  Climbs(const HierarchySearch& search, CellIndex start, CellIndex goal,
         HierarchyScratch& scratch)
      : search_(search),
        hierarchy_(search.hierarchy_),
        scratch_(scratch),
        ends_{padded_position(start, search.grid_.stride()),
              padded_position(goal, search.grid_.stride())} {
    begin(0, start);
    begin(1, goal);
  }

  void run() {
    while (true) {
      const Cost keys[2] = {least_key(0), least_key(1)};
      const unsigned side = keys[1] < keys[0] ? 1 : 0;
      if (keys[side] >= scratch_.best || scratch_.spent) return;
      OpenEntry entry{};
      scratch_.open[side].pop(entry);
      if (entry.g == reached(scratch_.labels[entry.cell], side).cost)
        expand(side, entry.cell, entry.g);
    }
  }

 private:
  Cost least_key(unsigned side) const noexcept {
    return scratch_.open[side].empty() ? kUnreachable : scratch_.open[side].least_key();
  }

  void begin(unsigned side, CellIndex end) {
    scratch_.open[side].clear(0, 0);
    scratch_.entries[side].clear();
    const SubgoalNumbers& numbers = hierarchy_.numbers();
    if (numbers.contains(end)) return reach(side, numbers[end], {.cost = 0});
    const StepCosts costs = search_.grid_.costs();
    hierarchy_.scan().for_each_seen(
        end, [&](CellIndex cell, std::int32_t diagonal, std::int32_t straight) {
          reach(side, numbers[cell],
                {.cost = static_cast<Cost>(diagonal) * costs.diagonal +
                         static_cast<Cost>(straight) * costs.straight});
        });
  }

  void expand(unsigned side, std::uint32_t label, Cost cost) {
    const std::uint32_t node = scratch_.labels[label].node;
    if (too_far(side, node, cost) || !spend(scratch_)) return;
    const std::span<const HierarchyArc> arcs = hierarchy_.arcs(node);
    for (const HierarchyArc& arc : arcs) {
      const std::uint32_t above = scratch_.labels.find(arc.to());
      if (above == kNone) continue;
      const Cost known = reached(scratch_.labels[above], side).cost;
      if (known < cost && arc.cost() < cost - known) return;  // cheaper from above
    }
    std::uint32_t position = hierarchy_.first_arc(node);
    for (const HierarchyArc& arc : arcs) {
      if (arc.cost() < scratch_.best - cost)  // so that no sum exceeds 32 bits
        reach(side, arc.to(), {cost + arc.cost(), label, position});
      ++position;
    }
  }

  /// Whether no way of less cost than the best one goes over a node.
  bool too_far(unsigned side, std::uint32_t node, Cost cost) const noexcept {
    return std::uint64_t{cost} + search_.open_cost(node, ends_[1 - side]) >= scratch_.best;
  }

  void reach(unsigned side, std::uint32_t node, const NodeLabel::Reached& by) {
    const std::uint32_t index = scratch_.labels.make(node);
    NodeLabel& label = scratch_.labels[index];
    NodeLabel::Reached& known = reached(label, side);
    if (by.cost >= known.cost) return;
    if (node >= hierarchy_.core()) {
      scratch_.open[side].push({index, by.cost}, by.cost);
      ++scratch_.generated;
    } else if (known.cost == kUnreachable) {
      scratch_.entries[side].push_back(index);
    }
    known = by;
    const Cost other = reached(label, 1 - side).cost;
    if (by.cost >= scratch_.best || other >= scratch_.best - by.cost) return;
    scratch_.best = by.cost + other;
    scratch_.meeting = index;
  }

  const HierarchySearch& search_;
  const Hierarchy& hierarchy_;
  HierarchyScratch& scratch_;
  std::array<PaddedPosition, 2> ends_;
};

/// A* from the nodes where the climb from the start enters the core to those where the
/// climb from the goal does.
class HierarchySearch::CoreSearch {
 public:
  CoreSearch(const HierarchySearch& search, CellIndex goal, HierarchyScratch& scratch)
      : search_(search),
        hierarchy_(search.hierarchy_),
        scratch_(scratch),
        goal_(padded_position(goal, search.grid_.stride())) {
    scratch.to_goal.assign(hierarchy_.landmarks(), kUnreachable);
    for (const std::uint32_t entry : scratch.entries[1]) {
      const NodeLabel& label = scratch.labels[entry];
      const Cost* const row = hierarchy_.landmark_row(label.node);
      for (std::size_t i = 0; i < scratch.to_goal.size(); ++i)
        scratch.to_goal[i] =
            std::min(scratch.to_goal[i],
                     std::min(row[i], kUnreachable - label.goal.cost) + label.goal.cost);
    }
  }

  void run() {
    Heap4& open = scratch_.open[0];
    open.clear(0, 0);
    for (const std::uint32_t entry : scratch_.entries[0])
      relax(scratch_.labels[entry].node, {scratch_.labels[entry].start.cost, kNone, 0});
    for (OpenEntry entry{}; !open.empty() && open.least_key() < scratch_.best;) {
      open.pop(entry);
      const NodeLabel& label = scratch_.labels[entry.cell];
      if (entry.g != label.core.cost) continue;
      if (!spend(scratch_)) return;
      const std::uint32_t node = label.node;
      std::uint32_t position = hierarchy_.first_arc(node);
      for (const HierarchyArc& arc : hierarchy_.arcs(node)) {
        if (arc.cost() < scratch_.best - entry.g)
          relax(arc.to(), {entry.g + arc.cost(), entry.cell, position});
        ++position;
      }
    }
  }

 private:
  void relax(std::uint32_t node, const NodeLabel::Reached& by) {
    const std::uint32_t index = scratch_.labels.make(node);
    NodeLabel& label = scratch_.labels[index];
    if (by.cost >= label.core.cost || by.cost >= scratch_.best) return;
    if (label.core.cost == kUnreachable) label.bound = bound(node);
    label.core = by;
    if (label.goal.cost < scratch_.best - by.cost) {
      scratch_.best = by.cost + label.goal.cost;
      scratch_.meeting = index;
      scratch_.in_core = true;
    }
    if (label.bound >= scratch_.best - by.cost) return;
    scratch_.open[0].push({index, by.cost}, by.cost + label.bound);
    ++scratch_.generated;
  }

  /// A lower bound on the cost from a node of the core to the goal.
  Cost bound(std::uint32_t node) const noexcept {
    const Cost* const row = hierarchy_.landmark_row(node);
    const Cost* const to_goal = scratch_.to_goal.data();
    Cost most = search_.open_cost(node, goal_);
    for (std::size_t i = 0; i < scratch_.to_goal.size(); ++i)
      most = std::max(most, std::max(row[i], to_goal[i]) - std::min(row[i], to_goal[i]));
    return most;
  }

  const HierarchySearch& search_;
  const Hierarchy& hierarchy_;
  HierarchyScratch& scratch_;
  PaddedPosition goal_;
};

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

Cost HierarchySearch::find(CellIndex start, CellIndex goal, Cost bound,
                           std::uint32_t most_expanded, HierarchyScratch& scratch) const {
  scratch.meeting = kNone;
  scratch.in_core = scratch.spent = false;
  scratch.most_expanded = most_expanded;
  scratch.expanded = scratch.generated = 0;
  const PaddedPosition from = padded_position(start, grid_.stride());
  if (walker_.sees(from.x, from.y, grid_.moves()[start],
                   padded_position(goal, grid_.stride())))
    return scratch.best = std::min(bound, line_between(start, goal).cost(grid_.costs()));
  scratch.labels.clear();
  scratch.best = bound;
  Climbs(*this, start, goal, scratch).run();
  if (!scratch.spent && !scratch.entries[0].empty() && !scratch.entries[1].empty())
    CoreSearch(*this, goal, scratch).run();
  return scratch.best;
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

/// Replaces shortcuts by their halves until only edges are left, of which it stores the
/// legs. Shortcuts are replaced in the order in which they come up, so that their arcs are
/// fetched from memory together: most of the time is spent waiting for them.
void HierarchySearch::unpack(const HierarchyScratch& scratch) const {
  std::pmr::vector<HierarchyScratch::Leg>& legs = scratch.legs;
  std::pmr::vector<std::uint32_t>& queue = scratch.queue;
  queue.clear();
  const auto put = [&](std::uint32_t index) {
    __builtin_prefetch(&hierarchy_.arc(legs[index].arc));
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
                                  std::pmr::vector<Move>& moves) const {
  PathWriter writer(moves, scratch.best / grid_.costs().straight);
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
    if (leg.back)
      writer.put_turned(leg.leg);
    else
      writer.put(leg.leg);
  }
  writer.put_turned(line_between(goal, cell_of(scratch.labels[last].node)));
}

}  // namespace throng

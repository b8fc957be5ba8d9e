#pragma once

#include "hierarchy_search.hpp"
#include "row_bound.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

// HierarchySearch::find(), for the library and for traces.

namespace throng {

/// The climbs from both ends.
template <class Trace>
class HierarchySearch::Climbs {
 public:
  Climbs(const HierarchySearch& search, CellIndex start, CellIndex goal,
         HierarchyScratch& scratch, const Trace& trace)
      : search_(search),
        hierarchy_(search.hierarchy_),
        scratch_(scratch),
        trace_(trace),
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
      if (entry.g == end_of(scratch_.labels[entry.cell], side).cost)
        expand(side, entry.cell, entry.g);
    }
  }

 private:
  static NodeLabel::Reached& end_of(NodeLabel& label, unsigned side) noexcept {
    return side == 0 ? label.start : label.goal;
  }

  Cost least_key(unsigned side) const noexcept {
    return scratch_.open[side].empty() ? kUnreachable : scratch_.open[side].least_key();
  }

  void begin(unsigned side, CellIndex end) {
    scratch_.open[side].clear(0, 0);
    scratch_.entries[side].clear();
    trace_.resumed(hierarchy_.end(side));
    const NumberedCells& numbers = hierarchy_.numbers();
    if (numbers.contains(end)) return reach(side, numbers[end], {.cost = 0});
    find_seen(end);
    for (const HierarchyScratch::Seen& one : scratch_.seen) {
      reach(side, one.node, {.cost = one.cost});
      hierarchy_.prefetch_arcs(one.node);
    }
  }

  /// Lists the subgoals that an end sees. Their numbers and nodes are fetched together: on
  /// terrain of 4096 x 4096, queries take 0.89 of the time.
  void find_seen(CellIndex end) {
    const StepCosts costs = search_.grid_.costs();
    const NumberedCells& numbers = hierarchy_.numbers();
    scratch_.seen.clear();
    hierarchy_.scan().for_each_seen(
        end, [&](CellIndex cell, std::int32_t diagonal, std::int32_t straight) {
          numbers.prefetch(cell);
          const Cost cost = static_cast<Cost>(diagonal) * costs.diagonal +
                            static_cast<Cost>(straight) * costs.straight;
          scratch_.seen.push_back({cell, cost});
        });
    for (HierarchyScratch::Seen& one : scratch_.seen)
      numbers.prefetch_number(one.place = numbers.place(one.cell));
    for (HierarchyScratch::Seen& one : scratch_.seen)
      hierarchy_.prefetch(one.node = numbers.at(one.place));
  }

  void expand(unsigned side, std::uint32_t label, Cost cost) {
    const std::uint32_t node = scratch_.labels[label].node;
    if (too_far(side, node, cost)) {
      trace_.pruned(node, cost);
      return;
    }
    if (!spend(scratch_)) return;
    if constexpr (Trace::kOn) trace_.expanded(node, cost, bound(side, node));
    const std::span<const HierarchyArc> arcs = hierarchy_.arcs(node);
    for (const HierarchyArc& arc : arcs) {
      const std::uint32_t above = scratch_.labels.find(arc.to());
      if (above == NodeLabel::kNone) continue;
      const Cost known = end_of(scratch_.labels[above], side).cost;
      if (known < cost && arc.cost() < cost - known) {  // cheaper from above
        trace_.pruned(node, cost);
        return;
      }
    }
    for (const HierarchyArc& arc : arcs) hierarchy_.prefetch(arc.to());
    std::uint32_t position = hierarchy_.first_arc(node);
    for (const HierarchyArc& arc : arcs) {
      if (arc.cost() < scratch_.best - cost)  // so that no sum exceeds 32 bits
        reach(side, arc.to(), {cost + arc.cost(), label, position});
      ++position;
    }
    for (const HierarchyArc& arc : arcs) hierarchy_.prefetch_arcs(arc.to());
  }

  /// Whether no way of less cost than the best one goes over a node.
  bool too_far(unsigned side, std::uint32_t node, Cost cost) const noexcept {
    return std::uint64_t{cost} + bound(side, node) >= scratch_.best;
  }

  Cost bound(unsigned side, std::uint32_t node) const noexcept {
    return search_.open_cost(node, ends_[1 - side]);
  }

  void reach(unsigned side, std::uint32_t node, const NodeLabel::Reached& by) {
    const std::uint32_t index = scratch_.labels.make(node);
    NodeLabel& label = scratch_.labels[index];
    NodeLabel::Reached& known = end_of(label, side);
    if (by.cost >= known.cost) return;
    if (node >= hierarchy_.core()) {
      scratch_.open[side].push({index, by.cost}, by.cost);
      ++scratch_.generated;
      if constexpr (Trace::kOn) trace_.generated(node, by.cost, bound(side, node), false);
    } else if (known.cost == kUnreachable) {
      scratch_.entries[side].push_back(index);
    }
    known = by;
    const Cost other = end_of(label, 1 - side).cost;
    if (by.cost >= scratch_.best || other >= scratch_.best - by.cost) return;
    scratch_.best = by.cost + other;
    scratch_.meeting = index;
  }

  const HierarchySearch& search_;
  const Hierarchy& hierarchy_;
  HierarchyScratch& scratch_;
  [[no_unique_address]] Trace trace_;
  std::array<PaddedPosition, 2> ends_;
};

/// A* from the nodes where the climb from the start enters the core to those where the
/// climb from the goal does.
template <class Trace>
class HierarchySearch::CoreSearch {
 public:
  CoreSearch(const HierarchySearch& search, CellIndex goal, HierarchyScratch& scratch,
             const Trace& trace)
      : search_(search),
        hierarchy_(search.hierarchy_),
        scratch_(scratch),
        trace_(trace),
        goal_(padded_position(goal, search.grid_.stride())) {
    scratch.to_goal.assign(hierarchy_.landmarks(), kUnreachable);
    for (const std::uint32_t entry : scratch.entries[1]) {
      const NodeLabel& label = scratch.labels[entry];
      const Cost* const row = hierarchy_.landmark_row(label.node);
      const Cost cost = label.goal.cost, most = kUnreachable - cost;
      Cost* const to_goal = scratch.to_goal.data();
      for (std::size_t i = 0, count = scratch.to_goal.size(); i < count; ++i) {
        const Cost there = row[i] < most ? row[i] + cost : kUnreachable;
        to_goal[i] = there < to_goal[i] ? there : to_goal[i];
      }
    }
  }

  void run() {
    Heap4& open = scratch_.open[0];
    open.clear(0, 0);
    for (const std::uint32_t entry : scratch_.entries[0]) {
      const NodeLabel& label = scratch_.labels[entry];
      const std::uint32_t before = label.start.before;
      if constexpr (Trace::kOn)
        trace_.resumed(before == NodeLabel::kNone ? hierarchy_.end(0)
                                                  : scratch_.labels[before].node);
      relax(label.node, {label.start.cost, NodeLabel::kNone, 0});
    }
    for (OpenEntry entry{}; !open.empty() && open.least_key() < scratch_.best;) {
      open.pop(entry);
      const NodeLabel& label = scratch_.labels[entry.cell];
      if (entry.g != label.core.cost) continue;
      if (!spend(scratch_)) return;
      const std::uint32_t node = label.node;
      trace_.expanded(node, entry.g, label.bound);
      const std::span<const HierarchyArc> arcs = hierarchy_.arcs(node);
      for (const HierarchyArc& arc : arcs) hierarchy_.prefetch_row(arc.to());
      std::uint32_t position = hierarchy_.first_arc(node);
      for (const HierarchyArc& arc : arcs) {
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
    if (label.bound >= scratch_.best - by.cost) {
      trace_.pruned(node, by.cost);
      return;
    }
    hierarchy_.prefetch_arcs(node);  // in large caves, 0.97 of the time
    scratch_.open[0].push({index, by.cost}, by.cost + label.bound);
    ++scratch_.generated;
    trace_.generated(node, by.cost, label.bound, false);
  }

  /// A lower bound on the cost from a node of the core to the goal.
  Cost bound(std::uint32_t node) const noexcept {
    return row_bound(hierarchy_.landmark_row(node), scratch_.to_goal.data(),
                     scratch_.to_goal.size(), search_.open_cost(node, goal_));
  }

  const HierarchySearch& search_;
  const Hierarchy& hierarchy_;
  HierarchyScratch& scratch_;
  [[no_unique_address]] Trace trace_;
  PaddedPosition goal_;
};

template <class Trace>
Cost HierarchySearch::find(CellIndex start, CellIndex goal, Cost bound,
                           std::uint32_t most_expanded, HierarchyScratch& scratch,
                           const Trace& trace) const {
  scratch.meeting = NodeLabel::kNone;
  scratch.in_core = scratch.spent = false;
  scratch.most_expanded = most_expanded;
  scratch.expanded = scratch.generated = 0;
  const PaddedPosition from = padded_position(start, grid_.stride());
  if (walker_.sees(from.x, from.y, grid_.moves()[start],
                   padded_position(goal, grid_.stride())))
    return scratch.best = std::min(bound, line_between(start, goal).cost(grid_.costs()));
  scratch.labels.clear();
  scratch.best = bound;
  Climbs<Trace>(*this, start, goal, scratch, trace).run();
  if (!scratch.spent && !scratch.entries[0].empty() && !scratch.entries[1].empty())
    CoreSearch<Trace>(*this, goal, scratch, trace).run();
  return scratch.best;
}

}  // namespace throng

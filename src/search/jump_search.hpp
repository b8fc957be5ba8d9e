#pragma once

#include "../grid/no_trace.hpp"
#include "../heuristic/bound.hpp"
#include "../jump/jumps.hpp"
#include "../sweep/ring_queue.hpp"
#include "jump_legs.hpp"
#include "jump_table.hpp"
#include "search.hpp"

#include <throng/column.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory_resource>
#include <vector>

namespace throng {

/// Buckets of the open list per straight step.
inline constexpr Cost kBucketsPerStep = 4;

/// Jump point search: A* over jump points instead of cells. `jumps` finds the ways from one
/// jump point to the next, by scanning (ScanJumps) or by reading edges (GraphJumps). These
/// ways preserve all distances, so costs equal those of A*.
///
/// In a dead end, where only a visible goal can be reached, a state usually has one way on.
/// Such ways are followed without the open list, which makes queries on one-wide mazes 1.4
/// times as fast.
///
/// Where a diagonal step costs as much as two straight ones, the ways that pruning relies
/// on may rely on each other, see successors.hpp. Then a jump point that equally cheap ways
/// enter in several directions tries the moves of all.
///
/// Pre:  start and goal are open and differ; h is admissible. It need not be consistent: a
///       node that is reached at a lower cost after its expansion is expanded again.
/// Cost: that of the jumps; allocates nothing once table and open are warm.
///
/// One long function, as astar().
template <class Jumps, class H, class Trace = NoTrace>
// NOLINTNEXTLINE(readability-function-size,readability-function-cognitive-complexity)
SearchResult jump_search(const Jumps& jumps, CellIndex start, CellIndex goal, const H& h,
                         const Limits& limits, JumpTable& table, RingQueue& open,
                         const Trace& trace = {}) {
  const bool resumes = limits.resumes();
  const std::uint32_t stamp = resumes ? table.stamp() : table.forget(jumps.node_count());
  JumpTable::Node* const nodes = table.data();
  const typename Jumps::Ends ends = jumps.ends(start, goal);

  std::uint32_t expanded = 0, generated = 0, reopened = 0;
  const Cost start_h = jumps.start_bound(ends, h);
  Cost bound = limits.first_bound();
  bool found = false, spent = false;
  if (!resumes) {
    open.clear(start_h, jumps.costs().straight / kBucketsPerStep);
    nodes[ends.start] = {0, ends.start, stamp | kFromNowhere, kNoJumpEdge};
    if (start_h < bound) open.push({ends.start, 0, start_h});
  } else {
    const Pause& at = *limits.pause;
    expanded = at.expanded, generated = at.generated, reopened = at.reopened;
    bound = at.bound;
    found = at.found;
  }
  std::uint32_t look = limits.next_look(expanded);

  struct State {
    std::uint32_t node;
    Cost g;
  };
  const bool ties_matter =
      Jumps::kAlwaysCanonical && jumps.costs().diagonal == 2 * jumps.costs().straight;
  // Of a node that was reached in another direction at the same cost.
  const auto enter_again = [&](JumpTable::Node & to, const JumpWay& way)
      __attribute__((noinline, cold)) {
    const unsigned direction = JumpTable::direction(to.stamp);
    if (direction >= kFromNowhere || direction == JumpTable::direction(way.entered)) return;
    reopened += to.stamp / JumpTable::kExpanded & 1U;
    to.stamp = stamp | kFromSeveral;
    const Cost ahead = jumps.bound(way.node, ends, h);
    if (ahead < bound - to.g) open.push({way.node, to.g, to.g + ahead});
  };
  // Both compare with `bound` before they add costs, so that no sum exceeds 32 bits.
  const auto worth_taking = [&](const State& from, const JumpWay& way) {
    if (way.cost >= bound - from.g) {
      trace.pruned(way.node, from.g);
      return false;
    }
    JumpTable::Node& to = nodes[way.node];
    if ((to.stamp ^ stamp) > JumpTable::kFlags) {
      if (worth_a_look(h, way.node)) return true;
      trace.pruned(way.node, from.g + way.cost);
      return false;
    }
    if (to.g <= from.g + way.cost) {
      if (ties_matter && to.g == from.g + way.cost) enter_again(to, way);
      return false;
    }
    reopened += to.stamp / JumpTable::kExpanded & 1U;
    return true;
  };
  const auto take = [&](const State& from, const JumpWay& way, Cost ahead) {
    trace.generated(way.node, from.g + way.cost, ahead,
                    (nodes[way.node].stamp ^ stamp) <= JumpTable::kFlags &&
                        (nodes[way.node].stamp & JumpTable::kExpanded) != 0);
    nodes[way.node] = {from.g + way.cost, from.node, stamp | way.entered, way.edge};
    ++generated;
  };
  const auto reach_goal = [&](const State& from, Cost cost) {
    if (cost >= bound - from.g) return;
    bound = from.g + cost;
    found = true;
    table.goal_parent = from.node;
  };
  // Out of budget, the state goes back on top of the current bucket.
  const auto expand_one = [&](const State& at, Cost key) {
    spent = expanded == look && limits.spent(look);
    if (spent) {
      open.push({at.node, at.g, key});
      return false;
    }
    ++expanded;
    trace.expanded(at.node, at.g, key - at.g);
    nodes[at.node].stamp |= JumpTable::kExpanded;
    return true;
  };
  // In a dead end, follows the only way to the goal, without a bound, up to a state with
  // several ways. Returns false at the end of the way or if it leads nowhere.
  const auto descend = [&]([[maybe_unused]] State& at) {
    if constexpr (Jumps::kKnowsDeadEnds) {
      for (;;) {
        const unsigned direction = JumpTable::direction(nodes[at.node].stamp);
        const JumpWay way = jumps.only_way(at.node, direction, ends);
        if (way.edge == kNoJumpEdge) return true;
        jumps.prefetch(way.node);
        if (!expand_one(at, at.g)) return false;
        const auto reach = [&](Cost cost) { reach_goal(at, cost); };
        if (jumps.template look_for_goal<H>(at.node, direction, 0, ends.goal, reach))
          return false;
        if (!worth_taking(at, way)) return false;
        take(at, way, 0);
        at = {way.node, at.g + way.cost};
      }
    }
    return true;
  };

  for (RingQueue::Entry entry{}; !spent && open.pop(entry);) {
    if (open.floor() >= bound) break;
    if (entry.key >= bound || entry.g != nodes[entry.node].g) continue;
    State at{entry.node, entry.g};
    Cost known_h = entry.key - entry.g;
    if (Jumps::kKnowsDeadEnds && (nodes[at.node].stamp & JumpTable::kDeadEnd) != 0) {
      if (!descend(at)) continue;
      known_h = 0;
    }
    if (!expand_one(at, at.g + known_h)) break;
    jumps.template expand<H>(
        at.node, JumpTable::direction(nodes[at.node].stamp), known_h, ends,
        [&](const JumpWay& way) {
          if (!worth_taking(at, way)) return;
          const Cost g = at.g + way.cost;
          const Cost ahead = jumps.bound(way.node, ends, h);
          if (ahead >= bound - g) return trace.pruned(way.node, g);
          take(at, way, ahead);
          open.push({way.node, g, g + ahead});
          jumps.prefetch(way.node);
        },
        [&](Cost cost) { reach_goal(at, cost); });
  }
  if (limits.pause != nullptr)
    *limits.pause = {spent, found, bound, expanded, generated, reopened};
  return conclude({spent, found, bound, std::max(start_h, open.floor())}, limits,
                  {.expanded = expanded, .generated = generated, .reopened = reopened});
}

/// Appends the moves from start to goal that the last search left in `table`: each leg goes
/// diagonally first, then straight.
template <class Jumps>
void append_jumps(const Jumps& jumps, CellIndex start, CellIndex goal,
                  const JumpTable& table, Column<Move>& moves) {
  const auto ends = jumps.ends(start, goal);
  const JumpTable::Node* const nodes = table.data();
  const auto leg = [](PaddedPosition from, PaddedPosition to) {
    return JumpLine(to.x - from.x, to.y - from.y);
  };
  PaddedPosition to = ends.goal;
  PaddedPosition from = jumps.place(table.goal_parent, ends);
  const Cost cost = nodes[table.goal_parent].g + leg(from, to).cost(jumps.costs());
  LegWriter legs(moves, cost / jumps.costs().straight);  // no move costs less
  for (std::uint32_t node = table.goal_parent;; node = nodes[node].parent) {
    from = jumps.place(node, ends);
    legs.put(leg(from, to));
    if (node == ends.start) break;
    to = jumps.put_passed(node, nodes[node].edge, ends, legs);
  }
}

}  // namespace throng

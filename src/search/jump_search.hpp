#pragma once

#include "../heuristic/bound.hpp"
#include "../jump/jumps.hpp"
#include "../queue/ring_queue.hpp"
#include "jump_legs.hpp"
#include "jump_table.hpp"
#include "search.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

namespace throng {

/// Width of the open list's buckets, as a part of a straight step.
inline constexpr Cost kBucketsPerStep = 4;

/// Jump point search: A* over jump points instead of cells. `jumps` knows how to get from
/// one to the next, by scanning (ScanJumps) or by reading edges (GraphJumps); the ways it
/// gives keep every distance, so that costs are those of A*.
///
/// Pre:  start and goal are open and differ; h is admissible. It need not be consistent:
///       a node that is reached more cheaply after its expansion is expanded again.
/// Cost: that of the jumps; nothing is allocated once table and open are warm.
template <class Jumps, class H>
SearchResult jump_search(const Jumps& jumps, CellIndex start, CellIndex goal, const H& h,
                         const Limits& limits, JumpTable& table, RingQueue& open) {
  const std::uint32_t stamp = table.forget(jumps.node_count());
  JumpTable::Node* const nodes = table.data();
  const typename Jumps::Ends ends = jumps.ends(start, goal);

  std::uint32_t expanded = 0, generated = 0, reopened = 0;
  const Cost start_h = jumps.start_bound(ends, h);
  Cost bound = limits.first_bound();
  bool found = false, spent = false;
  open.clear(start_h, jumps.costs().straight / kBucketsPerStep);
  nodes[ends.start] = {0, ends.start, stamp | kFromNowhere, kNoJumpEdge};
  if (start_h < bound) open.push({ends.start, 0, start_h});

  for (RingQueue::Entry entry{}; open.pop(entry);) {
    if (open.floor() >= bound) break;
    JumpTable::Node& from = nodes[entry.node];
    if (entry.key >= bound || entry.g != from.g) continue;
    if (expanded == limits.max_expansions) {
      spent = true;
      break;
    }
    ++expanded;
    const unsigned direction = from.stamp & 7U;
    from.stamp |= JumpTable::kExpanded;

    const auto reach = [&](std::uint32_t node, unsigned entered, Cost cost,
                           std::uint32_t edge) {
      const Cost g = entry.g + cost;
      JumpTable::Node& to = nodes[node];
      if ((to.stamp ^ stamp) < 16) {
        if (to.g <= g) return;
        reopened += to.stamp / JumpTable::kExpanded & 1U;
      }
      const Cost f = g + jumps.bound(node, ends, h);
      if (f >= bound) return;
      to = {g, entry.node, stamp | entered, edge};
      ++generated;
      open.push({node, g, f});
      jumps.prefetch(node);
    };
    const auto reach_goal = [&](Cost cost) {
      if (entry.g + cost >= bound) return;
      bound = entry.g + cost;
      found = true;
      table.goal_parent = entry.node;
    };
    jumps.template expand<H>(entry.node, direction, entry.key - entry.g, ends, reach,
                             reach_goal);
  }
  return conclude({spent, found, bound, std::max(start_h, open.floor())}, limits,
                  {.expanded = expanded, .generated = generated, .reopened = reopened});
}

/// Appends the moves from start to goal, as the last search left them in `table`: each leg
/// goes diagonally first and then straight.
template <class Jumps>
void append_jumps(const Jumps& jumps, CellIndex start, CellIndex goal,
                  const JumpTable& table, std::vector<Move>& moves) {
  const auto ends = jumps.ends(start, goal);
  const JumpTable::Node* const nodes = table.data();
  const auto leg = [](JumpGoal from, JumpGoal to) {
    return JumpLine(to.x - from.x, to.y - from.y);
  };
  JumpGoal to = ends.goal;
  JumpGoal from = jumps.place(table.goal_parent, ends);
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

#pragma once

#include "../grid/no_trace.hpp"
#include "../heuristic/bound.hpp"
#include "../sweep/concept.hpp"
#include "node_table.hpp"
#include "search.hpp"
#include "search_space.hpp"
#include "way_back.hpp"

#include <throng/column.hpp>

#include <algorithm>
#include <bit>
#include <memory_resource>
#include <type_traits>
#include <vector>

namespace throng {

/// g + h. With an inconsistent bound the sum may exceed 32 bits; no distance does.
template <Bound H>
[[gnu::always_inline]] inline Cost key_of(Cost g, Cost h) noexcept {
  return H::kConsistent ? g + h : g + std::min(h, kUnreachable - g);
}

/// A* between two cells. The moves that led to each cell are left in `nodes`.
///
/// Differences from the textbook, none of which changes a cost:
/// - A successor that falls into the current bucket is kept in hand and expanded next,
///   without passing through the open list.
/// - A cell without a move worth trying (see successors.hpp) is not put on the open list.
/// - The goal is not expanded. When it is generated, its cost becomes the bound for further
///   cells. The search ends when no cell lies below that bound.
///
/// Nodes: NodeTable on plain grids with consistent bounds; WideNodeTable for weighted
/// steps, links, or bounds that are only admissible. Queue: BucketQueue, or FarQueue with
/// links.
/// A cell whose key has fallen below the current bucket is expanded at once. It may be
/// expanded again later, so the answer remains optimal. A cell whose key lies beyond the
/// ring waits in the ring's last bucket and is expanded too early; a FarQueue keeps it
/// until it is due.
///
/// Pre:  start and goal are open and differ; h is admissible.
/// Cost: O(1) per generated cell; allocates nothing once nodes and open are warm.
/// Source: Hart, Nilsson, Raphael, "A Formal Basis for the Heuristic Determination of
///       Minimum Cost Paths", IEEE Trans. SSC 4(2), 1968.
///
/// One long function on purpose: split into the methods of a class, with or without forced
/// inlining, it took 4 % more time on five maps, because g++ 12 then keeps the state in
/// memory.
///
/// Not inlined into its callers: that took 4 % more instructions.
template <class Space, Bound H, class Nodes, class Queue, class Trace = NoTrace>
// NOLINTNEXTLINE(readability-function-size,readability-function-cognitive-complexity)
[[gnu::noinline]] SearchResult astar(const Space& space, CellIndex start, CellIndex goal,
                                     const H& h, const Limits& limits, Nodes& nodes,
                                     Queue& open, Trace trace = {}) {
  constexpr unsigned kSteps = (1U << kMoves) - 1;  // among moves worth trying
  struct Hand {
    CellIndex cell;
    Cost g;
    std::int32_t dx, dy;  ///< from the goal
    unsigned moves;       ///< moves and links worth trying; 0: no cell is in hand
  };

  const Position goal_place = space.place(goal);
  const auto from_goal = [&](CellIndex cell, std::int32_t& dx, std::int32_t& dy) {
    const Position place = space.place(cell);
    dx = place.x - goal_place.x;
    dy = place.y - goal_place.y;
  };

  const bool resumes = limits.resumes();
  if (!resumes) nodes.forget(space.cell_count);
  typename Nodes::Node* const node = nodes.data();
  const typename Nodes::Node stamp = nodes.stamp();
  // Local copies: the compiler reloads everything else after each store.
  const auto steps = space.steps;
  const auto* const successors = space.successors;
  const std::uint8_t* const moves_of = space.moves;

  const auto worth_trying = [&](unsigned entered, CellIndex cell) -> unsigned {
    if constexpr (Space::kLinks) {
      return successors[entered][moves_of[cell]] | space.link_bit(cell);
    } else {
      return successors[entered][moves_of[cell]];
    }
  };

  Hand hand{start, 0, 0, 0, moves_of[start]};
  if constexpr (Space::kLinks) {
    hand.moves |= space.link_bit(start);
    nodes.make_room_for_links(space.links->size());
  }
  from_goal(start, hand.dx, hand.dy);
  const Cost start_bound = h(hand.cell, hand.dx, hand.dy);
  std::uint32_t expanded = 0, generated = 0, reopened = 0;
  Cost bound = limits.first_bound();
  bool found = false, spent = false;
  if (!resumes) {
    open.clear(start_bound, 2 * space.most_step() + h.excess());
    node[start] = Nodes::make(stamp, 0, 0);
  } else {
    const Pause& at = *limits.pause;
    hand = {at.cell, at.g, at.dx, at.dy, at.moves};
    expanded = at.expanded, generated = at.generated, reopened = at.reopened;
    bound = at.bound;
    found = at.found;
  }
  std::uint32_t look = limits.next_look(expanded);

  Cost ceiling = open.ceiling();  // of the keys in the current bucket
  // Of a key that the ring of buckets accepts. Without the test of a FarQueue for others,
  // A* with links on plain ground takes 6 % fewer instructions.
  const auto push = [&](CellIndex cell, Cost g, Cost key) __attribute__((always_inline)) {
    if constexpr (Queue::kTakesAll) {
      open.push_near({cell, g}, key);
    } else {
      open.push({cell, g}, key);
    }
  };
  // Generates a cell, dx,dy from the goal, by move d. False: it was reached before, or is
  // not worth a visit.
  const auto generate = [&](auto by_link, unsigned d, CellIndex cell, Cost g,
                            std::int32_t dx, std::int32_t dy)
      __attribute__((always_inline)) {
    const typename Nodes::Node at = node[cell];
    if (Nodes::touched(at, stamp)) {
      if (!Nodes::less(g, at)) return false;
      reopened += at / Nodes::kExpanded & 1U;
    } else if (!worth_a_look(h, cell)) {
      if constexpr (Trace::kOn) trace.pruned(cell, g);
      return false;
    }
    const Cost f = key_of<H>(g, h(cell, dx, dy));
    if (f >= bound) {
      if constexpr (Trace::kOn) trace.pruned(cell, g);
      return false;
    }
    if constexpr (Trace::kOn)
      trace.generated(cell, g, f - g,
                      Nodes::touched(at, stamp) && (at & Nodes::kExpanded) != 0);
    const typename Nodes::Node reached = Nodes::make(stamp, d, g);
    node[cell] = reached;
    ++generated;
    if (cell == goal) {
      bound = f;
      found = true;
      return true;
    }
    const unsigned moves = worth_trying(d, cell);
    if (moves == 0) return true;
    if (f >= ceiling) {
      if constexpr (Queue::kTakesAll && (by_link || !H::kConsistent)) {
        open.push({cell, g}, f);
      } else {
        push(cell, g, H::kConsistent ? f : std::min(f, open.last_key()));
      }
      return true;
    }
    if (hand.moves != 0) {
      node[hand.cell] &= ~Nodes::kExpanded;
      push(hand.cell, hand.g, open.floor());
    }
    node[cell] = reached | Nodes::kExpanded;
    hand = {cell, g, dx, dy, moves};
    return true;
  };

  for (;;) {
    if (hand.moves == 0) {
      OpenEntry entry{};
      if (!open.pop(entry)) break;
      ceiling = open.ceiling();
      const typename Nodes::Node at = node[entry.cell];
      if (!Nodes::same(entry.g, at)) continue;  // stale: reached at a lower cost since
      hand.cell = entry.cell;
      hand.g = entry.g;
      from_goal(entry.cell, hand.dx, hand.dy);
      if (ceiling > bound) {
        if (open.floor() >= bound) break;
        if (key_of<H>(hand.g, h(hand.cell, hand.dx, hand.dy)) >= bound) continue;
      }
      node[entry.cell] = at | Nodes::kExpanded;
      hand.moves = worth_trying(Nodes::move_of(at), entry.cell);
    }
    if (expanded == look && limits.spent(look)) {
      spent = true;
      break;
    }
    ++expanded;
    if constexpr (Trace::kOn)
      trace.expanded(hand.cell, hand.g, h(hand.cell, hand.dx, hand.dy));

    const Hand from = hand;
    hand.moves = 0;
    unsigned bits = Space::kLinks ? from.moves & kSteps : from.moves;
    if constexpr (Space::kWeighted && !Space::kLinks)
      if (from.cell != start)
        bits &= space.worth_trying(from.cell, Nodes::move_of(node[from.cell]));
    for (; bits != 0; bits &= bits - 1) {
      const auto d = static_cast<unsigned>(std::countr_zero(bits));
      const Cost step = Space::kWeighted ? space.step_cost(from.cell, d) : steps[d].cost;
      generate(std::false_type(), d, from.cell + steps[d].offset, from.g + step,
               from.dx + steps[d].dx, from.dy + steps[d].dy);
    }
    if constexpr (Space::kLinks)
      if (from.moves > kSteps)
        for (const LinkGraph::Way& way : space.links_of(from.cell)) {
          std::int32_t dx, dy;
          from_goal(way.to, dx, dy);
          if (generate(std::true_type(), kByLink, way.to, from.g + way.cost, dx, dy))
            nodes.note_link(way.mark, way.link);
        }
  }

  if (limits.pause != nullptr)
    *limits.pause = {spent,     found,  bound,   expanded, generated, reopened,
                     hand.cell, hand.g, hand.dx, hand.dy,  hand.moves};
  return conclude({spent, found, bound, std::max(start_bound, open.floor())}, limits,
                  {.expanded = expanded, .generated = generated, .reopened = reopened});
}

/// Appends the moves from start to goal that the last search left in `nodes`.
template <class Space, class Nodes>
void append_path(const Space& space, CellIndex start, CellIndex goal, const Nodes& nodes,
                 Column<Move>& moves) {
  const auto begin = static_cast<std::ptrdiff_t>(moves.size());
  for (CellIndex cell = goal; cell != start;) {
    const WayBack way = way_back(space, nodes, cell);
    moves.push_back(way.move);
    cell = way.from;
  }
  std::reverse(moves.begin() + begin, moves.end());
}

}  // namespace throng

#pragma once

#include "../grid/link_graph.hpp"
#include "../grid/no_trace.hpp"
#include "node_table.hpp"
#include "search.hpp"
#include "targets.hpp"
#include "way_back.hpp"

#include <throng/grid.hpp>
#include <throng/links.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>

namespace throng {

/// The moves of a cell except the one straight back along `entered`; all moves if a link
/// led there.
constexpr unsigned moves_on(unsigned legal, unsigned entered) noexcept {
  if (entered == kByLink) return legal;
  return legal & ~(1U << static_cast<unsigned>(opposite(static_cast<Move>(entered))));
}

/// Cost of the path in `nodes` from `start` to `cell`. It is at most the cost in that node:
/// a cell on the way may have been reached at a lower cost since. (Costs fall along the
/// path backwards, so the loop terminates.)
template <class Space, class Nodes>
Cost path_cost(const Space& space, CellIndex start, CellIndex cell, const Nodes& nodes) {
  Cost cost = 0;
  while (cell != start) {
    if constexpr (Space::kLinks) {
      if (Nodes::move_of(nodes.data()[cell]) == kByLink) {
        const std::uint32_t link = nodes.link_into(space.mark(cell));
        cost += space.links->way(link).cost;
        cell = space.link_begin(link);
        continue;
      }
    }
    const unsigned d = Nodes::move_of(nodes.data()[cell]);
    cell -= space.steps[d].offset;
    cost += space.step_cost(cell, d);
  }
  return cost;
}

/// Shared by the searches for targets: the tree of moves in a node table, the best target
/// so far, the limits, and the result when the limits run out. The searches differ in the
/// order in which they expand cells.
///
/// Targets are recognised among the reached cells and are never expanded. The cost of the
/// first target is not the answer yet; it is the bound below which further cells must lie.
///
/// space: has the interface of SearchSpace: moves, steps, cell_count, step_cost(),
/// least_edge(), most_edge(), place(), and links, where it has any. Costs must be positive;
/// nothing else is required of them.
template <class Space, class Target, CellBound H, class Trace = NoTrace>
class TargetSearch {
 protected:
  using Node = WideNodeTable;

  TargetSearch(const Space& space, const Target& target, const H& h, const Limits& limits,
               WideNodeTable& nodes, const Trace& trace)
      : space_(space),
        target_(target),
        h_(h),
        limits_(limits),
        nodes_(nodes),
        trace_(trace) {}

  /// Resets the search and reaches start; returns the h of start.
  Cost begin(CellIndex start) {
    nodes_.forget(space_.cell_count);
    if constexpr (Space::kLinks) nodes_.make_room_for_links(space_.links->size());
    node_ = nodes_.data();
    stamp_ = nodes_.stamp();
    start_ = start;
    node_[start] = Node::make(stamp_, 0, 0);
    end_ = {};
    end_.bound = limits_.first_bound();
    target_cell_ = kNoCell;
    nearest_ = {};
    if (target_(start)) found(start, 0);
    const Cost h = h_(start);
    end_.cut = !end_.found && h >= end_.bound;
    see(start, 0, h);
    return h;
  }

  /// Whether `g` is the least cost known for the cell.
  bool current(CellIndex cell, Cost g) const { return Node::same(g, node_[cell]); }

  /// Takes an expansion off the budget; returns false when the budget is used up.
  bool spend() noexcept {
    end_.spent = counts_.expanded == look_ && limits_.spent(look_);
    counts_.expanded += end_.spent ? 0 : 1;
    return !end_.spent;
  }

  /// Calls put(cell, g, h, again) for each cell that a move or link from `from` reaches at
  /// a lower cost than before, if a path through it may be cheaper than the best one known.
  /// Handles targets itself. again: the cell has been expanded before.
  template <class Put>
  void expand(CellIndex from, Cost from_g, const Put& put) {
    if constexpr (Trace::kOn) trace_.expanded(from, from_g, h_(from));
    const Node::Node at = node_[from];
    node_[from] = at | Node::kExpanded;
    unsigned moves = space_.moves[from];
    if (from != start_) moves = moves_on(moves, Node::move_of(at));
    for (; moves != 0; moves &= moves - 1) {
      const auto d = static_cast<unsigned>(std::countr_zero(moves));
      reach(d, from + space_.steps[d].offset, from_g, space_.step_cost(from, d), put);
    }
    if constexpr (Space::kLinks) {
      for (const LinkGraph::Way& way : space_.links_of(from))
        if (reach(kByLink, way.to, from_g, way.cost, put))
          nodes_.note_link(way.mark, way.link);
    }
  }

  /// For a cell that was put `again`: it still counts as expanded.
  void keep_expanded(CellIndex cell) noexcept { node_[cell] |= Node::kExpanded; }

  /// Records the cell nearest to the targets among the cells passed to it. h measures the
  /// distance, unless links weaken h: then the target does, if it can.
  void see(CellIndex cell, Cost g, Cost h) {
    if constexpr (Space::kLinks && requires { target_.distance(cell); })
      h = target_.distance(cell);
    Nearest& best = nearest_;
    if (h > best.h || (h == best.h && (g > best.g || (g == best.g && cell >= best.cell))))
      return;
    best = {cell, g, h};
  }

  /// floor: a lower bound on the cost of every path to a target.
  TargetResult conclude(Cost floor) {
    end_.floor = floor;
    if (end_.found) {
      end_.bound = path_cost(space_, start_, target_cell_, nodes_);
      nearest_ = {target_cell_, end_.bound, 0};
    }
    TargetResult result;
    result.search = throng::conclude(end_, limits_, counts_);
    const bool none = result.search.status == Status::unreachable;
    result.lower = none ? kUnreachable : std::min(end_.floor, end_.bound);
    result.target = target_cell_;
    result.nearest = nearest_.cell;
    result.nearest_h = nearest_.h;
    result.nearest_cost = path_cost(space_, start_, nearest_.cell, nodes_);
    return result;
  }

  const Space& space_;
  const Target& target_;
  const H& h_;
  const Limits& limits_;
  WideNodeTable& nodes_;
  [[no_unique_address]] const Trace trace_;
  Node::Node* node_ = nullptr;
  Node::Node stamp_ = 0;
  CellIndex start_ = kNoCell;
  SearchEnd end_;
  SearchResult counts_;
  std::uint32_t look_ = limits_.next_look(0);

 private:
  struct Nearest {
    CellIndex cell = kNoCell;
    Cost g = kUnreachable;
    Cost h = kUnreachable;
  };

  /// Whether `cell` is recorded as reached by move d.
  template <class Put>
  [[gnu::always_inline]] bool reach(unsigned d, CellIndex cell, Cost from_g, Cost cost,
                                    const Put& put) {
    // 64 bits: every distance fits into 32, but paths that are not cheapest may not.
    const std::uint64_t sum = std::uint64_t{from_g} + cost;
    const auto g = static_cast<Cost>(sum);
    const Node::Node old = node_[cell];
    const bool touched = Node::touched(old, stamp_);
    if (touched ? !Node::less(g, old) : !worth_a_look(h_, cell)) {
      if constexpr (Trace::kOn)
        if (!touched) trace_.pruned(cell, g);
      return false;
    }
    const Cost h = h_(cell);
    if (sum + h >= end_.bound) {
      if constexpr (Trace::kOn) trace_.pruned(cell, g);
      end_.cut |= !end_.found;
      return false;
    }
    const bool again = touched && (old & Node::kExpanded) != 0;
    node_[cell] = Node::make(stamp_, d, g);
    ++counts_.generated;
    if constexpr (Trace::kOn) trace_.generated(cell, g, h, again);
    counts_.reopened += again ? 1 : 0;
    if (target_(cell)) {
      found(cell, g);
    } else {
      put(cell, g, h, again);
    }
    return true;
  }

  void found(CellIndex cell, Cost g) noexcept {
    target_cell_ = cell;
    end_.found = true;
    end_.bound = g;
  }

  CellIndex target_cell_ = kNoCell;
  Nearest nearest_;
};

}  // namespace throng

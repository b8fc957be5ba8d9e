#pragma once

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

/// The moves of a cell but the one that leads straight back along `entered`; all of them
/// where a link led there.
constexpr unsigned moves_on(unsigned legal, unsigned entered) noexcept {
  if (entered == kByLink) return legal;
  return legal & ~(1U << static_cast<unsigned>(opposite(static_cast<Move>(entered))));
}

/// Cost of the path that the moves in `nodes` make from `start` to `cell`. It may be less
/// than the cost in that node, never more: a cell on the way may have been reached more
/// cheaply since. (Costs fall along the path backwards, so that it does end.)
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

/// What the searches for targets share: the tree of moves in a node table, the best target
/// so far, the limits, and what is known when they run out. They differ in the order in
/// which they expand cells.
///
/// Targets are looked for among the cells that are reached, and never expanded. The cost of
/// the first one found is no answer yet, but the bound under which further cells must lie.
///
/// space: what SearchSpace gives: moves, steps, cell_count, step_cost(), least_edge(),
/// most_edge(), place(), and links, where it has any. Nothing is asked of costs but that
/// they are positive.
template <class Space, class Target, CellBound H>
class TargetSearch {
 protected:
  using Node = WideNodeTable;

  TargetSearch(const Space& space, const Target& target, const H& h, const Limits& limits,
               WideNodeTable& nodes)
      : space_(space), target_(target), h_(h), limits_(limits), nodes_(nodes) {}

  /// Forgets the last search, and reaches start; gives its h.
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
    cut_ = !end_.found && h >= end_.bound;
    see(start, 0, h);
    return h;
  }

  /// Whether no cell can be reached more cheaply than `g`, as far as is known.
  bool current(CellIndex cell, Cost g) const { return Node::same(g, node_[cell]); }

  /// Takes an expansion off the budget; false when nothing is left of it.
  bool spend() noexcept {
    end_.spent = counts_.expanded == limits_.max_expansions;
    counts_.expanded += end_.spent ? 0 : 1;
    return !end_.spent;
  }

  /// Calls put(cell, g, h, again) for each cell to which a move or link leads from `from`
  /// more cheaply than before, and through which there may be a path cheaper than the best
  /// one known; targets are dealt with here. again: the cell has been expanded before.
  template <class Put>
  void expand(CellIndex from, Cost from_g, const Put& put) {
    const Node::Node at = node_[from];
    node_[from] = at | Node::kExpanded;
    unsigned moves = space_.moves[from];
    if (from != start_) moves = moves_on(moves, Node::move_of(at));
    for (; moves != 0; moves &= moves - 1) {
      const auto d = static_cast<unsigned>(std::countr_zero(moves));
      reach(d, from + space_.steps[d].offset, from_g, space_.step_cost(from, d), put);
    }
    if constexpr (Space::kLinks) {
      for (const LinkTable::Way& way : space_.links_of(from))
        if (reach(kByLink, way.to, from_g, way.cost, put))
          nodes_.note_link(way.mark, way.link);
    }
  }

  /// For a cell that was put `again`: it counts as expanded all the same.
  void keep_expanded(CellIndex cell) noexcept { node_[cell] |= Node::kExpanded; }

  /// Remembers which cell is nearest to the targets, of those it is shown.
  /// h says how near, unless links make it say less: then the target does, if it can.
  void see(CellIndex cell, Cost g, Cost h) {
    if constexpr (Space::kLinks && requires { target_.distance(cell); })
      h = target_.distance(cell);
    Nearest& best = nearest_;
    if (h > best.h || (h == best.h && (g > best.g || (g == best.g && cell >= best.cell))))
      return;
    best = {cell, g, h};
  }

  /// floor: no path to a target is cheaper.
  TargetResult conclude(Cost floor) {
    end_.floor = floor;
    if (end_.found) {
      end_.bound = path_cost(space_, start_, target_cell_, nodes_);
      nearest_ = {target_cell_, end_.bound, 0};
    }
    TargetResult result;
    result.search = throng::conclude(end_, limits_, counts_);
    result.lower = std::min(end_.floor, end_.bound);
    if (!end_.found && !end_.spent && !cut_) {
      result.search.status = Status::unreachable;
      result.search.cost = result.lower = kUnreachable;
    }
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
  Node::Node* node_ = nullptr;
  Node::Node stamp_ = 0;
  CellIndex start_ = kNoCell;
  SearchEnd end_;
  SearchResult counts_;

 private:
  struct Nearest {
    CellIndex cell = kNoCell;
    Cost g = kUnreachable;
    Cost h = kUnreachable;
  };

  /// Whether `cell` is noted as reached by move d.
  template <class Put>
  [[gnu::always_inline]] bool reach(unsigned d, CellIndex cell, Cost from_g, Cost cost,
                                    const Put& put) {
    // 64 bits: no distance leaves 32, but paths that are not cheapest may.
    const std::uint64_t sum = std::uint64_t{from_g} + cost;
    const auto g = static_cast<Cost>(sum);
    const Node::Node old = node_[cell];
    const bool touched = Node::touched(old, stamp_);
    if (touched ? !Node::less(g, old) : !worth_a_look(h_, cell)) return false;
    const Cost h = h_(cell);
    if (sum + h >= end_.bound) {
      cut_ |= !end_.found;
      return false;
    }
    const bool again = touched && (old & Node::kExpanded) != 0;
    node_[cell] = Node::make(stamp_, d, g);
    ++counts_.generated;
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
  bool cut_ = false;  ///< cells were left out because of the limits on costs
};

}  // namespace throng

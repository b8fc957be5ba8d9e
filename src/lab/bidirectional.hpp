#pragma once

#include "../core/memory.hpp"
#include "../grid/no_trace.hpp"
#include "../search/astar.hpp"
#include "../search/priority.hpp"
#include "../search/target_search.hpp"
#include "../search/targets.hpp"
#include "../sweep/concept.hpp"

#include <throng/column.hpp>
#include <throng/grid.hpp>
#include <throng/links.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng {

/// Memory of bidirectional(), reused across queries; one per thread.
template <OpenList Queue>
struct BidirectionalScratch {
  struct Side {
    explicit Side(Memory memory) : nodes(memory), open(memory) {}

    WideNodeTable nodes;
    Queue open;
  };

  explicit BidirectionalScratch(Memory memory = {})
      : from_start(memory), from_goal(memory) {}

  Side from_start, from_goal;
};

/// One of the two directions of bidirectional().
template <class Space, CellBound H>
struct Direction {
  const Space& space;
  CellIndex from;  ///< where this direction begins
  const H& h;      ///< a bound on the cost, in `space`, to where the other direction begins
};

template <class Space, CellBound H>
Direction(const Space&, CellIndex, const H&) -> Direction<Space, H>;

struct BidirectionalResult {
  SearchResult search;
  CellIndex meeting = kNoCell;  ///< where both halves of the path end; kNoCell: no path
};

/// State shared by the two sides of bidirectional().
struct BidirectionalState {
  SearchEnd end;
  SearchResult counts;
  std::uint32_t look = 0;  ///< as in Limits::spent()
  CellIndex meeting = kNoCell;

  /// Whether paths of this cost exceed the limits or the best path found.
  bool over_bound(std::uint64_t cost) noexcept {
    const bool over = cost >= end.bound;
    end.cut |= over && !end.found;
    return over;
  }

  void meet(CellIndex cell, std::uint64_t cost) noexcept {
    if (over_bound(cost)) return;
    end.bound = static_cast<Cost>(cost);
    end.found = true;
    meeting = cell;
  }
};

/// One side of bidirectional().
template <class Space, CellBound H, OpenList Queue, class Trace = NoTrace>
class BidirectionalSide {
  static_assert(H::kConsistent, "a cell is settled once: h has to be consistent");
  static_assert(Queue::kSorted, "a cell is settled once: keys have to come in order");
  using Node = WideNodeTable;

 public:
  using Scratch = typename BidirectionalScratch<Queue>::Side;

  BidirectionalSide(const Direction<Space, H>& direction, Scratch& scratch,
                    BidirectionalState& state, Trace trace)
      : space_(direction.space),
        from_(direction.from),
        h_(direction.h),
        open_(scratch.open),
        nodes_(scratch.nodes),
        state_(state),
        trace_(trace) {
    nodes_.forget(space_.cell_count);
    if constexpr (Space::kLinks) nodes_.make_room_for_links(space_.links->size());
    node_ = nodes_.data();
    stamp_ = nodes_.stamp();
    const Cost h = h_(from_);
    open_.clear(h, saturated(std::uint64_t{2} * space_.most_edge()));
    node_[from_] = Node::make(stamp_, 0, 0);
    if (!state_.over_bound(h)) open_.push({from_, 0}, h);
  }

  /// A lower bound on the cost of every path that is still to be found.
  Cost floor() const noexcept { return open_.floor(); }

  /// Settles a cell. Returns false when no relevant cell is left, or no budget.
  template <class Other>
  bool turn(const Other& other, const Limits& limits) {
    OpenEntry entry{};
    do {
      if (!open_.pop(entry) || floor() >= state_.end.bound) return false;
    } while (!Node::same(entry.g, node_[entry.cell]) || other.settled(entry.cell));
    const Node::Node at = node_[entry.cell];
    node_[entry.cell] = at | Node::kExpanded;
    if (state_.over_bound(std::uint64_t{entry.g} + other.least_rest(entry.cell)))
      return true;
    state_.end.spent = state_.counts.expanded == state_.look && limits.spent(state_.look);
    if (state_.end.spent) return false;
    ++state_.counts.expanded;
    if constexpr (Trace::kOn) trace_.expanded(entry.cell, entry.g, h_(entry.cell));
    const unsigned moves = space_.moves[entry.cell];
    expand(entry, entry.cell == from_ ? moves : moves_on(moves, Node::move_of(at)), other);
    return true;
  }

 private:
  template <class, CellBound, OpenList, class>
  friend class BidirectionalSide;

  bool touched(CellIndex cell) const { return Node::touched(node_[cell], stamp_); }
  bool settled(CellIndex cell) const {
    return touched(cell) && (node_[cell] & Node::kExpanded) != 0;
  }

  /// A lower bound on the cost of a relevant path between a cell that this side has not
  /// settled and the cell where this side begins.
  Cost least_rest(CellIndex cell) const {
    const Cost h = h_(cell);
    return floor() > h ? floor() - h : 0;
  }

  template <class Other>
  void expand(OpenEntry from, unsigned moves, const Other& other) {
    for (; moves != 0; moves &= moves - 1) {
      const auto d = static_cast<unsigned>(std::countr_zero(moves));
      reach(d, from.cell + space_.steps[d].offset, from.g, space_.step_cost(from.cell, d),
            other);
    }
    if constexpr (Space::kLinks) {
      for (const LinkGraph::Way& way : space_.links_of(from.cell))
        if (reach(kByLink, way.to, from.g, way.cost, other))
          nodes_.note_link(way.mark, way.link);
    }
  }

  /// Whether `cell` is recorded as reached by move d.
  template <class Other>
  [[gnu::always_inline]] bool reach(unsigned d, CellIndex cell, Cost from_g, Cost cost,
                                    const Other& other) {
    const std::uint64_t sum = std::uint64_t{from_g} + cost;
    const auto g = static_cast<Cost>(sum);
    const Node::Node old = node_[cell];
    if (Node::touched(old, stamp_) ? !Node::less(g, old) : !worth_a_look(h_, cell))
      return false;
    const Cost h = h_(cell);
    if (other.settled(cell) || state_.over_bound(sum + h)) {
      if constexpr (Trace::kOn) trace_.pruned(cell, g);
      return false;
    }
    node_[cell] = Node::make(stamp_, d, g);
    ++state_.counts.generated;
    if constexpr (Trace::kOn) trace_.generated(cell, g, h, false);
    open_.push({cell, g}, g + h);
    if (other.touched(cell)) state_.meet(cell, sum + static_cast<Cost>(other.node_[cell]));
    return true;
  }

  const Space& space_;
  const CellIndex from_;
  const H& h_;
  Queue& open_;
  WideNodeTable& nodes_;
  BidirectionalState& state_;
  [[no_unique_address]] const Trace trace_;
  Node::Node* node_ = nullptr;
  Node::Node stamp_ = 0;
};

/// Bidirectional A*, front to end: alternates a search from the start and a search from the
/// goal.
///
/// Meeting: when one side reaches a cell that the other side has reached too, the sum of
/// both costs is the cost of a path. L is the least such cost. A cell is settled once, by
/// the side that takes it off its open list first; the other side skips it. Let F be the
/// floor of the other side's list, g and h belong to this side, and h' to the other side. A
/// cell is not expanded if g + h >= L or g + F - h' >= L: F - h' is a lower bound on the
/// rest of the path, which passes through the other side's list.
/// Stop: one side has no cell left with g + h < L. L is then the distance.
///
/// Steps may be directed: `backward` searches the reverse of the space of `forward` (see
/// ReverseSpace), or the same space if each step costs the same in both directions. The two
/// bounds need to be consistent but not balanced. The two halves of the path are left in
/// scratch; see append_bidirectional_path().
///
/// Optimal. Pre: the ends are open and differ; the bounds are consistent.
/// Cost:   a push and a pop per generated cell; allocates nothing once scratch is warm.
/// Source: W. Pijls, H. Post, "Yet another bidirectional algorithm for shortest paths",
///         Econometric Institute report EI 2009-10 (NBA*, with the proofs).
template <class Space, class Reverse, CellBound H, CellBound G, OpenList Queue,
          class Trace = NoTrace>
BidirectionalResult bidirectional(const Direction<Space, H>& forward,
                                  const Direction<Reverse, G>& backward,
                                  const Limits& limits,
                                  BidirectionalScratch<Queue>& scratch, Trace trace = {}) {
  BidirectionalState state;
  state.look = limits.next_look(0);
  state.end.bound = limits.first_bound();
  state.end.cut = false;
  BidirectionalSide<Space, H, Queue, Trace> front(forward, scratch.from_start, state,
                                                  trace);
  BidirectionalSide<Reverse, G, Queue, Trace> back(backward, scratch.from_goal, state,
                                                   trace);
  while (front.turn(back, limits) && back.turn(front, limits)) continue;
  state.end.floor = std::max(front.floor(), back.floor());
  return {conclude(state.end, limits, state.counts), state.meeting};
}

/// Appends the moves of the path from `start` to `goal` that the last bidirectional() left
/// in `scratch`. reverse: the space that `backward` searched. meeting: the cell where the
/// halves meet. Pre: the search found a path.
template <class Space, class Reverse, OpenList Queue>
void append_bidirectional_path(const Space& space, const Reverse& reverse, CellIndex start,
                               CellIndex goal, CellIndex meeting,
                               const BidirectionalScratch<Queue>& scratch,
                               Column<Move>& moves) {
  append_path(space, start, meeting, scratch.from_start.nodes, moves);
  for (CellIndex cell = meeting; cell != goal;) {
    const WayBack way = way_back(reverse, scratch.from_goal.nodes, cell);
    moves.push_back(is_link(way.move) ? way.move : opposite(way.move));
    cell = way.from;
  }
}

}  // namespace throng

#pragma once

#include "../core/memory.hpp"
#include "cell_marks.hpp"
#include "ring_queue.hpp"

#include <throng/grid.hpp>
#include <throng/query.hpp>

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace throng {

/// The working memory of one thread that repairs values, kept from call to call.
struct RepairScratch {
  explicit RepairScratch(Memory memory = {})
      : queue(memory), marks(memory), seeds(memory), affected(memory), open(memory) {}

  RingQueue queue;
  CellMarks marks;
  std::pmr::vector<CellIndex> seeds;     ///< see ValueRepair::find_affected
  std::pmr::vector<CellIndex> affected;  ///< see ValueRepair::find_affected
  std::pmr::vector<CellIndex> open;      ///< for repairs that keep no list of their own
};

/// Repairs a value f for each cell, the distance to the nearest root, after edits of the
/// graph. A cell is a root if f is 0. A cell u supports v if f(v) = f(u) + cost of an edge
/// from v to u; then f(u) is smaller, because costs are positive. Values are exact when
/// each cell that is not a root and has a value has a supporter, and no edge lowers a
/// value: f(v) <= f(u) + cost.
///
/// Values above the radius count as unknown. They stay above it until an edge lowers them.
///
/// Graph: for_each_out(cell, visit) calls visit(to, cost) for each edge from an open cell;
/// for_each_in, for each edge into it, with the cell at its beginning; is_open(cell);
/// least_edge(), a positive lower bound on costs. Values: operator[], a reference to the
/// value of a cell, and touch(cell), called when it changes.
///
/// Source: G. Ramalingam, T. Reps, "An incremental algorithm for a generalization of the
/// shortest-path problem", Journal of Algorithms 21(2), 1996.
template <class Graph, class Values>
class ValueRepair {
 public:
  ValueRepair(const Graph& graph, const Values& values, RepairScratch& scratch,
              Cost radius = kUnreachable - 1)
      : graph_(graph), values_(values), scratch_(scratch), radius_(radius) {}

  /// Dijkstra's algorithm on decreases. `open` contains every cell to which an edge leads
  /// that lowers a value. Expands at most `most` cells and leaves the others in `open`;
  /// returns the number of expansions. If `open` is empty then, no edge lowers a value. The
  /// values then do not depend on the order of expansions: they are the largest that no
  /// edge can lower and that are at most the values before.
  template <class Cells>
  std::size_t lower(Cells& open, std::size_t most);

  /// Collects in scratch.affected the cells without a chain of supporters to a root:
  /// `dropped`, the cells of scratch.seeds without a supporter, and the cells all of whose
  /// supporters are affected. Stops once there are more than `most`. Changes no value.
  /// Returns the number of cells looked at. cells: more than any index of a cell.
  /// Pre: each cell without a supporter is in scratch.seeds, or an edge to a cell of `open`
  /// would lower it (see lower()).
  ///
  /// Looks at cells in the order of their values, in buckets no wider than the cheapest
  /// edge, so that all supporters of a cell are decided before it.
  std::size_t find_affected(std::size_t cells, std::span<const CellIndex> dropped,
                            std::size_t most);

  /// After find_affected() that stopped: replaces scratch.seeds by the cells that it did
  /// not come to. With these as seeds, another repair continues.
  void keep_rest();

  /// Sets each cell of scratch.affected to the least value that a neighbour which is not
  /// affected allows, or to kUnreachable, and appends those with a value to `open`. If
  /// find_affected() stopped, no value decreases, and no edge lowers a value after lower().
  template <class Cells>
  void raise(Cells& open);

 private:
  bool has_supporter(CellIndex cell) const;
  void push_supported(CellIndex cell);
  void push(CellIndex cell) {
    const Cost value = values_[cell];
    scratch_.queue.push({cell, value, value});
  }
  void set_affected(CellIndex cell) {
    scratch_.marks.add(cell);
    scratch_.affected.push_back(cell);
  }

  Graph graph_;
  Values values_;
  RepairScratch& scratch_;
  Cost radius_;
};

template <class Graph, class Values>
template <class Cells>
std::size_t ValueRepair<Graph, Values>::lower(Cells& open, std::size_t most) {
  if (open.empty()) return 0;
  RingQueue& queue = scratch_.queue;
  Cost first = kUnreachable;
  for (const CellIndex cell : open) first = std::min<Cost>(first, values_[cell]);
  queue.clear(first, graph_.least_edge());
  for (const CellIndex cell : open)
    if (values_[cell] <= radius_) push(cell);
  open.clear();

  std::size_t expanded = 0;
  RingQueue::Entry at{};
  while (expanded < most && queue.pop(at)) {
    if (at.g != values_[at.node]) continue;  // stale
    ++expanded;
    graph_.for_each_in(at.node, [&](CellIndex from, Cost cost) {
      const Cost value = at.g + cost;
      if (value >= values_[from]) return;
      values_[from] = value;
      values_.touch(from);
      if (value <= radius_) queue.push({from, value, value});
    });
  }
  while (queue.pop(at))
    if (at.g == values_[at.node]) open.push_back(at.node);
  return expanded;
}

template <class Graph, class Values>
std::size_t ValueRepair<Graph, Values>::find_affected(std::size_t cells,
                                                      std::span<const CellIndex> dropped,
                                                      std::size_t most) {
  scratch_.affected.clear();
  scratch_.marks.clear(cells);
  Cost first = kUnreachable;
  for (const CellIndex cell : scratch_.seeds) first = std::min<Cost>(first, values_[cell]);
  scratch_.queue.clear(dropped.empty() ? first : 0, graph_.least_edge());
  for (const CellIndex cell : dropped) set_affected(cell);
  for (const CellIndex cell : dropped) push_supported(cell);
  for (const CellIndex cell : scratch_.seeds) {
    if (values_[cell] <= radius_)
      push(cell);
    else if (!scratch_.marks.has(cell) && graph_.is_open(cell))
      set_affected(cell);
  }
  std::size_t seen = 0;
  RingQueue::Entry at{};
  while (scratch_.affected.size() <= most && scratch_.queue.pop(at)) {
    ++seen;
    if (at.g == 0 || scratch_.marks.has(at.node) || has_supporter(at.node)) continue;
    set_affected(at.node);
    push_supported(at.node);
  }
  return seen;
}

template <class Graph, class Values>
void ValueRepair<Graph, Values>::keep_rest() {
  scratch_.seeds.clear();
  for (RingQueue::Entry at{}; scratch_.queue.pop(at);)
    if (!scratch_.marks.has(at.node)) scratch_.seeds.push_back(at.node);
}

template <class Graph, class Values>
bool ValueRepair<Graph, Values>::has_supporter(CellIndex cell) const {
  const Cost value = values_[cell];
  bool found = false;
  graph_.for_each_out(cell, [&](CellIndex to, Cost cost) {
    found |= values_[to] < value && value - values_[to] == cost && !scratch_.marks.has(to);
  });
  return found;
}

/// Queues the cells that `cell` supports. Also those that an edge to it would lower: they
/// may have lost their supporter when its value or the cost of the edge decreased.
template <class Graph, class Values>
void ValueRepair<Graph, Values>::push_supported(CellIndex cell) {
  const Cost value = values_[cell];
  graph_.for_each_in(cell, [&](CellIndex from, Cost cost) {
    const Cost other = values_[from];
    if (other > value && other - value >= cost && other <= radius_ &&
        !scratch_.marks.has(from))
      push(from);
  });
}

template <class Graph, class Values>
template <class Cells>
void ValueRepair<Graph, Values>::raise(Cells& open) {
  for (const CellIndex cell : scratch_.affected) {
    values_[cell] = kUnreachable;
    values_.touch(cell);
  }
  for (const CellIndex cell : scratch_.affected) {
    Cost least = kUnreachable;
    graph_.for_each_out(cell, [&](CellIndex to, Cost cost) {
      if (!scratch_.marks.has(to) && values_[to] != kUnreachable)
        least = std::min(least, values_[to] + cost);
    });
    if (least == kUnreachable) continue;
    values_[cell] = least;
    open.push_back(cell);
  }
}

}  // namespace throng

#include "slot_repair.hpp"

#include <limits>

namespace throng {
namespace {

/// See SlotRepair::lower. changed(cell): the value of the cell changed.
template <EdgeKind kind, class Cells, class Changed>
std::size_t lower_values(const ClosureGraph& graph, Column values, RingQueue& queue,
                         Cells& open, std::size_t most, const Changed& changed) {
  Cost first = kUnreachable;
  for (const CellIndex cell : open) first = std::min(first, values[cell]);
  queue.clear(first, graph.least_edge);
  const auto push = [&](CellIndex cell, Cost value) { queue.push({cell, value, value}); };
  for (const CellIndex cell : open)
    if (values[cell] != kUnreachable) push(cell, values[cell]);
  open.clear();

  std::size_t expanded = 0;
  RingQueue::Entry at{};
  while (expanded < most && queue.pop(at)) {
    if (at.g != values[at.node]) continue;  // stale
    ++expanded;
    for_each_edge<kind>(graph, at.node, [&](CellIndex to, Cost cost) {
      const Cost value = at.g + cost;
      if (value >= values[to]) return;
      values[to] = value;
      changed(to);
      push(to, value);
    });
  }
  while (queue.pop(at))
    if (at.g == values[at.node]) open.push_back(at.node);
  return expanded;
}

}  // namespace

std::size_t SlotRepair::lower(std::vector<CellIndex>& open, std::size_t most) {
  if (open.empty()) return 0;
  return visit_edge_kind(graph_, [&]<EdgeKind kind>() {
    return lower_values<kind>(graph_, values_, scratch_.queue, open, most,
                              [&](CellIndex cell) { rows_.touch(cell); });
  });
}

std::size_t SlotRepair::find_affected(std::span<const CellIndex> dropped,
                                      std::size_t most) {
  return visit_edge_kind(
      graph_, [&]<EdgeKind kind>() { return find_affected_by<kind>(dropped, most); });
}

template <EdgeKind kind>
std::size_t SlotRepair::find_affected_by(std::span<const CellIndex> dropped,
                                         std::size_t most) {
  scratch_.affected.clear();
  scratch_.marks.clear(rows_.cells());
  Cost first = kUnreachable;
  for (const CellIndex cell : scratch_.seeds) first = std::min(first, values_[cell]);
  scratch_.queue.clear(dropped.empty() ? first : 0, graph_.least_edge);
  for (const CellIndex cell : dropped) set_affected(cell);
  for (const CellIndex cell : dropped) push_supported<kind>(cell);
  for (const CellIndex cell : scratch_.seeds) {
    if (values_[cell] != kUnreachable)
      push(cell);
    else if (!scratch_.marks.has(cell) && graph_.open(cell))
      set_affected(cell);
  }
  std::size_t seen = 0;
  RingQueue::Entry at{};
  while (scratch_.affected.size() <= most && scratch_.queue.pop(at)) {
    ++seen;
    if (at.g == 0 || scratch_.marks.has(at.node) || has_supporter<kind>(at.node)) continue;
    set_affected(at.node);
    push_supported<kind>(at.node);
  }
  return seen;
}

template <EdgeKind kind>
bool SlotRepair::has_supporter(CellIndex cell) const {
  const Cost value = values_[cell];
  bool found = false;
  for_each_edge<kind>(graph_, cell, [&](CellIndex to, Cost cost) {
    found |= values_[to] < value && value - values_[to] == cost && !scratch_.marks.has(to);
  });
  return found;
}

/// Queues the cells that `cell` supports. Also those that an edge from it would lower: they
/// may have lost their supporter when its value decreased.
template <EdgeKind kind>
void SlotRepair::push_supported(CellIndex cell) {
  const Cost value = values_[cell];
  for_each_edge<kind>(graph_, cell, [&](CellIndex to, Cost cost) {
    const Cost other = values_[to];
    if (other > value && other - value >= cost && other != kUnreachable &&
        !scratch_.marks.has(to))
      push(to);
  });
}

void SlotRepair::push(CellIndex cell) {
  scratch_.queue.push({cell, values_[cell], values_[cell]});
}

void SlotRepair::set_affected(CellIndex cell) {
  scratch_.marks.add(cell);
  scratch_.affected.push_back(cell);
}

void SlotRepair::raise(std::vector<CellIndex>& open) {
  for (const CellIndex cell : scratch_.affected) {
    values_[cell] = kUnreachable;
    rows_.touch(cell);
  }
  visit_edge_kind(graph_, [&]<EdgeKind kind>() {
    for (const CellIndex cell : scratch_.affected) {
      Cost least = kUnreachable;
      for_each_edge<kind>(graph_, cell, [&](CellIndex to, Cost cost) {
        if (!scratch_.marks.has(to) && values_[to] != kUnreachable)
          least = std::min(least, values_[to] + cost);
      });
      if (least == kUnreachable) continue;
      values_[cell] = least;
      open.push_back(cell);
    }
  });
}

void sweep_closure(const ClosureGraph& graph, std::span<const CellIndex> sources,
                   PotentialScratch& scratch, std::span<Cost> field) {
  scratch.region.assign(sources.begin(), sources.end());
  for (const CellIndex source : sources) field[source] = 0;
  visit_edge_kind(graph, [&]<EdgeKind kind>() {
    lower_values<kind>(graph, {field.data(), 1}, scratch.queue, scratch.region,
                       std::numeric_limits<std::size_t>::max(), [](CellIndex) {});
  });
}

}  // namespace throng

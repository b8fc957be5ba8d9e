#include "row_edit.hpp"

namespace throng {
namespace {

/// Four values, which every machine processes in one operation. Rows are multiples of it.
using Lanes = Cost __attribute__((vector_size(16), may_alias));
constexpr std::size_t kLanes = sizeof(Lanes) / sizeof(Cost);

Lanes load(const Cost* values) noexcept { return *reinterpret_cast<const Lanes*>(values); }
void store(Cost* values, Lanes lanes) noexcept {
  *reinterpret_cast<Lanes*>(values) = lanes;
}
Lanes smaller(Lanes a, Lanes b) noexcept { return a < b ? a : b; }
Lanes broadcast(Cost value) noexcept { return Lanes{} + value; }

/// The values plus a cost; kUnreachable stays.
Lanes plus(Lanes values, Cost cost) noexcept {
  return smaller(values, broadcast(kUnreachable - cost)) + cost;
}

/// least: the least value that a neighbour allows. Sources have the value 0.
bool is_unsupported(Cost value, Cost least) noexcept {
  return value == kUnreachable || (least > value && value != 0);
}

}  // namespace

RowEdit::RowEdit(const ClosureGraph& graph, PotentialRows& rows, SlotSet slots,
                 SlotSet spreading, PotentialScratch& scratch)
    : graph_(graph),
      rows_(rows),
      slots_(slots),
      spreading_(spreading),
      scratch_(scratch),
      queue_(scratch.region) {
  queue_.clear();
  scratch_.marks.clear(rows.cells());
  scratch_.frozen.assign(rows.slots(), kUnreachable);
  for_each_slot(spreading, [&](unsigned slot) { scratch_.frozen[slot] = 0; });
}

void RowEdit::queue(CellIndex cell) {
  if (scratch_.marks.has(cell)) return;
  scratch_.marks.add(cell);
  queue_.push_back(cell);
}

/// The least value that the neighbours of a cell allow, in each slot.
void RowEdit::find_least(CellIndex cell, Row& least) const {
  const std::size_t slots = rows_.slots();
  for (std::size_t i = 0; i < slots; i += kLanes) store(&least[i], broadcast(kUnreachable));
  visit_edge_kind(graph_, [&]<EdgeKind kind>() {
    for_each_edge<kind>(graph_, cell, [&](CellIndex to, Cost cost) {
      const Cost* const row = rows_.row(to);
      for (std::size_t i = 0; i < slots; i += kLanes)
        store(&least[i], smaller(load(&least[i]), plus(load(row + i), cost)));
    });
  });
}

RowEdit::Found RowEdit::relax(CellIndex cell) {
  alignas(Lanes) Row least;
  find_least(cell, least);
  Found found{};
  Cost* const row = rows_.row(cell);
  for (std::size_t i = 0; i < rows_.landmarks(); ++i) {
    const SlotSet bit = SlotSet{1} << i;
    found.unsupported |= is_unsupported(row[i], least[i]) ? bit : 0;
    if (least[i] >= row[i] || (bit & slots_) == 0) continue;
    row[i] = least[i];
    found.lowered |= bit;
  }
  if (found.lowered != 0) rows_.touch(cell);
  if ((found.lowered & spreading_) != 0) queue(cell);
  found.unsupported &= slots_;
  return found;
}

SlotSet RowEdit::unsupported(CellIndex cell) const {
  alignas(Lanes) Row least;
  find_least(cell, least);
  const Cost* const row = rows_.row(cell);
  SlotSet found = 0;
  for (std::size_t i = 0; i < rows_.landmarks(); ++i)
    found |= SlotSet{is_unsupported(row[i], least[i])} << i;
  return found & slots_;
}

std::size_t RowEdit::spread(std::size_t most) {
  return visit_edge_kind(graph_, [&]<EdgeKind kind>() {
    std::size_t expanded = 0;
    for (; head_ < queue_.size() && expanded < most; ++expanded) {
      const CellIndex cell = queue_[head_++];
      scratch_.marks.remove(cell);
      expand<kind>(cell);
    }
    return expanded;
  });
}

template <EdgeKind kind>
void RowEdit::expand(CellIndex cell) {
  const std::size_t slots = rows_.slots();
  const Cost* const from = rows_.row(cell);
  const Cost* const frozen = scratch_.frozen.data();
  for_each_edge<kind>(graph_, cell, [&](CellIndex to, Cost cost) {
    Cost* const row = rows_.row(to);
    Lanes any{};
    for (std::size_t i = 0; i < slots; i += kLanes) {
      const Lanes old = load(row + i);
      const Lanes value = smaller(old, plus(load(from + i), cost) | load(frozen + i));
      any |= old ^ value;
      store(row + i, value);
    }
    if ((any[0] | any[1] | any[2] | any[3]) == 0) return;
    rows_.touch(to);
    queue(to);
  });
}

SlotSet RowEdit::lowering(CellIndex cell) const {
  const Cost* const from = rows_.row(cell);
  SlotSet found = 0;
  visit_edge_kind(graph_, [&]<EdgeKind kind>() {
    for_each_edge<kind>(graph_, cell, [&](CellIndex to, Cost cost) {
      const Cost* const row = rows_.row(to);
      for_each_slot(spreading_, [&](unsigned slot) {
        if (from[slot] < row[slot] && row[slot] - from[slot] > cost)
          found |= SlotSet{1} << slot;
      });
    });
  });
  return found;
}

}  // namespace throng

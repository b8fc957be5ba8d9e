#include "potentials.hpp"

#include "row_edit.hpp"

#include <algorithm>
#include <numeric>

namespace throng {
namespace {

/// A row has 16 values in common, and is expanded in the time of four single cells.
constexpr std::size_t kRowWork = 4;
/// Rows expanded before slots go on by themselves. A row may be expanded many times where
/// changes spread far, because the order suits no slot.
constexpr std::size_t kMostRows = 512;
/// On small maps a building changes a large share of the cells, and repairs are short.
constexpr std::size_t kLeastDropped = 512;

/// The components of a grid, the largest first.
std::vector<std::uint32_t> by_size(const Grid& grid) {
  std::vector<std::size_t> size(grid.component_count(), 0);
  for (std::size_t cell = 0; cell < grid.cell_count(); ++cell)
    if (const std::uint32_t c = grid.component(static_cast<CellIndex>(cell));
        c != Grid::kNoComponent)
      ++size[c];
  std::vector<std::uint32_t> order(size.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::stable_sort(order, [&](auto a, auto b) { return size[a] > size[b]; });
  return order;
}

}  // namespace

Potentials::Potentials(const Grid& grid, std::size_t landmarks,
                       std::span<const CellIndex> sources, std::size_t copies)
    : rows_(grid.cell_count(), landmarks, copies),
      symmetric_(grid.symmetric()),
      space_(grid, FieldMetric::cost),
      open_cells_(grid.open_cells()),
      slots_(landmarks),
      unbuilt_(rows_.all_slots()),
      stale_sources_(rows_.all_slots()) {
  const std::vector<std::uint32_t> order = by_size(grid);
  THRONG_ASSERT(sources.empty() || sources.size() == landmarks * order.size());
  if (sources.empty()) return;
  std::vector<CellIndex> cells;
  for (std::size_t slot = 0; slot < landmarks; ++slot) {
    cells.clear();
    for (const std::uint32_t c : order) cells.push_back(sources[slot * order.size() + c]);
    slots_[slot].sources = SlotSources(cells);
  }
}

void Potentials::edit(const ClosureGraph& graph, std::span<const CellIndex> cells,
                      PotentialScratch& scratch, std::size_t most) {
  symmetric_ = graph.symmetric;
  rows_.begin_changes();
  for (const CellIndex cell : cells) adopt(graph, cell);
  stale_sources_ = rows_.all_slots();
  if (cells.size() > std::max(kLeastDropped, rows_.cells() / kRepairShare))
    drop_values();
  else
    lower_values(graph, cells, most, scratch);
  for (std::size_t i = fresh_.list().size(); i-- > 0;) {
    FreshField& field = *fresh_.list()[i];
    field.edit(graph, cells, scratch);
    if (field.edited.size() <= rows_.cells()) continue;
    usable_ &= ~(SlotSet{1} << field.slot);
    unbuilt_ |= SlotSet{1} << field.slot;
    fresh_.forget(i);
  }
}

/// Adapts the values to the edges of these cells.
void Potentials::lower_values(const ClosureGraph& graph, std::span<const CellIndex> cells,
                              std::size_t most, PotentialScratch& scratch) {
  RowEdit edit(graph, rows_, rows_.all_slots() & ~without_values(), usable_, scratch);
  SlotSet lowered = 0;
  scratch.seeds.clear();
  for (const CellIndex cell : cells) {
    if (space_.blank[cell] == 0) continue;
    const RowEdit::Found found = edit.relax(cell);
    lowered |= found.lowered;
    for_each_slot(found.lowered & ~usable_,
                  [&](unsigned slot) { slots_[slot].open.push_back(cell); });
    if (found.unsupported != 0) scratch.seeds.push_back(cell);
  }
  if ((lowered & usable_) != 0) spread(graph, edit, most, scratch);
  for (const CellIndex cell : scratch.seeds) pending_.add(cell, edit.unsupported(cell));
}

/// All slots are to be swept.
void Potentials::drop_values() noexcept {
  pending_.clear();
  for (Slot& slot : slots_) {
    slot.open.clear();
    slot.expanded = 0;
  }
  usable_ = 0;
  unbuilt_ = rows_.all_slots();
}

/// Takes over whether a cell is open, its moves, and its node.
void Potentials::adopt(const ClosureGraph& graph, CellIndex cell) {
  rows_.renew_copy(cell);
  const bool is_open = graph.open(cell), was_open = space_.blank[cell] != 0;
  if (!space_.turns.empty()) space_.turns[cell] = space_.turn_table[graph.moves[cell]];
  if (is_open == was_open) return;
  space_.blank[cell] = is_open ? kUnreachable : 0;
  open_cells_ += is_open ? 1 : std::size_t{0} - 1;
  if (!is_open) rows_.close(cell);
  for (const auto& field : fresh_.list()) field->set_open(cell, is_open);
}

/// Lowers the values beyond the cells of an edit, first in whole rows, then in each slot
/// that is left.
void Potentials::spread(const ClosureGraph& graph, RowEdit& edit, std::size_t most,
                        PotentialScratch& scratch) {
  std::size_t work = kRowWork * edit.spread(std::min(most / kRowWork, kMostRows));
  SlotSet left = 0;
  edit.for_each_left([&](CellIndex cell, SlotSet slots) {
    left |= slots;
    for_each_slot(slots, [&](unsigned slot) { slots_[slot].open.push_back(cell); });
  });
  for (; left != 0; left &= left - 1) {
    const auto slot = static_cast<unsigned>(std::countr_zero(left));
    const auto slots = static_cast<std::size_t>(std::popcount(left));
    work += lower(graph, slot, (most - std::min(most, work)) / slots, scratch);
  }
}

/// Continues the decreases of a slot; it is usable if none are left.
std::size_t Potentials::lower(const ClosureGraph& graph, unsigned slot, std::size_t most,
                              PotentialScratch& scratch) {
  Slot& at = slots_[slot];
  const std::size_t expanded =
      most == 0 ? 0 : SlotRepair(graph, rows_, slot, scratch).lower(at.open, most);
  const SlotSet bit = SlotSet{1} << slot;
  usable_ = at.open.empty() ? usable_ | bit : usable_ & ~bit;
  if (!at.open.empty()) at.expanded += expanded;
  return expanded;
}

LandmarkTable Potentials::publish(std::span<const std::uint32_t> nodes) noexcept {
  const SlotSet upper = symmetric_ ? usable_ & ~unsettled() : 0;
  return {rows_.publish(nodes), static_cast<int>(rows_.landmarks()), usable_, upper};
}

std::size_t Potentials::memory_bytes() const noexcept {
  std::size_t bytes = sizeof(*this) + rows_.memory_bytes() + pending_.memory_bytes() +
                      fresh_.memory_bytes() + space_.blank.capacity() * sizeof(Cost) +
                      space_.turns.capacity() + slots_.capacity() * sizeof(Slot);
  for (const Slot& slot : slots_)
    bytes += slot.sources.memory_bytes() + slot.open.capacity() * sizeof(CellIndex);
  return bytes;
}

}  // namespace throng

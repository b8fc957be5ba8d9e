#include "potential_state.hpp"

#include "potentials.hpp"

#include <algorithm>
#include <bit>

namespace throng {

SlotSet PotentialState::with_values() const noexcept {
  const SlotSet all = first_slots(static_cast<int>(slots.size()));
  return all & ~unbuilt & (~usable | stale_sources | pending.slots());
}

bool PotentialState::fits(const Grid& grid) const {
  if (slots.empty() || slots.size() > 64) return false;
  const SlotSet all = first_slots(static_cast<int>(slots.size()));
  if (((usable | unbuilt | stale_sources | pending.slots() | fresh) & ~all) != 0)
    return false;
  if ((usable & unbuilt) != 0 || (fresh & (usable | unbuilt | pending.slots())) != 0 ||
      std::popcount(fresh) > 1)
    return false;
  if (fresh == 0 && (fresh_next != 0 || !fresh_edited.empty())) return false;
  if (fresh_next >= grid.cell_count() || fresh_edited.size() > grid.cell_count())
    return false;
  const auto on_map = [&](CellIndex cell) {
    return cell < grid.cell_count() && grid.contains(grid.position(cell));
  };
  const auto ready = [&](const SlotSources::Source& source) {
    return !source.active || grid.component(source.cell) != Grid::kNoComponent;
  };
  bool good = std::ranges::all_of(fresh_edited, on_map);
  for (std::size_t i = 0; i < slots.size(); ++i) {
    const Slot& slot = slots[i];
    const bool has_values = contains(with_values(), i);
    good = good && slot.values.size() == (has_values ? grid.open_cells() : 0) &&
           std::ranges::all_of(slot.sources, on_map, &SlotSources::Source::cell) &&
           std::ranges::all_of(slot.open, on_map) &&
           (contains(stale_sources, i) || std::ranges::all_of(slot.sources, ready));
  }
  pending.for_each([&](CellIndex cell, SlotSet) { good = good && on_map(cell); });
  return good;
}

PotentialState Potentials::state() const {
  PotentialState state{.slots = {},
                       .pending = pending_,
                       .usable = usable_,
                       .unbuilt = unbuilt_,
                       .stale_sources = stale_sources_,
                       .fresh = fresh_.slots()};
  if (fresh_.slot) {
    state.fresh_next = fresh_.next;
    state.fresh_edited = fresh_.edited;
  }
  for (const Slot& slot : slots_) {
    const auto sources = slot.sources.list();
    state.slots.push_back({{sources.begin(), sources.end()}, {}, slot.open, slot.expanded});
  }
  const SlotSet with_values = state.with_values();
  for (std::size_t cell = 0; with_values != 0 && cell < rows_.cells(); ++cell) {
    if (space_.blank[cell] == 0) continue;
    const Cost* const row = rows_.row(static_cast<CellIndex>(cell));
    for_each_slot(with_values, [&](unsigned slot) {
      const bool written = slot != fresh_.slot || cell < fresh_.next;
      state.slots[slot].values.push_back(written ? row[slot] : fresh_.field[cell]);
    });
  }
  return state;
}

Potentials::Potentials(const Grid& grid, const PotentialState& state,
                       PotentialScratch& scratch, std::size_t copies)
    : Potentials(grid, state.slots.size(), {}, copies) {
  THRONG_ASSERT(state.fits(grid));
  pending_ = state.pending;
  usable_ = state.usable;
  unbuilt_ = state.unbuilt;
  stale_sources_ = state.stale_sources;
  for (std::size_t i = 0; i < slots_.size(); ++i)
    slots_[i] = {SlotSources(state.slots[i].sources), state.slots[i].open,
                 static_cast<std::size_t>(state.slots[i].expanded)};

  if (state.fresh != 0) {
    fresh_.begin(static_cast<unsigned>(std::countr_zero(state.fresh)), space_.blank);
    fresh_.next = static_cast<std::size_t>(state.fresh_next);
    fresh_.edited = state.fresh_edited;
  }

  const SlotSet with_values = state.with_values();
  std::size_t number = 0;
  for (std::size_t cell = 0; cell < rows_.cells(); ++cell) {
    if (space_.blank[cell] == 0) continue;
    Cost* const row = rows_.row(static_cast<CellIndex>(cell));
    for_each_slot(with_values,
                  [&](unsigned slot) { row[slot] = state.slots[slot].values[number]; });
    if (fresh_.slot) fresh_.field[cell] = row[*fresh_.slot];
    ++number;
  }

  const ClosureGraph graph(grid);
  scratch.swept.clear();
  for_each_slot(rows_.all_slots() & ~unbuilt_ & ~with_values, [&](unsigned slot) {
    if (scratch.swept.size() == PotentialScratch::kFields) {
      write_fields(scratch);
      scratch.swept.clear();
    }
    sweep(graph, slot, kUnlimited, scratch);
  });
  write_fields(scratch);
  scratch.swept.clear();
}

}  // namespace throng

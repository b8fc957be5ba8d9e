#include "potential_state.hpp"

#include "potentials.hpp"

#include <algorithm>
#include <bit>

namespace throng {
namespace {

using Step = FreshField::Step;

constexpr unsigned kMoveShift = 32, kAheadShift = 40;

/// A cell in the queues of a sweep, `ahead` buckets from the current one.
std::uint64_t queue_entry(unsigned ahead, unsigned move, CellIndex cell) {
  return std::uint64_t{ahead} << kAheadShift | std::uint64_t{move} << kMoveShift | cell;
}

/// The buckets in the ring of a kernel.
unsigned ring_of(SweepKind kind) {
  return kind == SweepKind::lines ? SweepScratch::kBuckets : kStepBuckets;
}

std::vector<std::uint64_t> entries(const FreshField& fresh, unsigned ring) {
  std::vector<std::uint64_t> list;
  for (unsigned ahead = 0; ahead < ring; ++ahead)
    for (unsigned move = 0; move < kMoves; ++move)
      for (const CellIndex cell :
           fresh.queues.buckets[(fresh.place.bucket + ahead) % ring][move])
        list.push_back(queue_entry(ahead, move, cell));
  return list;
}

struct OnMap {
  bool operator()(CellIndex cell) const {
    return cell < grid.cell_count() && grid.contains(grid.position(cell));
  }
  const Grid& grid;
};

/// Whether the steps of a fresh field and what goes with them belong together.
bool fits(const PotentialState::Fresh& fresh, const PotentialState& state,
          const Grid& grid) {
  const auto step = static_cast<Step>(fresh.step);
  const auto kind = static_cast<SweepKind>(state.sweep_kind);
  const OnMap on_map{grid};
  const auto queued = [&](std::uint64_t entry) {
    return entry >> kAheadShift < ring_of(kind) && (entry >> kMoveShift & 0xFF) < kMoves &&
           on_map(static_cast<CellIndex>(entry));
  };
  if (step == Step::none) return fresh == PotentialState::Fresh{};
  if (step >= Step::ended || fresh.slot >= state.slots.size()) return false;
  const bool counts = step == Step::blank || step == Step::look;
  const bool sweeps = step == Step::sweep;
  if (sweeps && kind == SweepKind::weighted) return false;
  return fresh.next < (counts ? grid.cell_count() : 1) &&
         (sweeps || (fresh.floor == 0 && fresh.queue.empty())) &&
         fresh.edited.size() <= grid.cell_count() &&
         fresh.field.size() == (step == Step::blank ? 0 : grid.open_cells()) &&
         std::ranges::all_of(fresh.edited, on_map) &&
         std::ranges::all_of(fresh.open, on_map) &&
         std::ranges::all_of(fresh.queue, queued);
}

/// The same for the fields that are swept, and the slots that are to be swept with them.
bool swept_fit(const PotentialState& state, const Grid& grid) {
  const OnMap on_map{grid};
  SlotSet taken = state.fresh.step == 0 ? 0 : SlotSet{1} << state.fresh.slot;
  bool good = state.swept.size() <= SweptFields::kMost;
  for (const PotentialState::Swept& swept : state.swept) {
    if (swept.slot >= state.slots.size() || contains(taken, swept.slot)) return false;
    taken |= SlotSet{1} << swept.slot;
    good = good && swept.values.size() == grid.open_cells() &&
           std::ranges::all_of(swept.open, on_map) &&
           (!state.writing || state.slots[swept.slot].open.empty());
  }
  state.swept_pending.for_each(
      [&](CellIndex cell, SlotSet) { good = good && on_map(cell); });
  const SlotSet others = first_slots(static_cast<int>(state.slots.size())) & ~taken;
  const auto fields = static_cast<std::size_t>(std::popcount(taken | state.to_sweep));
  const bool may_write = !state.swept.empty() && state.fresh.step == 0 &&
                         state.to_sweep == 0 && (taken & ~state.unbuilt) == 0;
  return good && (state.swept_pending.slots() & ~taken) == 0 &&
         (state.to_sweep & ~others) == 0 && state.doubts < SweptFields::kMost &&
         fields <= SweptFields::kMost &&
         state.written < (state.writing ? grid.cell_count() : 1) &&
         (!state.writing || may_write);
}

}  // namespace

SlotSet PotentialState::with_values() const noexcept {
  const SlotSet all = first_slots(static_cast<int>(slots.size()));
  return all & ~unbuilt & (~usable | stale_sources | pending.slots() | being_swept());
}

SlotSet PotentialState::being_swept() const noexcept {
  SlotSet found = fresh.step == 0 ? 0 : SlotSet{1} << fresh.slot;
  for (const Swept& field : swept) found |= SlotSet{1} << field.slot;
  return found;
}

bool PotentialState::fits(const Grid& grid) const {
  if (slots.empty() || slots.size() > 64) return false;
  const SlotSet all = first_slots(static_cast<int>(slots.size()));
  if (((usable | unbuilt | stale_sources | pending.slots()) & ~all) != 0) return false;
  if (sweep_kind == 0 || sweep_kind > static_cast<std::uint8_t>(SweepKind::weighted) ||
      !throng::fits(fresh, *this, grid) || !swept_fit(*this, grid))
    return false;
  if ((usable & unbuilt) != 0) return false;
  const OnMap on_map{grid};
  const auto ready = [&](const SlotSources::Source& source) {
    return !source.active || grid.component(source.cell) != Grid::kNoComponent;
  };
  bool good = true;
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
                       .sweep_kind = static_cast<std::uint8_t>(space_.kind),
                       .fresh = {},
                       .swept = {},
                       .writing = swept_.writing,
                       .written = swept_.written,
                       .swept_pending = swept_pending_,
                       .to_sweep = to_sweep_,
                       .doubts = static_cast<std::uint8_t>(doubts_)};
  for (const SweptFields::Field& field : swept_.list())
    state.swept.push_back({static_cast<std::uint8_t>(field.slot), {}, field.open});
  if (fresh_.slots() != 0) {
    state.fresh = {.step = static_cast<std::uint8_t>(fresh_.step),
                   .slot = static_cast<std::uint8_t>(fresh_.slot),
                   .floor = 0,
                   .next = fresh_.next,
                   .edited = fresh_.edited,
                   .open = fresh_.open,
                   .field = {},
                   .queue = {}};
    if (fresh_.step == Step::sweep) {
      state.fresh.floor = fresh_.place.floor;
      state.fresh.queue = entries(fresh_, ring_of(space_.kind));
    }
  }
  for (const Slot& slot : slots_) {
    const auto sources = slot.sources.list();
    state.slots.push_back({{sources.begin(), sources.end()}, {}, slot.open, slot.expanded});
  }
  const SlotSet with_values = state.with_values();
  const bool has_field = fresh_.slots() != 0 && fresh_.step != Step::blank;
  for (std::size_t cell = 0; cell < rows_.cells(); ++cell) {
    if (space_.blank[cell] == 0) continue;
    const Cost* const row = rows_.row(static_cast<CellIndex>(cell));
    for_each_slot(with_values,
                  [&](unsigned slot) { state.slots[slot].values.push_back(row[slot]); });
    if (has_field) state.fresh.field.push_back(fresh_.field[cell]);
    for (std::size_t i = 0; i < state.swept.size(); ++i)
      state.swept[i].values.push_back(swept_.list()[i].values[cell]);
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

  space_.use(static_cast<SweepKind>(state.sweep_kind));
  restore_fresh(state);

  const SlotSet with_values = state.with_values();
  std::size_t number = 0;
  for (std::size_t cell = 0; cell < rows_.cells(); ++cell) {
    if (space_.blank[cell] == 0) continue;
    Cost* const row = rows_.row(static_cast<CellIndex>(cell));
    for_each_slot(with_values,
                  [&](unsigned slot) { row[slot] = state.slots[slot].values[number]; });
    if (!state.fresh.field.empty()) fresh_.field[cell] = state.fresh.field[number];
    for (std::size_t i = 0; i < state.swept.size(); ++i) {
      SweptFields::Field& field = swept_.list()[i];
      field.values[cell] = state.swept[i].values[number];
      // Before `written` the row and the field agree.
      if (swept_.writing) row[field.slot] = field.values[cell];
    }
    ++number;
  }

  const ClosureGraph graph(grid);
  scratch.swept.clear();
  const SlotSet others = rows_.all_slots() & ~unbuilt_ & ~with_values;
  for_each_slot(others, [&](unsigned slot) {
    if (scratch.swept.size() == PotentialScratch::kFields) {
      write_fields(scratch);
      scratch.swept.clear();
    }
    sweep(graph, slot, kUnlimited, scratch);
  });
  write_fields(scratch);
  scratch.swept.clear();
}

/// Without the values of the fields.
void Potentials::restore_fresh(const PotentialState& state) {
  for (const PotentialState::Swept& field : state.swept) {
    fresh_.begin(field.slot, rows_.cells());
    std::ranges::copy(space_.blank, fresh_.field.begin());
    fresh_.open = field.open;
    swept_.take(fresh_);
  }
  swept_.writing = state.writing;
  swept_.written = static_cast<std::size_t>(state.written);
  swept_pending_ = state.swept_pending;
  to_sweep_ = state.to_sweep;
  doubts_ = state.doubts;
  if (state.fresh.step == 0) return;

  fresh_.begin(state.fresh.slot, rows_.cells());
  fresh_.step = static_cast<Step>(state.fresh.step);
  std::ranges::copy(space_.blank, fresh_.field.begin());
  fresh_.next = static_cast<std::size_t>(state.fresh.next);
  fresh_.edited = state.fresh.edited;
  fresh_.open = state.fresh.open;
  fresh_.place = {.floor = state.fresh.floor};
  fresh_.some_opened = true;  // perhaps
  for (const std::uint64_t entry : state.fresh.queue)
    fresh_.queues.buckets[entry >> kAheadShift][entry >> kMoveShift & 0xFF].push(
        static_cast<CellIndex>(entry));
}

}  // namespace throng

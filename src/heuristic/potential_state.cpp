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

bool is_for_tiles(SweepKind kind) {
  return kind == SweepKind::tiles || kind == SweepKind::fifo;
}

/// The buckets in the ring of a kernel.
unsigned ring_of(SweepKind kind) {
  if (is_for_tiles(kind)) return kTileLevels;
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
  if (step == Step::none || step > Step::ended || fresh.slot >= state.slots.size())
    return false;
  const bool counts = step == Step::blank || step == Step::look;
  const bool sweeps = step == Step::sweep;
  if (sweeps && kind == SweepKind::weighted) return false;
  bool good = (fresh.unsupported.slots() & ~(SlotSet{1} << fresh.slot)) == 0;
  fresh.unsupported.for_each([&](CellIndex cell, SlotSet) { good = good && on_map(cell); });
  return good && fresh.next < (counts ? grid.cell_count() : 1) &&
         (sweeps || (fresh.floor == 0 && fresh.queue.empty())) &&
         fresh.edited.size() <= grid.cell_count() &&
         fresh.field.size() == (step == Step::blank ? 0 : grid.open_cells()) &&
         std::ranges::all_of(fresh.edited, on_map) &&
         std::ranges::all_of(fresh.open, on_map) &&
         std::ranges::all_of(fresh.queue, queued);
}

/// The same for all fresh fields and their rows.
bool all_fit(const PotentialState& state, const Grid& grid) {
  if (state.fresh.size() > FreshFields::kMost ||
      state.doubts >= 2 * Potentials::kMostDoubts)
    return false;
  SlotSet taken = 0;
  for (const PotentialState::Fresh& fresh : state.fresh) {
    if (!fits(fresh, state, grid) || contains(taken, fresh.slot)) return false;
    taken |= SlotSet{1} << fresh.slot;
    const bool may_write = static_cast<Step>(fresh.step) == Step::ended &&
                           contains(state.unbuilt, fresh.slot) &&
                           state.slots[fresh.slot].open.empty();
    if (state.writing && !may_write) return false;
  }
  const bool is_part = state.written % FreshFields::kRowsOfWord == 0;
  return state.writing ? taken != 0 && is_part && state.written < grid.cell_count()
                       : state.written == 0;
}

}  // namespace

SlotSet PotentialState::with_values() const noexcept {
  const SlotSet all = first_slots(static_cast<int>(slots.size()));
  return all & ~unbuilt & (~usable | stale_sources | pending.slots() | being_swept());
}

SlotSet PotentialState::being_swept() const noexcept {
  SlotSet found = 0;
  for (const Fresh& field : fresh) found |= SlotSet{1} << field.slot;
  return found;
}

bool PotentialState::fits(const Grid& grid) const {
  if (slots.empty() || slots.size() > 64) return false;
  const SlotSet all = first_slots(static_cast<int>(slots.size()));
  if (((usable | unbuilt | stale_sources | pending.slots()) & ~all) != 0) return false;
  const bool tile = grid.rules().topology == Topology::tile;
  if (sweep_kind == 0 || sweep_kind > static_cast<std::uint8_t>(kLastSweepKind) ||
      (is_for_tiles(static_cast<SweepKind>(sweep_kind)) && !tile) || !all_fit(*this, grid))
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
                       .writing = fresh_.writing,
                       .written = fresh_.written,
                       .doubts = static_cast<std::uint8_t>(doubts_)};
  for (const auto& field : fresh_.list()) {
    const FreshField& fresh = *field;
    const bool sweeps = fresh.step == Step::sweep;
    state.fresh.push_back({.step = static_cast<std::uint8_t>(fresh.step),
                           .slot = static_cast<std::uint8_t>(fresh.slot),
                           .floor = sweeps ? fresh.place.floor : 0,
                           .next = fresh.next,
                           .edited = fresh.edited,
                           .open = fresh.open,
                           .unsupported = fresh.unsupported,
                           .field = {},
                           .queue = {}});
    if (sweeps) state.fresh.back().queue = entries(fresh, ring_of(space_.kind));
  }
  for (const Slot& slot : slots_) {
    const auto sources = slot.sources.list();
    state.slots.push_back({{sources.begin(), sources.end()}, {}, slot.open, slot.expanded});
  }
  const SlotSet with_values = state.with_values();
  for (std::size_t cell = 0; cell < rows_.cells(); ++cell) {
    if (space_.blank[cell] == 0) continue;
    const Cost* const row = rows_.row(static_cast<CellIndex>(cell));
    for_each_slot(with_values,
                  [&](unsigned slot) { state.slots[slot].values.push_back(row[slot]); });
    for (std::size_t i = 0; i < state.fresh.size(); ++i)
      if (const FreshField& fresh = *fresh_.list()[i]; fresh.step != Step::blank)
        state.fresh[i].field.push_back(fresh.field[cell]);
  }
  return state;
}

Potentials::Potentials(const Grid& grid, const PotentialState& state,
                       PotentialScratch& scratch, std::size_t copies)
    : Potentials(grid, state.slots.size(), {}, copies) {
  THRONG_ASSERT(state.fits(grid));
  for (std::size_t i = 0; i < slots_.size(); ++i)
    slots_[i] = {SlotSources(state.slots[i].sources), state.slots[i].open,
                 static_cast<std::size_t>(state.slots[i].expanded)};
  space_.use(static_cast<SweepKind>(state.sweep_kind));
  const SlotSet with_values = state.with_values();
  stale_sources_ = 0;
  sweep_now(ClosureGraph(grid), rows_.all_slots() & ~state.unbuilt & ~with_values, scratch);

  pending_ = state.pending;
  usable_ = state.usable;
  unbuilt_ = state.unbuilt;
  stale_sources_ = state.stale_sources;
  doubts_ = state.doubts;
  restore_fresh(state);
  std::size_t number = 0;
  for (std::size_t cell = 0; cell < rows_.cells(); ++cell) {
    if (space_.blank[cell] == 0) continue;
    Cost* const row = rows_.row(static_cast<CellIndex>(cell));
    for_each_slot(with_values,
                  [&](unsigned slot) { row[slot] = state.slots[slot].values[number]; });
    for (std::size_t i = 0; i < state.fresh.size(); ++i) {
      if (state.fresh[i].field.empty()) continue;
      FreshField& fresh = *fresh_.list()[i];
      fresh.field[cell] = state.fresh[i].field[number];
      // Before `written` the row and the field agree.
      if (fresh_.writing) row[fresh.slot] = fresh.field[cell];
    }
    ++number;
  }
}

/// Without the values of the fields.
void Potentials::restore_fresh(const PotentialState& state) {
  for (const PotentialState::Fresh& saved : state.fresh) {
    FreshField& fresh = fresh_.begin(saved.slot, rows_.cells());
    fresh.step = static_cast<Step>(saved.step);
    fresh.next = static_cast<std::size_t>(saved.next);
    const bool blank = fresh.step == Step::blank;
    const auto known = std::span(space_.blank).first(blank ? fresh.next : rows_.cells());
    fresh.field.assign(known.begin(), known.end());
    fresh.edited = saved.edited;
    fresh.open = saved.open;
    fresh.unsupported = saved.unsupported;
    fresh.place = {.floor = saved.floor};
    fresh.queues.clear();
    fresh.some_opened = true;  // perhaps
    for (const std::uint64_t entry : saved.queue)
      fresh.queues.buckets[entry >> kAheadShift][entry >> kMoveShift & 0xFF].push(
          static_cast<CellIndex>(entry));
  }
  fresh_.written = static_cast<std::size_t>(state.written);
  fresh_.writing = state.writing;
}

}  // namespace throng

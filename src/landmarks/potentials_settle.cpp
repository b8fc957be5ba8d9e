#include "../sweep/sweep.hpp"
#include "potentials.hpp"
#include "slot_repair.hpp"

#include <algorithm>

namespace throng {
namespace {

/// Small maps do not sweep for a handful of cells.
constexpr std::size_t kLeastRepair = 16;

std::size_t difference(std::size_t a, std::size_t b) noexcept { return a > b ? a - b : 0; }

}  // namespace

std::size_t Potentials::settle(const ClosureGraph& graph, std::size_t budget,
                               PotentialScratch& scratch) {
  space_.moves = graph.moves;
  space_.straight = graph.unit.straight;
  space_.diagonal = graph.unit.diagonal;
  std::size_t work = 0;
  for (const bool usable : {false, true})
    for_each_slot(unsettled() & (usable ? usable_ : ~usable_), [&](unsigned slot) {
      if (work < budget) work += settle_slot(graph, slot, budget - work, scratch);
    });
  return work;
}

/// Repairs one slot, or a part of it. Returns the work done, at least 1.
std::size_t Potentials::settle_slot(const ClosureGraph& graph, unsigned slot,
                                    std::size_t budget, PotentialScratch& scratch) {
  const std::size_t most = open_cells_ / kRepairShare + kLeastRepair;
  const SlotSet bit = SlotSet{1} << slot;
  Slot& at = slots_[slot];
  std::size_t work = 1;
  scratch.dropped.clear();
  if ((stale_sources_ & bit) != 0) work += renew_sources(graph, slot, scratch);
  scratch.seeds.clear();
  scratch.affected.clear();
  pending_.take(slot, scratch.seeds);

  bool must_sweep = (unbuilt_ & bit) != 0 || at.expanded > most;
  if (!must_sweep && !(scratch.seeds.empty() && scratch.dropped.empty())) {
    SlotRepair repair(graph, rows_, slot, scratch);
    work += repair.find_affected(scratch.dropped, most);
    must_sweep = scratch.affected.size() > most;
    if (!must_sweep) repair.raise(at.open);
    work += scratch.affected.size();
  }
  if (!must_sweep) {
    const std::size_t rest = std::min(difference(budget, work), most - at.expanded);
    work += lower(graph, slot, rest + 1, scratch);
    must_sweep = at.expanded > most;
  }
  if (must_sweep) work += sweep(graph, slot, scratch);
  if (at.open.empty()) work += add_sources(graph, slot, scratch);
  if (!at.open.empty()) work += lower(graph, slot, difference(budget, work), scratch);
  const Column values = rows_.column(slot);
  for (const CellIndex cell : scratch.affected)
    if (values[cell] == kUnreachable) pending_.add(cell, bit);
  return work;
}

/// Adapts the sources of a slot to the components, and collects the former sources.
std::size_t Potentials::renew_sources(const ClosureGraph& graph, unsigned slot,
                                      PotentialScratch& scratch) {
  const Column values = rows_.column(slot);
  SlotSources& sources = slots_[slot].sources;
  for (const SlotSources::Source& source : sources.list())
    if (source.active && values[source.cell] == 0) scratch.dropped.push_back(source.cell);
  sources.renew(graph, scratch);
  stale_sources_ &= ~(SlotSet{1} << slot);

  scratch.marks.clear(rows_.cells());
  for (const SlotSources::Source& source : sources.list()) {
    if (!source.active) continue;
    scratch.marks.add(source.cell);
    set_root(slot, source.cell);
  }
  std::erase_if(scratch.dropped,
                [&](CellIndex cell) { return scratch.marks.has(cell); });
  return sources.list().size() / kCellsPerWork;
}

void Potentials::set_root(unsigned slot, CellIndex cell) {
  Cost& value = rows_.column(slot)[cell];
  if (value == 0) return;
  value = 0;
  rows_.touch(cell);
  slots_[slot].open.push_back(cell);
  usable_ &= ~(SlotSet{1} << slot);
}

/// Computes all values of a slot anew. Collects the cells that no source reaches in
/// scratch.affected.
std::size_t Potentials::sweep(const ClosureGraph& graph, unsigned slot,
                              PotentialScratch& scratch) {
  scratch.seeds.clear();
  for (const SlotSources::Source& source : slots_[slot].sources.list())
    if (source.active) scratch.seeds.push_back(source.cell);
  scratch.field.resize(rows_.cells());
  if (graph.plain && space_.kind != SweepKind::weighted) {
    throng::sweep(space_, scratch.seeds, kUnreachable - 1, scratch.sweep, scratch.field);
  } else {
    std::ranges::copy(space_.blank, scratch.field.begin());
    sweep_closure(graph, scratch.seeds, scratch);
  }
  write_field(slot, scratch);
  slots_[slot].open.clear();
  slots_[slot].expanded = 0;
  usable_ |= SlotSet{1} << slot;
  unbuilt_ &= ~(SlotSet{1} << slot);
  return open_cells_ / kCellsPerWork;
}

void Potentials::write_field(unsigned slot, PotentialScratch& scratch) {
  const Column values = rows_.column(slot);
  scratch.affected.clear();
  for (std::size_t i = 0; i < scratch.field.size(); ++i) {
    if (space_.blank[i] == 0) continue;
    const auto cell = static_cast<CellIndex>(i);
    const Cost value = scratch.field[i];
    if (value == kUnreachable) scratch.affected.push_back(cell);
    if (values[cell] == value) continue;
    values[cell] = value;
    rows_.touch(cell);
  }
}

/// Adds sources where scratch.affected has cells that no source reaches.
std::size_t Potentials::add_sources(const ClosureGraph& graph, unsigned slot,
                                    PotentialScratch& scratch) {
  const Column values = rows_.column(slot);
  std::erase_if(scratch.affected,
                [&](CellIndex cell) { return values[cell] != kUnreachable; });
  if (scratch.affected.empty()) return 0;
  SlotSources& sources = slots_[slot].sources;
  const std::size_t work =
      sources.add_missing(graph, slot, rows_.landmarks(), scratch.affected, scratch);
  for (const SlotSources::Source& source : sources.list())
    if (source.active) set_root(slot, source.cell);
  return work;
}

}  // namespace throng

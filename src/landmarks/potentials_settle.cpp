#include "potentials.hpp"

#include <algorithm>

namespace throng {
namespace {

/// Small maps do not sweep for a handful of cells, and small budgets raise some.
constexpr std::size_t kLeastRepair = 16;
/// A cell that is raised costs so many expansions: it is found, raised and expanded.
constexpr std::size_t kWorkPerRaise = 3;

std::size_t difference(std::size_t a, std::size_t b) noexcept { return a > b ? a - b : 0; }

}  // namespace

std::size_t Potentials::settle(const ClosureGraph& graph, std::size_t budget,
                               PotentialScratch& scratch) {
  if (budget == 0 || unsettled() == 0) return 0;
  rows_.begin_changes();
  space_.moves = graph.moves;
  space_.straight = graph.unit.straight;
  space_.diagonal = graph.unit.diagonal;
  std::size_t work = continue_fresh(graph, budget, scratch);
  scratch.swept.clear();
  for (const bool usable : {false, true})
    for_each_slot(unsettled() & (usable ? usable_ : ~usable_), [&](unsigned slot) {
      if (work >= budget || !contains(unsettled(), slot)) return;
      work += settle_slot(graph, slot, budget - work, scratch);
      if (scratch.swept.size() == PotentialScratch::kFields) finish_sweeps(scratch);
    });
  finish_sweeps(scratch);
  if (settled()) doubts_ = 0;
  return work;
}

/// Repairs one slot, or a part of it, or sweeps it into a field for finish_sweeps(), or a
/// part of it into the fresh field. Returns the work done, at least 1.
std::size_t Potentials::settle_slot(const ClosureGraph& graph, unsigned slot,
                                    std::size_t budget, PotentialScratch& scratch) {
  const std::size_t most = most_repairs();
  const SlotSet bit = SlotSet{1} << slot;
  Slot& at = slots_[slot];
  std::size_t work = 1;
  scratch.dropped.clear();
  if ((stale_sources_ & bit) != 0) work += renew_sources(graph, slot, scratch);
  const bool usable = (usable_ & bit) != 0;
  scratch.seeds.clear();
  scratch.affected.clear();
  pending_.take(slot, scratch.seeds);

  bool must_sweep = (unbuilt_ & bit) != 0 || at.expanded > most;
  if (!must_sweep && !(scratch.seeds.empty() && scratch.dropped.empty())) {
    work += raise(graph, slot, difference(budget, work), scratch);
    must_sweep = at.expanded > most;
  }
  if (!must_sweep) {
    const std::size_t rest = std::min(difference(budget, work), most - at.expanded);
    // Of a usable slot only the cells just raised can be lowered.
    work += lower(graph, slot, usable ? kUnlimited : rest + 1, scratch);
    must_sweep = at.expanded > most;
  }
  if (must_sweep) return work + sweep(graph, slot, difference(budget, work), scratch);
  work += finish_slot(graph, slot, difference(budget, work), scratch);
  if ((unsettled() & bit) == 0) {
    at.expanded = 0;
    doubts_ = difference(doubts_, 1);
  }
  return work;
}

/// The expansions of a slot after which a sweep is cheaper.
std::size_t Potentials::most_repairs() const noexcept {
  return open_cells_ / kRepairShare + kLeastRepair;
}

/// Raises values that lost their support, the smallest first, as many as the budget allows.
/// The others stay pending. Raises none if the slot must be swept. Returns the work done.
std::size_t Potentials::raise(const ClosureGraph& graph, unsigned slot, std::size_t budget,
                              PotentialScratch& scratch) {
  Slot& at = slots_[slot];
  // A large budget finds out at once that a slot must be swept, and raises nothing in vain.
  const std::size_t some = budget < most_repairs() ? budget / kWorkPerRaise : budget;
  const std::size_t most =
      std::min(std::max(some, kLeastRepair), most_repairs() - at.expanded);
  SlotRepair repair(graph, rows_, slot, scratch);
  const std::size_t seen = repair.find_affected(scratch.dropped, most);
  const std::size_t raised = scratch.affected.size();
  if (raised > most) {
    at.expanded += raised;
    if (at.expanded > most_repairs()) return seen + raised;
    repair.keep_rest();
    for (const CellIndex cell : scratch.seeds) pending_.add(cell, SlotSet{1} << slot);
  }
  repair.raise(at.open);
  return seen + raised;
}

/// Adds the sources that a slot lacks once its values are final: all at once, because their
/// order matters. scratch.affected: all cells that have no value.
std::size_t Potentials::finish_slot(const ClosureGraph& graph, unsigned slot,
                                    std::size_t budget, PotentialScratch& scratch) {
  Slot& at = slots_[slot];
  std::size_t work = 0;
  const bool is_final = at.open.empty() && !contains(pending_.slots(), slot);
  if (is_final) work += add_sources(graph, slot, scratch);
  if (!at.open.empty()) work += lower(graph, slot, difference(budget, work), scratch);
  const Column values = rows_.column(slot);
  for (const CellIndex cell : scratch.affected)
    if (values[cell] == kUnreachable) pending_.add(cell, SlotSet{1} << slot);
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
  std::erase_if(scratch.dropped, [&](CellIndex cell) { return scratch.marks.has(cell); });
  return sources.list().size() / FreshField::kCellsPerWork;
}

void Potentials::set_root(unsigned slot, CellIndex cell) {
  Cost& value = rows_.column(slot)[cell];
  if (value == 0) return;
  value = 0;
  rows_.touch(cell);
  slots_[slot].open.push_back(cell);
  usable_ &= ~(SlotSet{1} << slot);
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

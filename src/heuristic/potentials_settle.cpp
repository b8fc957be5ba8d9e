#include "potentials.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace throng {
namespace {

/// Small maps do not sweep for a handful of cells, and small budgets raise some.
constexpr std::size_t kLeastRepair = 16;
/// A cell that is raised costs so many expansions: it is found, raised and expanded.
constexpr std::size_t kWorkPerRaise = 3;

/// With so many pending cells, half of all repairs end in a sweep. Measured on game maps:
/// those of small edits are short, and beyond that they are seldom of a size in between.
constexpr std::uint64_t kPendingForSweep = 32;

std::size_t difference(std::size_t a, std::size_t b) noexcept { return a > b ? a - b : 0; }

}  // namespace

std::size_t Potentials::settle(const ClosureGraph& graph, std::size_t budget,
                               PotentialScratch& scratch) {
  std::size_t work = 0;
  while (true) {
    work += settle_alone(graph, difference(budget, work), scratch);
    const std::size_t parts = share_out(difference(budget, work));
    if (parts == 0) return work;
    for (std::size_t part = 0; part < parts; ++part) work += do_part(part, graph, scratch);
  }
}

std::size_t Potentials::debt(const ClosureGraph& graph) const noexcept {
  const auto count = [](SlotSet slots) {
    return static_cast<std::size_t>(std::popcount(slots));
  };
  const SlotSet left = unsettled();
  if (left == 0) return 0;
  const std::size_t sweep = FreshField::work(graph, space_, open_cells_);
  std::size_t work = count(left);
  for (const auto& field : fresh_.list()) work += field->debt(graph, space_, sweep);
  if (!fresh_.empty()) work += (rows_.cells() - fresh_.written) / rows_per_work();

  // Of each of so many fields that are swept and written together.
  const auto sweep_and_write = [&](std::size_t together) {
    return sweep + rows_.cells() / rows_per_work(together) / together;
  };
  const SlotSet empty = unbuilt_ & ~fresh();
  if (empty != 0)
    work += count(empty) * sweep_and_write(std::min(count(empty), FreshFields::kMost));

  const SlotSet repaired = left & ~unbuilt_ & ~fresh();
  std::uint64_t cells = pending_.count();
  for_each_slot(repaired, [&](unsigned slot) { cells += slots_[slot].open.size(); });
  if (repaired == 0 || cells == 0) return work;
  cells = std::min<std::uint64_t>(cells / count(repaired), rows_.cells());
  const std::uint64_t square = cells * cells;
  return work + count(repaired) * (sweep_and_write(FreshFields::kMost) + most_repairs()) *
                    square / (square + kPendingForSweep * kPendingForSweep);
}

std::size_t Potentials::settle_alone(const ClosureGraph& graph, std::size_t budget,
                                     PotentialScratch& scratch) {
  finish_parts(scratch);
  std::size_t work = 0;
  if (budget != 0 && unsettled() != 0) {
    rows_.begin_changes();
    space_.moves = graph.moves;
    space_.straight = graph.unit.straight;
    space_.diagonal = graph.unit.diagonal;
    begin_writing(scratch);
    work += lower_written(graph, budget, scratch);
  }
  for (const bool usable : {false, true})
    for_each_slot(unsettled() & (usable ? usable_ : ~usable_), [&](unsigned slot) {
      if (work >= budget || !fresh_.empty() || !contains(unsettled(), slot)) return;
      work += settle_slot(graph, slot, budget - work, scratch);
    });
  if (settled()) doubts_ = 0;
  return work;
}

/// Repairs one slot, or a part of it, or begins fields for it and others. Returns the work
/// done, at least 1. Pre: there are no fresh fields.
std::size_t Potentials::settle_slot(const ClosureGraph& graph, unsigned slot,
                                    std::size_t budget, PotentialScratch& scratch) {
  std::size_t work = 1;
  if (!contains(unbuilt_, slot)) {
    const bool sound = contains(usable_, slot) && !contains(pending_.slots(), slot);
    if (sound || doubts_ < kMostDoubts) {
      work += repair(graph, slot, difference(budget, work), scratch);
      if (slots_[slot].expanded <= most_repairs()) return work;
    }
    if (++doubts_ == 2 * kMostDoubts) doubts_ = kMostDoubts - 1;
  }
  const SlotSet together = swept_with(slot);
  if (unbuilt_ == rows_.all_slots()) space_.choose_again(open_cells_);
  for_each_slot(together, [&](unsigned one) { begin_fresh(graph, one, scratch); });
  return work + static_cast<std::size_t>(std::popcount(together));
}

/// Repairs one slot, or a part of it. Returns the work done. If it must be swept instead,
/// Slot::expanded is more than most_repairs().
std::size_t Potentials::repair(const ClosureGraph& graph, unsigned slot, std::size_t budget,
                               PotentialScratch& scratch) {
  const std::size_t most = most_repairs();
  Slot& at = slots_[slot];
  std::size_t work = 0;
  if (at.expanded > most) return work;
  scratch.dropped.clear();
  if (contains(stale_sources_, slot)) work += renew_sources(graph, slot, scratch);
  const bool usable = contains(usable_, slot);
  scratch.seeds.clear();
  scratch.affected.clear();
  pending_.take(slot, scratch.seeds);
  if (!(scratch.seeds.empty() && scratch.dropped.empty())) {
    work += raise(graph, slot, difference(budget, work), scratch);
    if (at.expanded > most) return work;
  }
  const std::size_t rest = std::min(difference(budget, work), most - at.expanded);
  // Of a usable slot only the cells just raised can be lowered.
  work += lower(graph, slot, usable ? kUnlimited : rest + 1, scratch);
  if (at.expanded > most) return work;
  work += finish_slot(graph, slot, difference(budget, work), scratch);
  if (!contains(unsettled(), slot)) {
    at.expanded = 0;
    doubts_ = 0;
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
  const PotentialColumn values = rows_.column(slot);
  for (const CellIndex cell : scratch.affected)
    if (values[cell] == kUnreachable) pending_.add(cell, SlotSet{1} << slot);
  return work;
}

/// Adapts the sources of a slot to the components, and collects the former sources.
std::size_t Potentials::renew_sources(const ClosureGraph& graph, unsigned slot,
                                      PotentialScratch& scratch) {
  const PotentialColumn values = rows_.column(slot);
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
  const PotentialColumn values = rows_.column(slot);
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

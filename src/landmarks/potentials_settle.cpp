#include "../sweep/sweep.hpp"
#include "potentials.hpp"

#include <algorithm>
#include <span>

namespace throng {
namespace {

/// Small maps do not sweep for a handful of cells, and small budgets raise some.
constexpr std::size_t kLeastRepair = 16;
/// A cell that is raised costs so many expansions: it is found, raised and expanded.
constexpr std::size_t kWorkPerRaise = 3;
/// A row is fetched so many rows before it is changed. It is a cache line or more.
constexpr std::size_t kRowsAhead = 24;

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
      if (work >= budget) return;
      work += settle_slot(graph, slot, budget - work, scratch);
      if (scratch.swept.size() == PotentialScratch::kFields) finish_sweeps(scratch);
    });
  finish_sweeps(scratch);
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
  if ((unsettled() & bit) == 0) at.expanded = 0;
  return work;
}

/// The expansions of a slot after which a sweep is cheaper.
std::size_t Potentials::most_repairs() const noexcept {
  return open_cells_ / kRepairShare + kLeastRepair;
}

/// What a sweep and the writing of its field cost.
std::size_t Potentials::sweep_work() const noexcept {
  return open_cells_ / FreshField::kCellsPerWork + rows_.cells() / kRowsPerWork;
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

/// Sweeps from the sources of a slot into the next field of the scratch, and adds sources
/// where the slot lacks some; or begins to sweep into the fresh field, if that exceeds the
/// budget.
std::size_t Potentials::sweep(const ClosureGraph& graph, unsigned slot, std::size_t budget,
                              PotentialScratch& scratch) {
  pending_.take(slot, scratch.seeds);  // of a repair that was cut
  scratch.seeds.clear();
  std::size_t work = sweep_work();
  if (budget < work) {
    begin_fresh(slot);
    return continue_fresh(graph, budget, scratch);
  }
  for (const SlotSources::Source& source : slots_[slot].sources.list())
    if (source.active) scratch.seeds.push_back(source.cell);
  const std::span<Cost> field = scratch.field(scratch.swept.size(), rows_.cells());
  std::ranges::copy(space_.blank, field.begin());
  sweep_from_seeds(graph, scratch, field);
  work += sweep_unreached(graph, slot, scratch, field);
  scratch.swept.push_back(slot);
  return work;
}

/// Pre: the field contains no values, or those of parts that no seed reaches.
void Potentials::sweep_from_seeds(const ClosureGraph& graph, PotentialScratch& scratch,
                                  std::span<Cost> field) {
  if (graph.plain && space_.kind != SweepKind::weighted)
    sweep_blank(space_, scratch.seeds, kUnreachable - 1, scratch.sweep, field);
  else
    FieldRepair(graph, field, scratch).sweep(scratch.seeds);
}

/// Adds sources where a field has no values, all at once because their order matters, and
/// sweeps from them. Returns the work done.
std::size_t Potentials::sweep_unreached(const ClosureGraph& graph, unsigned slot,
                                        PotentialScratch& scratch, std::span<Cost> field) {
  scratch.affected.clear();
  for (std::size_t cell = 0; cell < field.size(); ++cell)
    if (field[cell] == kUnreachable)
      scratch.affected.push_back(static_cast<CellIndex>(cell));
  if (scratch.affected.empty()) return 0;
  SlotSources& sources = slots_[slot].sources;
  const std::size_t work =
      sources.add_missing(graph, slot, rows_.landmarks(), scratch.affected, scratch);
  scratch.seeds.clear();
  for (const SlotSources::Source& source : sources.list())
    if (source.active && field[source.cell] == kUnreachable)
      scratch.seeds.push_back(source.cell);
  sweep_from_seeds(graph, scratch, field);
  return work;
}

void Potentials::begin_fresh(unsigned slot) {
  THRONG_ASSERT(fresh_.slots() == 0);
  fresh_.begin(slot, rows_.cells());
  if (!contains(usable_, slot)) unbuilt_ |= fresh_.slots();
}

/// Sweeps into the fresh field and writes it, as far as the budget allows. Returns the work
/// done.
std::size_t Potentials::continue_fresh(const ClosureGraph& graph, std::size_t budget,
                                       PotentialScratch& scratch) {
  std::size_t work = 0;
  while (work < budget && fresh_.slots() != 0) {
    const std::size_t rest = budget - work;
    if (fresh_.follows() && !fresh_.open.empty()) {
      work += fresh_repair(graph, scratch).lower(fresh_.open, rest) + 1;
    } else if (fresh_.step == FreshField::Step::follow) {
      work += follow_edited(graph, rest, scratch);
    } else if (fresh_.step == FreshField::Step::write) {
      work += write_fresh(rest);
    } else {
      const bool sweeps = !fresh_.follows();
      work += fresh_.sweep(graph, space_, slots_[fresh_.slot].sources, rows_.landmarks(),
                           rest, scratch);
      if (sweeps && fresh_.follows()) end_sweep(scratch);
    }
  }
  return work;
}

/// From now on the rows of the slot are of no use.
void Potentials::end_sweep(PotentialScratch& scratch) {
  if (!contains(unbuilt_, fresh_.slot)) pending_.take(fresh_.slot, scratch.seeds);
  slots_[fresh_.slot].open.clear();
  slots_[fresh_.slot].expanded = 0;
  usable_ &= ~fresh_.slots();
  unbuilt_ |= fresh_.slots();
}

/// Follows edits since the sweep began, the last first. Returns the work done.
std::size_t Potentials::follow_edited(const ClosureGraph& graph, std::size_t budget,
                                      PotentialScratch& scratch) {
  std::vector<CellIndex>& edited = fresh_.edited;
  const std::size_t left = difference(edited.size(), budget);
  const std::size_t work = edited.size() - left + 1;
  follow(graph, std::span(edited).subspan(left), scratch);
  edited.resize(left);
  if (edited.empty() && fresh_.open.empty()) fresh_.step = FreshField::Step::look;
  return work;
}

/// Writes a part of the fresh field into the rows. Returns the work done.
std::size_t Potentials::write_fresh(std::size_t budget) {
  const std::size_t cells = rows_.cells(), left = cells - fresh_.next;
  const std::size_t count = budget < left / kRowsPerWork ? budget * kRowsPerWork : left;
  const Column values = rows_.column(fresh_.slot);
  for (const std::size_t end = fresh_.next + count; fresh_.next < end; ++fresh_.next) {
    const auto cell = static_cast<CellIndex>(fresh_.next);
    const auto ahead = static_cast<CellIndex>(std::min(cell + kRowsAhead, cells - 1));
    __builtin_prefetch(rows_.row(ahead) + fresh_.slot, 1);
    if (space_.blank[cell] == 0 || values[cell] == fresh_.field[cell]) continue;
    values[cell] = fresh_.field[cell];
    rows_.touch(cell);
  }
  if (fresh_.next == cells) finish_fresh();
  return count / kRowsPerWork + 1;
}

/// The rows of the slot have all values.
void Potentials::finish_fresh() {
  unbuilt_ &= ~fresh_.slots();
  slots_[fresh_.slot].open.swap(fresh_.open);
  if (slots_[fresh_.slot].open.empty()) usable_ |= fresh_.slots();
  fresh_.end();
}

/// Makes the fields of the scratch the values of their slots. All slots together, because
/// the time goes into reading and writing the rows.
void Potentials::finish_sweeps(PotentialScratch& scratch) {
  write_fields(scratch);
  for (const unsigned slot : scratch.swept) {
    slots_[slot].open.clear();
    slots_[slot].expanded = 0;
    usable_ |= SlotSet{1} << slot;
    unbuilt_ &= ~(SlotSet{1} << slot);
  }
  scratch.swept.clear();
}

/// Copies the fields of the scratch into the rows.
void Potentials::write_fields(PotentialScratch& scratch) {
  const std::size_t count = scratch.swept.size(), cells = rows_.cells();
  if (count == 0) return;
  const Cost* const fields = scratch.field(0, cells).data();
  for (std::size_t cell = 0; cell < cells; ++cell) {
    if (space_.blank[cell] == 0) continue;
    Cost* const row = rows_.row(static_cast<CellIndex>(cell));
    const auto ahead = static_cast<CellIndex>(std::min(cell + kRowsAhead, cells - 1));
    __builtin_prefetch(rows_.row(ahead) + scratch.swept.front(), 1);
    Cost change = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const Cost value = fields[i * cells + cell];
      Cost& old = row[scratch.swept[i]];
      change |= old ^ value;
      old = value;
    }
    if (change != 0) rows_.touch(static_cast<CellIndex>(cell));
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

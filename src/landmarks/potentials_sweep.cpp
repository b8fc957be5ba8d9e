#include "../sweep/sweep.hpp"
#include "potentials.hpp"

#include <throng/assert.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <span>
#include <utility>

// The part of settle() that sweeps: at once, or in parts.

namespace throng {
namespace {

/// A row is fetched so many rows before it is changed. It is a cache line or more.
constexpr std::size_t kRowsAhead = 24;

}  // namespace

/// What a sweep and the writing of its field cost.
std::size_t Potentials::sweep_work() const noexcept {
  return open_cells_ / FreshField::kCellsPerWork + rows_.cells() / kRowsPerWork;
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
    to_sweep_ = others_to_sweep(slot);
    doubts_ = std::min(doubts_ + 1, SweptFields::kMost - 1);
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

/// The slots to be swept together with this one: those without values, and some for which
/// a repair may not pay either. They are more, the more repairs were in vain.
SlotSet Potentials::others_to_sweep(unsigned slot) const noexcept {
  const auto lowest = [](SlotSet slots, std::size_t most) {
    SlotSet some = 0;
    for (; slots != 0 && most != 0; --most, slots &= slots - 1) some |= slots & -slots;
    return some;
  };
  constexpr std::size_t kOthers = SweptFields::kMost - 1;
  const SlotSet own = SlotSet{1} << slot;
  const SlotSet empty = lowest(unbuilt_ & ~own, kOthers);
  const std::size_t room = kOthers - static_cast<std::size_t>(std::popcount(empty));
  const SlotSet others = (~usable_ & rows_.all_slots()) | pending_.slots();
  return empty | lowest(others & ~unbuilt_ & ~own, std::min(doubts_, room));
}

void Potentials::begin_fresh(unsigned slot) {
  THRONG_ASSERT(fresh_.slots() == 0 && !swept_.writing);
  fresh_.begin(slot, rows_.cells());
  if (!contains(usable_, slot)) unbuilt_ |= fresh_.slots();
}

/// Sweeps into the fresh field and writes those that are swept, as far as the budget
/// allows. Returns the work done.
std::size_t Potentials::continue_fresh(const ClosureGraph& graph, std::size_t budget,
                                       PotentialScratch& scratch) {
  std::size_t work = 0;
  while (work < budget && (fresh() | to_sweep_) != 0) {
    const std::size_t rest = budget - work;
    const auto lowered = std::ranges::find_if(
        swept_.list(), [](const SweptFields::Field& field) { return !field.open.empty(); });
    if (lowered != swept_.list().end()) {
      work += swept_repair(graph, *lowered, scratch).lower(lowered->open, rest) + 1;
    } else if (swept_.writing) {
      work += write_swept(rest, scratch);
    } else if (fresh_.follows() && !fresh_.open.empty()) {
      work += FieldRepair(graph, fresh_.field, scratch).lower(fresh_.open, rest) + 1;
    } else if (fresh_.step == FreshField::Step::follow) {
      work += follow_edited(graph, rest, scratch);
    } else if (fresh_.slots() != 0) {
      work += fresh_.sweep(graph, space_, slots_[fresh_.slot].sources, rows_.landmarks(),
                           rest, scratch);
      if (fresh_.step == FreshField::Step::ended) swept_.take(fresh_);
    } else if (to_sweep_ != 0) {
      work += begin_next(graph, scratch);
    } else {
      begin_writing(scratch);
    }
  }
  return work;
}

/// Begins to sweep one of the slots that are to be swept. Returns the work done.
std::size_t Potentials::begin_next(const ClosureGraph& graph, PotentialScratch& scratch) {
  const auto slot = static_cast<unsigned>(std::countr_zero(to_sweep_));
  const SlotSet bit = SlotSet{1} << slot;
  to_sweep_ &= ~bit;
  SlotSources& sources = slots_[slot].sources;
  if ((stale_sources_ & bit) != 0) sources.renew(graph, scratch);
  stale_sources_ &= ~bit;
  begin_fresh(slot);
  return sources.list().size() / FreshField::kCellsPerWork + 1;
}

/// Follows edits since the sweep began, the last first. Returns the work done.
std::size_t Potentials::follow_edited(const ClosureGraph& graph, std::size_t budget,
                                      PotentialScratch& scratch) {
  std::vector<CellIndex>& edited = fresh_.edited;
  const std::size_t left = edited.size() - std::min(edited.size(), budget);
  const std::size_t work = edited.size() - left + 1;
  follow({graph, fresh_.field, scratch}, fresh_.slot, graph,
         std::span(edited).subspan(left), fresh_.open);
  edited.resize(left);
  if (edited.empty() && fresh_.open.empty()) fresh_.step = FreshField::Step::look;
  return work;
}

/// From now on the rows of the swept slots are of no use.
void Potentials::begin_writing(PotentialScratch& scratch) {
  for (const SweptFields::Field& field : swept_.list()) {
    scratch.seeds.clear();
    pending_.take(field.slot, scratch.seeds);
    slots_[field.slot].open.clear();
    slots_[field.slot].expanded = 0;
  }
  usable_ &= ~swept_.slots();
  unbuilt_ |= swept_.slots();
  swept_.writing = true;
}

/// Writes a part of the swept fields into the rows. Returns the work done.
std::size_t Potentials::write_swept(std::size_t budget, PotentialScratch& scratch) {
  std::array<NewValues, SweptFields::kMost> fields;
  std::size_t number = 0;
  for (const SweptFields::Field& field : swept_.list())
    fields[number++] = {field.slot, field.values.data()};
  const std::size_t cells = rows_.cells(), left = cells - swept_.written;
  const std::size_t rows_per_work = 2 * kRowsPerWork / (number + 1);
  const std::size_t count = budget < left / rows_per_work ? budget * rows_per_work : left;
  write_rows(swept_.written, count, std::span(fields).first(number));
  swept_.written += count;
  if (swept_.written == cells) finish_swept(scratch);
  return count / rows_per_work + 1;
}

/// The rows of the slots have all values.
void Potentials::finish_swept(PotentialScratch& scratch) {
  for (const SweptFields::Field& field : swept_.list()) {
    const SlotSet bit = SlotSet{1} << field.slot;
    THRONG_ASSERT(field.open.empty() && slots_[field.slot].open.empty());
    unbuilt_ &= ~bit;
    usable_ |= bit;
    scratch.seeds.clear();
    swept_pending_.take(field.slot, scratch.seeds);
    for (const CellIndex cell : scratch.seeds) pending_.add(cell, bit);
  }
  swept_.clear();
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
  std::array<NewValues, PotentialScratch::kFields> fields;
  const std::size_t number = scratch.swept.size();
  for (std::size_t i = 0; i < number; ++i)
    fields[i] = {scratch.swept[i], scratch.field(i, rows_.cells()).data()};
  if (number != 0) write_rows(0, rows_.cells(), std::span(fields).first(number));
}

/// Writes all fields into each of the rows [first, first + count).
void Potentials::write_rows(std::size_t first, std::size_t count,
                            std::span<const NewValues> fields) {
  const std::size_t last = rows_.cells() - 1;
  for (std::size_t row_number = first; row_number < first + count; ++row_number) {
    const auto cell = static_cast<CellIndex>(row_number);
    const auto ahead = static_cast<CellIndex>(std::min(row_number + kRowsAhead, last));
    __builtin_prefetch(rows_.row(ahead) + fields.front().slot, 1);
    if (space_.blank[cell] == 0) continue;
    Cost* const row = rows_.row(cell);
    Cost change = 0;
    for (const NewValues& field : fields) {
      const Cost value = field.values[cell];
      change |= std::exchange(row[field.slot], value) ^ value;
    }
    if (change != 0) rows_.touch(cell);
  }
}

}  // namespace throng

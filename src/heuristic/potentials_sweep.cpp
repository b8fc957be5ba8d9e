#include "potentials.hpp"

#include <throng/assert.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <utility>

// The part of settle() that sweeps fields, several at the same time.

namespace throng {
namespace {

/// A row is fetched so many rows before it is changed. It is a cache line or more.
constexpr std::size_t kRowsAhead = 24;
constexpr std::size_t kRowsOfWord = FreshFields::kRowsOfWord;
/// Rows of a part. Fewer are not worth a thread.
constexpr std::size_t kLeastRows = 4'096;
/// A field gets at least so much work at a time, on small maps less: a part of the number
/// of cells. On one thread, fields swept by turns of 1'000 take 1.4 times as long as one
/// after the other in rooms of 8 x 8.
constexpr std::size_t kLeastWork = 3'500, kCellsPerLeastWork = 128;

/// The first slots of a set, at most so many.
SlotSet first_of(SlotSet slots, std::size_t most) noexcept {
  SlotSet some = 0;
  for (; slots != 0 && most != 0; --most, slots &= slots - 1) some |= slots & -slots;
  return some;
}

}  // namespace

/// This slot and those to be swept with it: slots without values, and if repairs were in
/// vain, others for which they may not pay either.
SlotSet Potentials::swept_with(unsigned slot) const noexcept {
  constexpr std::size_t kOthers = FreshFields::kMost - 1;
  const SlotSet own = SlotSet{1} << slot;
  const SlotSet empty = first_of(unbuilt_ & ~own, kOthers);
  const std::size_t room = kOthers - static_cast<std::size_t>(std::popcount(empty));
  const SlotSet others = (~usable_ & rows_.all_slots()) | pending_.slots();
  return own | empty | first_of(others & ~unbuilt_ & ~own, doubts_ == 0 ? 0 : room);
}

void Potentials::begin_fresh(const ClosureGraph& graph, unsigned slot,
                             PotentialScratch& scratch) {
  const SlotSet bit = SlotSet{1} << slot;
  if ((stale_sources_ & bit) != 0) slots_[slot].sources.renew(graph, scratch);
  stale_sources_ &= ~bit;
  fresh_.begin(slot, rows_.cells());
  if ((usable_ & bit) == 0) unbuilt_ |= bit;
}

std::size_t Potentials::share_out(std::size_t budget) {
  THRONG_ASSERT(parts_.count == 0);
  if (budget == 0 || fresh_.empty()) return 0;
  if (fresh_.writing) {
    share_out_rows(budget);
    return parts_.count;
  }
  // Edits are followed once, when all fields are swept.
  const bool sweeps =
      std::ranges::any_of(fresh_.list(), [](const auto& field) { return !field->swept(); });
  for (const auto& field : fresh_.list())
    if (sweeps ? !field->swept() : !field->ready())
      parts_.fields[parts_.count++] = field.get();
  const std::size_t least = std::min(rows_.cells() / kCellsPerLeastWork + 1, kLeastWork);
  parts_.count = std::clamp<std::size_t>(std::bit_floor(budget / least), 1, parts_.count);
  parts_.budget = budget / parts_.count;
  parts_.rows = 0;
  return parts_.count;
}

void Potentials::share_out_rows(std::size_t budget) {
  const auto whole_words = [](std::size_t rows) {
    return (rows + kRowsOfWord - 1) / kRowsOfWord * kRowsOfWord;
  };
  const std::size_t left = rows_.cells() - fresh_.written, each = rows_per_work();
  const std::size_t rows =
      budget < left / each ? std::min(whole_words(budget * each), left) : left;
  const std::size_t most =
      std::clamp<std::size_t>(rows / kLeastRows, 1, FreshFields::kMost);
  parts_.rows = whole_words((rows + most - 1) / most);
  parts_.count = (rows + parts_.rows - 1) / parts_.rows;
  parts_.end = fresh_.written + rows;
  fresh_.changed.resize((rows_.cells() + kRowsOfWord - 1) / kRowsOfWord);
}

std::size_t Potentials::do_part(std::size_t part, const ClosureGraph& graph,
                                PotentialScratch& scratch) {
  THRONG_ASSERT(part < parts_.count);
  if (parts_.rows == 0) {
    FreshField& field = *parts_.fields[part];
    return field.advance(graph, space_, slots_[field.slot].sources, rows_.landmarks(),
                         parts_.budget, scratch);
  }
  const std::size_t first = fresh_.written + part * parts_.rows;
  const std::size_t end = std::min(first + parts_.rows, parts_.end);
  write_rows(first, end);
  return (end - first) / rows_per_work() + 1;
}

/// Ends the round of share_out().
void Potentials::finish_parts(PotentialScratch& scratch) {
  if (std::exchange(parts_.count, 0) == 0 || !fresh_.writing) return;
  for (; fresh_.written < parts_.end; fresh_.written += kRowsOfWord) {
    const std::size_t word = fresh_.written / kRowsOfWord;
    rows_.touch(word, fresh_.changed[word]);
  }
  if (fresh_.written >= rows_.cells()) finish_fresh(scratch);
}

/// Begins to write if all fields are ready. From then on the rows of the slots are of no
/// use.
void Potentials::begin_writing(PotentialScratch& scratch) {
  if (fresh_.empty() || fresh_.writing) return;
  if (!std::ranges::all_of(fresh_.list(), [](const auto& field) { return field->ready(); }))
    return;
  for (const auto& field : fresh_.list()) {
    scratch.seeds.clear();
    pending_.take(field->slot, scratch.seeds);
    slots_[field->slot].open.clear();
    slots_[field->slot].expanded = 0;
  }
  usable_ &= ~fresh_.slots();
  unbuilt_ |= fresh_.slots();
  fresh_.writing = true;
}

/// Writes all fields into the rows [first, end). Pre: first is a multiple of kRowsOfWord.
void Potentials::write_rows(std::size_t first, std::size_t end) {
  struct NewValues {
    unsigned slot;
    const Cost* values;
  };
  std::array<NewValues, FreshFields::kMost> all;
  const std::size_t number = fresh_.list().size();
  for (std::size_t i = 0; i < number; ++i)
    all[i] = {fresh_.list()[i]->slot, fresh_.list()[i]->field.data()};
  const auto fields = std::span(all).first(number);
  const std::size_t last = rows_.cells() - 1;
  for (std::size_t begin = first; begin < end; begin += kRowsOfWord) {
    std::uint64_t changed = 0;
    const std::size_t stop = std::min(begin + kRowsOfWord, end);
    for (std::size_t number_of_row = begin; number_of_row < stop; ++number_of_row) {
      const auto cell = static_cast<CellIndex>(number_of_row);
      const auto ahead = static_cast<CellIndex>(std::min(number_of_row + kRowsAhead, last));
      __builtin_prefetch(rows_.row(ahead) + all.front().slot, 1);
      if (space_.blank[cell] == 0) continue;
      Cost* const row = rows_.row(cell);
      Cost change = 0;
      for (const NewValues& field : fields) {
        const Cost value = field.values[cell];
        change |= std::exchange(row[field.slot], value) ^ value;
      }
      changed |= std::uint64_t{change != 0} << (number_of_row - begin);
    }
    fresh_.changed[begin / kRowsOfWord] = changed;
  }
}

/// The rows of the slots have all values.
void Potentials::finish_fresh(PotentialScratch& scratch) {
  unbuilt_ &= ~fresh_.slots();
  usable_ |= fresh_.slots();
  for (const auto& field : fresh_.list()) {
    THRONG_ASSERT(field->open.empty() && slots_[field->slot].open.empty());
    scratch.seeds.clear();
    field->unsupported.take(field->slot, scratch.seeds);
    for (const CellIndex cell : scratch.seeds)
      pending_.add(cell, SlotSet{1} << field->slot);
  }
  fresh_.clear();
}

/// Sweeps slots whose sources are up to date.
void Potentials::sweep_now(const ClosureGraph& graph, SlotSet slots,
                           PotentialScratch& scratch) {
  while (slots != 0) {
    const SlotSet some = first_of(slots, FreshFields::kMost);
    slots &= ~some;
    for_each_slot(some, [&](unsigned slot) { begin_fresh(graph, slot, scratch); });
    while (!fresh_.empty()) {
      begin_writing(scratch);
      const std::size_t parts = share_out(kUnlimited);
      for (std::size_t part = 0; part < parts; ++part) do_part(part, graph, scratch);
      finish_parts(scratch);
    }
  }
}

/// Lowers fields that are being written, and their rows. Returns the work done.
std::size_t Potentials::lower_written(const ClosureGraph& graph, std::size_t budget,
                                      PotentialScratch& scratch) {
  std::size_t work = 0;
  if (!fresh_.writing) return work;
  for (const auto& field : fresh_.list()) {
    if (field->open.empty() || work >= budget) continue;
    FieldRepair repair(graph, field->field, scratch, &rows_, field->slot, fresh_.written);
    work += repair.lower(field->open, budget - work) + 1;
  }
  return work;
}

}  // namespace throng

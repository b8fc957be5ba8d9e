#include "fresh_field.hpp"

#include "slot_repair.hpp"

#include <throng/assert.hpp>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace throng {

void FreshField::begin(unsigned of_slot, std::size_t cells) {
  step = Step::blank;
  slot = of_slot;
  next = 0;
  field.resize(cells);
  edited.clear();
  open.clear();
}

void FreshField::set_open(CellIndex cell, bool is_open) {
  if (step == Step::none) return;
  field[cell] = is_open ? kUnreachable : 0;
  some_opened = some_opened || is_open;
}

std::size_t FreshField::sweep(const ClosureGraph& graph, const SweepSpace& space,
                              SlotSources& sources, std::size_t slots, std::size_t budget,
                              PotentialScratch& scratch) {
  THRONG_ASSERT(budget > 0);
  if (step == Step::blank) return copy_blank(graph, space, sources, budget);
  if (step == Step::sweep) return run_kernel(space, budget);
  if (step == Step::look) return look(graph, space, sources, slots, budget, scratch);
  const std::size_t expanded = FieldRepair(graph, field, scratch).lower(open, budget);
  if (open.empty()) step = Step::follow;
  return expanded + 1;
}

/// The edits before its end need not be remembered.
std::size_t FreshField::copy_blank(const ClosureGraph& graph, const SweepSpace& space,
                                   const SlotSources& sources, std::size_t budget) {
  const std::size_t left = field.size() - next;
  const std::size_t count = budget < left / kCopiesPerWork ? budget * kCopiesPerWork : left;
  std::copy_n(space.blank.data() + next, count, field.data() + next);
  next += count;
  if (next < field.size()) return count / kCopiesPerWork + 1;
  next = 0;
  edited.clear();
  for (const SlotSources::Source& source : sources.list())
    if (source.active && graph.open(source.cell)) open.push_back(source.cell);
  begin_sweep(graph, space);
  return count / kCopiesPerWork + 1;
}

/// From the cells in `open`.
void FreshField::begin_sweep(const ClosureGraph& graph, const SweepSpace& space) {
  place = {};
  queues.clear();
  some_opened = false;
  step = graph.plain && space.kind != SweepKind::weighted ? Step::sweep : Step::lower;
  if (step == Step::lower)
    for (const CellIndex source : open) field[source] = 0;
}

std::size_t FreshField::run_kernel(const SweepSpace& space, std::size_t budget) {
  if (std::exchange(some_opened, false)) forget_opened(queues, field);
  const std::size_t most = std::min(budget, field.size()) * kCellsPerWork;
  sweep_part(space, open, most, place, queues, field);
  open.clear();
  if (place.ended) step = Step::follow;
  return place.expanded / kCellsPerWork + 1;
}

std::size_t FreshField::look(const ClosureGraph& graph, const SweepSpace& space,
                             SlotSources& sources, std::size_t slots, std::size_t budget,
                             PotentialScratch& scratch) {
  const std::size_t left = field.size() - next;
  const std::size_t count = budget < left / kCopiesPerWork ? budget * kCopiesPerWork : left;
  std::size_t work = count / kCopiesPerWork + 1;
  const auto begin = field.begin() + static_cast<std::ptrdiff_t>(next);
  if (std::count(begin, begin + static_cast<std::ptrdiff_t>(count), kUnreachable) != 0)
    work += add_sources(graph, sources, slots, scratch);
  if (!open.empty()) {
    begin_sweep(graph, space);
    next = 0;
    return work;
  }
  next += count;
  if (next < field.size()) return work;
  step = Step::ended;
  return work;
}

/// Adds sources in `open` for all cells that have no value. Returns the work done.
std::size_t FreshField::add_sources(const ClosureGraph& graph, SlotSources& sources,
                                    std::size_t slots, PotentialScratch& scratch) {
  scratch.affected.clear();
  for (std::size_t cell = 0; cell < field.size(); ++cell)
    if (field[cell] == kUnreachable)
      scratch.affected.push_back(static_cast<CellIndex>(cell));
  const std::size_t work =
      sources.add_missing(graph, slot, slots, scratch.affected, scratch);
  for (const SlotSources::Source& source : sources.list())
    if (source.active && field[source.cell] == kUnreachable) open.push_back(source.cell);
  return work;
}

std::size_t FreshField::memory_bytes() const noexcept {
  return field.capacity() * sizeof(Cost) +
         (edited.capacity() + open.capacity()) * sizeof(CellIndex) + queues.memory_bytes();
}

}  // namespace throng

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
  field.clear();
  field.reserve(cells);
  edited.clear();
  open.clear();
  unsupported.clear();
}

void FreshField::set_open(CellIndex cell, bool is_open) {
  if (cell < field.size()) field[cell] = is_open ? kUnreachable : 0;
  some_opened = some_opened || is_open;
}

void FreshField::edit(const ClosureGraph& graph, std::span<const CellIndex> cells,
                      PotentialScratch& scratch) {
  if (step > Step::follow) return follow(graph, cells, scratch);
  for (const CellIndex cell : cells)
    if (graph.open(cell)) edited.push_back(cell);
}

void FreshField::follow(const ClosureGraph& graph, std::span<const CellIndex> cells,
                        PotentialScratch& scratch) {
  const FieldRepair repair(graph, field, scratch);
  for (const CellIndex cell : cells) {
    if (!graph.open(cell)) continue;
    const FieldRepair::Found found = repair.look_at(cell);
    if (found.lowers) open.push_back(cell);
    if (!found.supported) unsupported.add(cell, SlotSet{1} << slot);
  }
}

std::size_t FreshField::advance(const ClosureGraph& graph, const SweepSpace& space,
                                SlotSources& sources, std::size_t slots, std::size_t budget,
                                PotentialScratch& scratch) {
  THRONG_ASSERT(budget > 0 && !ready());
  const bool was_swept = swept();
  std::size_t work = 0;
  while (work < budget && !(was_swept ? ready() : swept()))
    work += swept() ? complete(graph, space, sources, slots, budget - work, scratch)
                    : make(graph, space, sources, budget - work, scratch);
  return work;
}

/// A part of a sweep from all sources, or from those that look() added. Pre: !swept().
std::size_t FreshField::make(const ClosureGraph& graph, const SweepSpace& space,
                             const SlotSources& sources, std::size_t budget,
                             PotentialScratch& scratch) {
  if (step == Step::blank) return copy_blank(graph, space, sources, budget);
  if (step == Step::sweep) return run_kernel(space, budget);
  const std::size_t work = lower_open(graph, budget, scratch);
  if (open.empty()) step = Step::follow;
  return work;
}

/// A part of what follows a sweep; may begin another. Pre: swept(), not ready().
std::size_t FreshField::complete(const ClosureGraph& graph, const SweepSpace& space,
                                 SlotSources& sources, std::size_t slots,
                                 std::size_t budget, PotentialScratch& scratch) {
  if (!open.empty()) return lower_open(graph, budget, scratch);
  if (step == Step::follow) return follow_edited(graph, budget, scratch);
  return look(graph, space, sources, slots, budget, scratch);
}

std::size_t FreshField::lower_open(const ClosureGraph& graph, std::size_t budget,
                                   PotentialScratch& scratch) {
  return FieldRepair(graph, field, scratch).lower(open, budget) + 1;
}

/// Follows edits since the sweep began, the last first. Returns the work done.
std::size_t FreshField::follow_edited(const ClosureGraph& graph, std::size_t budget,
                                      PotentialScratch& scratch) {
  const std::size_t left = edited.size() - std::min(edited.size(), budget);
  const std::size_t work = edited.size() - left + 1;
  follow(graph, std::span(edited).subspan(left), scratch);
  edited.resize(left);
  if (edited.empty() && open.empty()) step = Step::look;
  return work;
}

/// Appends, because new memory is mapped where it is first written: so that takes its time
/// in this step, which has a budget, instead of in begin(). The edits before its end need
/// not be remembered.
std::size_t FreshField::copy_blank(const ClosureGraph& graph, const SweepSpace& space,
                                   const SlotSources& sources, std::size_t budget) {
  const auto rest = std::span(space.blank).subspan(next);
  const std::size_t count =
      budget < rest.size() / kCopiesPerWork ? budget * kCopiesPerWork : rest.size();
  field.insert(field.end(), rest.begin(),
               rest.begin() + static_cast<std::ptrdiff_t>(count));
  next += count;
  if (count < rest.size()) return count / kCopiesPerWork + 1;
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

std::size_t FreshField::work(const ClosureGraph& graph, const SweepSpace& space,
                             std::size_t open_cells) noexcept {
  const bool by_kernel = graph.plain && space.kind != SweepKind::weighted;
  return space.blank.size() / kCopiesPerWork +
         open_cells / (by_kernel ? kCellsPerWork : 1) + 1;
}

/// Neither the cells that a sweep has expanded nor the distance of the farthest one are
/// known. That the sweep has come as far as the map is wide and high stands for its end.
std::size_t FreshField::debt(const ClosureGraph& graph, const SweepSpace& space,
                             std::size_t of_all) const noexcept {
  const std::size_t copying = space.blank.size() / kCopiesPerWork;
  if (step == Step::blank) return of_all - field.size() / kCopiesPerWork;
  if (swept()) return (edited.size() + open.size() + (ready() ? 0 : 1));
  const std::uint64_t reached = step == Step::sweep ? place.floor
                                : open.empty()      ? 0
                                                    : field[open.front()];
  const auto sides = static_cast<std::uint64_t>(graph.layout->width()) +
                     static_cast<std::uint64_t>(graph.layout->height());
  const std::uint64_t end = sides * graph.unit.straight;
  const std::uint64_t left = end - std::min(reached, end - end / kLeastLeft);
  return (of_all - copying) * left / end + edited.size() + 1;
}

std::size_t FreshField::look(const ClosureGraph& graph, const SweepSpace& space,
                             SlotSources& sources, std::size_t slots, std::size_t budget,
                             PotentialScratch& scratch) {
  if (next == 0 && reaches_all(graph, sources, scratch)) {
    step = Step::ended;
    return sources.list().size() / kCellsPerWork + 1;
  }
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
  next = 0;
  step = Step::ended;
  return work;
}

/// Whether all open cells are known to have a value, because a source in each component
/// has one: the field satisfies I1. Pre: no cell is in `open`.
bool FreshField::reaches_all(const ClosureGraph& graph, const SlotSources& sources,
                             PotentialScratch& scratch) const {
  if (!graph.plain) return false;  // closed steps may separate cells of one component
  scratch.claims.assign(graph.component_count, 0);
  std::uint32_t reached = 0;
  for (const SlotSources::Source& source : sources.list())
    if (source.active && graph.open(source.cell) && field[source.cell] != kUnreachable)
      reached +=
          std::exchange(scratch.claims[graph.component(source.cell)], 1) == 0 ? 1 : 0;
  return reached == graph.component_count;
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
         (edited.capacity() + open.capacity()) * sizeof(CellIndex) +
         unsupported.memory_bytes() + queues.memory_bytes();
}

}  // namespace throng

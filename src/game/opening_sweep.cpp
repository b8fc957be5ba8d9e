#include "opening_sweep.hpp"

#include "../grid/changed_cells.hpp"

#include <algorithm>

namespace throng {

OpeningSweep::OpeningSweep(const Grid& grid, Memory memory)
    : space_(grid, FieldMetric::cost, SweepKind::automatic, SweepDirection::to_sources,
             memory),
      field_(make_array<2>([&] { return std::pmr::vector<Cost>(memory); })),
      stride_(grid.stride()) {
  field_[0].assign(space_.blank.begin(), space_.blank.end());
}

void OpeningSweep::follow(const Grid& now, const MapChanges& changes) {
  clear_field();
  space_.follow(now, changes);
  for_each_changed(changes, now, [&](CellIndex cell) {
    for (auto& field : field_)
      if (!field.empty()) field[cell] = space_.blank[cell];
  });
}

/// Undoes the last sweeps. A step of any topology changes a CellIndex by less than two
/// strides, so what they changed is one range of indices.
void OpeningSweep::clear_field() {
  if (!swept_) return;
  swept_ = false;
  const std::uint64_t cells = space_.blank.size();
  const std::uint64_t reach =
      space_.links != nullptr
          ? cells
          : std::min(cells, sweep_reach(space_, reached_)) * (std::uint64_t{stride_} + 2);
  const std::uint64_t begin = least_source_ - std::min<std::uint64_t>(least_source_, reach);
  const std::uint64_t end = std::min(cells, most_source_ + reach + 1);
  for (auto& field : field_)
    if (!field.empty())
      std::copy(space_.blank.data() + begin, space_.blank.data() + end,
                field.data() + begin);
}

void OpeningSweep::run(const Grid& grid, std::span<const CellIndex> sources, Cost radius_to,
                       Cost radius_from, SweepScratch& scratch) {
  clear_field();
  both_ways_ = grid.symmetric();
  if (!both_ways_ && field_[1].empty())
    field_[1].assign(space_.blank.begin(), space_.blank.end());
  least_source_ = sources.front();
  most_source_ = sources.back();
  reached_ = std::max(radius_to, radius_from);
  swept_ = true;
  sweep(SweepDirection::to_sources, sources, 0, both_ways_ ? reached_ : radius_to, scratch);
  if (!both_ways_) sweep(SweepDirection::from_sources, sources, 1, radius_from, scratch);
}

void OpeningSweep::sweep(SweepDirection direction, std::span<const CellIndex> sources,
                         std::size_t field, Cost radius, SweepScratch& scratch) {
  space_.direction = direction;
  sweep_blank(space_, sources, radius, scratch, field_[field]);
}

std::size_t OpeningSweep::memory_bytes() const noexcept {
  std::size_t bytes = space_.blank.capacity() * sizeof(Cost) + space_.turns.capacity();
  for (const auto& field : field_) bytes += field.capacity() * sizeof(Cost);
  return bytes;
}

}  // namespace throng

#include "sweep.hpp"

#include <throng/assert.hpp>

#include <algorithm>

namespace throng {

namespace {

void sweep_plain(const SweepSpace& space, std::span<const CellIndex> sources, SweepEnd end,
                 SweepPlace& place, SweepScratch& scratch, Cost* field) {
  const auto kernel = [&] {
    switch (space.kind) {
      case SweepKind::lines:
        return sweep_lines;
      case SweepKind::tiles:
        return sweep_tiles;
      case SweepKind::fifo:
        return sweep_fifo;
      default:
        return sweep_steps;
    }
  }();
  kernel(space, sources, end, place, scratch, field);
}

/// Pre: `field` is a copy of space.blank.
void sweep_until(const SweepSpace& space, std::span<const CellIndex> sources, SweepEnd end,
                 SweepScratch& scratch, std::span<Cost> field) {
  THRONG_ASSERT(field.size() == space.blank.size());
  scratch.clear();  // an early end or a failed allocation may have left cells in it
  for (const CellIndex source : sources) {
    THRONG_ASSERT(space.blank[source] == kUnreachable);
    field[source] = 0;
  }
  SweepPlace place;
  if (space.kind == SweepKind::weighted)
    sweep_weighted(space, sources, end, scratch, field.data());
  else
    sweep_plain(space, sources, end, place, scratch, field.data());
}

void make_blank(const SweepSpace& space, std::span<Cost> field) {
  THRONG_ASSERT(field.size() == space.blank.size());
  std::copy(space.blank.begin(), space.blank.end(), field.begin());
}

}  // namespace

void sweep(const SweepSpace& space, std::span<const CellIndex> sources, Cost radius,
           SweepScratch& scratch, std::span<Cost> field) {
  make_blank(space, field);
  sweep_blank(space, sources, radius, scratch, field);
  if (radius < kUnreachable - 1)
    for (Cost& distance : field) distance = distance > radius ? kUnreachable : distance;
}

void sweep_to(const SweepSpace& space, std::span<const CellIndex> sources,
              std::span<const CellIndex> targets, SweepScratch& scratch,
              std::span<Cost> field) {
  make_blank(space, field);
  sweep_until(space, sources, {kUnreachable - 1, targets}, scratch, field);
}

void sweep_blank(const SweepSpace& space, std::span<const CellIndex> sources, Cost radius,
                 SweepScratch& scratch, std::span<Cost> field) {
  sweep_until(space, sources, {radius, {}}, scratch, field);
}

void sweep_part(const SweepSpace& space, std::span<const CellIndex> sources,
                std::size_t most, SweepPlace& place, SweepScratch& scratch,
                std::span<Cost> field) {
  THRONG_ASSERT(field.size() == space.blank.size() && most > 0);
  THRONG_ASSERT(space.kind != SweepKind::weighted);
  for (const CellIndex source : sources) field[source] = 0;
  place.expanded = 0;
  sweep_plain(space, sources, SweepEnd(most), place, scratch, field.data());
}

void forget_opened(SweepScratch& scratch, std::span<const Cost> field) {
  for (CellQueues& bucket : scratch.buckets)
    for (CellQueue& queue : bucket)
      queue.remove_if([&](CellIndex cell) { return field[cell] == kUnreachable; });
}

/// n steps reach at most n rows up and down and n columns to each side, also in the layout
/// of hexagonal grids. A row that crosses the edge of the map also copies cells of others.
void blank_around(const SweepSpace& space, std::span<const CellIndex> sources,
                  std::uint64_t reach, std::int64_t stride, std::span<Cost> field) {
  const auto cells = static_cast<std::int64_t>(field.size());
  const auto steps = static_cast<std::int64_t>(
      std::min<std::uint64_t>(reach, static_cast<std::uint64_t>(stride)));
  const std::int64_t side = 2 * steps + 1;
  if (side >= stride || static_cast<std::int64_t>(sources.size()) > cells / (side * side))
    return make_blank(space, field);
  const auto in_map = [&](std::int64_t cell) {
    return std::clamp<std::int64_t>(cell, 0, cells);
  };
  for (const CellIndex source : sources)
    for (std::int64_t row = -steps; row <= steps; ++row) {
      const std::int64_t middle = source + row * stride;
      const std::int64_t begin = in_map(middle - steps), end = in_map(middle + steps + 1);
      std::copy(space.blank.data() + begin, space.blank.data() + end, field.data() + begin);
    }
}

std::uint64_t sweep_reach(const SweepSpace& space, Cost radius) {
  // An expanded cell costs at most the radius plus the width of a bucket, which is no more
  // than the most expensive step. From there the sweep draws a line or takes a step.
  const std::uint64_t expanded = std::uint64_t{radius} + space.max_step_cost;
  return expanded / space.cheapest_step + SweepScratch::kBuckets;
}

}  // namespace throng

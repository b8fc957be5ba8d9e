#include "sweep.hpp"

#include <throng/assert.hpp>

#include <algorithm>

namespace throng {

namespace {

/// Pre: `field` is a copy of space.blank.
void sweep_until(const SweepSpace& space, std::span<const CellIndex> sources, SweepEnd end,
                 SweepScratch& scratch, std::span<Cost> field) {
  THRONG_ASSERT(field.size() == space.blank.size());
  scratch.clear();  // an early end or a failed allocation may have left cells in it
  for (const CellIndex source : sources) {
    THRONG_ASSERT(space.blank[source] == kUnreachable);
    field[source] = 0;
  }
  const auto kernel = space.kind == SweepKind::weighted ? sweep_weighted
                      : space.kind == SweepKind::lines  ? sweep_lines
                                                        : sweep_steps;
  kernel(space, sources, end, scratch, field.data());
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

std::uint64_t sweep_reach(const SweepSpace& space, Cost radius) {
  // An expanded cell costs at most the radius plus the width of a bucket, which is no more
  // than the most expensive step. From there the sweep draws a line or takes a step.
  const std::uint64_t expanded = std::uint64_t{radius} + space.max_step_cost;
  return expanded / space.cheapest_step + SweepScratch::kBuckets;
}

}  // namespace throng

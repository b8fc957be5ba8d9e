#include "sweep.hpp"

#include <throng/assert.hpp>

#include <algorithm>

namespace throng {

void sweep(const SweepSpace& space, std::span<const CellIndex> sources, Cost radius,
           SweepScratch& scratch, std::span<Cost> field) {
  THRONG_ASSERT(field.size() == space.blank.size());
  scratch.clear();  // a radius, or a lack of memory, may have left cells behind
  std::copy(space.blank.begin(), space.blank.end(), field.begin());
  for (const CellIndex source : sources) {
    THRONG_ASSERT(space.blank[source] == kUnreachable);
    field[source] = 0;
  }
  const auto kernel = space.kind == SweepKind::weighted ? sweep_weighted
                      : space.kind == SweepKind::lines  ? sweep_lines
                                                        : sweep_steps;
  kernel(space, sources, radius, scratch, field.data());
  if (radius < kUnreachable - 1)
    for (Cost& distance : field) distance = distance > radius ? kUnreachable : distance;
}

}  // namespace throng

#include "../core/rng.hpp"
#include "../heuristic/placement.hpp"
#include "lab.hpp"

#include <vector>

namespace throng {

namespace {

/// Whether `cell` equals one of all[first], all[first + each], all[first + 2 * each], ...
bool is_among(CellIndex cell, const std::vector<CellIndex>& all, std::size_t first,
              std::size_t each) {
  for (std::size_t i = first; i < all.size(); i += each)
    if (all[i] == cell) return true;
  return false;
}

}  // namespace

bool place_random(PlacementWork& work) {
  const auto landmarks = static_cast<std::size_t>(work.plan.landmarks);
  const std::size_t each = work.grid.component_count();
  const ComponentCells components = list_components(work.grid);
  SplitMix64 random(work.plan.seed);
  std::vector<CellIndex> all;  // [slot * each + component]
  for (std::size_t slot = 0; slot < landmarks; ++slot)
    for (std::uint32_t c = 0; c < each; ++c) {
      const std::span<const CellIndex> cells = components.of(c);
      const auto any = [&] { return random.below(components.size(c)); };
      const bool draw = cells.size() > landmarks;
      CellIndex cell = cells[draw ? any() : slot % cells.size()];
      while (draw && is_among(cell, all, c, each)) cell = cells[any()];
      all.push_back(cell);
    }

  work.announce(landmarks);
  return work.add(all);
}

}  // namespace throng

#include "cost_range.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <vector>

namespace throng {
namespace {

/// The largest distance from `source`, in 64 bits. Dijkstra's algorithm with buckets as
/// wide as a straight step: no step is shorter, so whatever a bucket holds is final.
std::uint64_t eccentricity(const Grid& grid, CellIndex source, StepCosts costs) {
  constexpr auto kFar = std::numeric_limits<std::uint64_t>::max();
  const std::span<const std::uint8_t> moves = grid.moves();
  std::vector<std::uint64_t> distance(grid.cell_count(), kFar);
  std::array<std::vector<CellIndex>, 4> ring;  // a step is at most two buckets wide
  distance[source] = 0;
  ring[0].push_back(source);
  std::uint64_t largest = 0;
  for (std::uint64_t bucket = 0;
       std::ranges::any_of(ring, [](const auto& some) { return !some.empty(); });
       ++bucket) {
    std::vector<CellIndex>& now = ring[bucket % ring.size()];
    for (const CellIndex cell : now) {
      if (distance[cell] / costs.straight != bucket) continue;  // reached more cheaply
      largest = std::max(largest, distance[cell]);
      for (unsigned bits = moves[cell]; bits != 0; bits &= bits - 1) {
        const auto move = static_cast<Move>(std::countr_zero(bits));
        const CellIndex next = cell + grid.offset(move);
        const std::uint64_t reached =
            distance[cell] + (is_diagonal(move) ? costs.diagonal : costs.straight);
        if (reached >= distance[next]) continue;
        distance[next] = reached;
        ring[reached / costs.straight % ring.size()].push_back(next);
      }
    }
    now.clear();
  }
  return largest;
}

struct Component {
  std::uint64_t cells = 0;
  CellIndex first = 0;
};

std::vector<Component> components_of(const Grid& grid) {
  std::vector<Component> components(grid.component_count());
  for (std::size_t i = 0; i < grid.cell_count(); ++i) {
    const auto cell = static_cast<CellIndex>(i);
    if (grid.component(cell) == Grid::kNoComponent) continue;
    Component& mine = components[grid.component(cell)];
    if (mine.cells++ == 0) mine.first = cell;
  }
  return components;
}

}  // namespace

CostRange bound_distances(const Grid& grid, StepCosts costs) {
  // A simple path has fewer steps than its component has cells.
  const std::uint64_t limit = max_distance(costs);
  const std::uint64_t simple = grid.open_cells() * std::uint64_t{costs.diagonal};
  if (simple <= limit) return {simple, {}};

  CostRange range;
  for (const Component& component : components_of(grid)) {
    std::uint64_t bound = component.cells * costs.diagonal;
    if (bound > limit) bound = 2 * eccentricity(grid, component.first, costs);
    if (bound > range.bound) range = {bound, grid.position(component.first)};
  }
  return range;
}

}  // namespace throng

#include "cost_range.hpp"

#include "grid_access.hpp"

#include <throng/links.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <limits>
#include <queue>
#include <utility>
#include <vector>

namespace throng {
namespace {

constexpr auto kUnknown = std::numeric_limits<std::uint64_t>::max();

/// The most steps of a path with the fewest steps from `source`. Breadth-first, with one
/// bit a cell instead of the 8 bytes of eccentricity().
std::uint64_t most_steps(const Grid& grid, CellIndex source, const Progress& progress) {
  constexpr unsigned kWord = 64;
  const std::span<const std::uint8_t> moves = grid.moves();
  std::vector<std::uint64_t> seen(grid.cell_count() / kWord + 1, 0);
  std::vector<CellIndex> now{source}, next;
  seen[source / kWord] |= std::uint64_t{1} << source % kWord;
  std::uint64_t steps = 0;
  for (;; ++steps) {
    for (const CellIndex from : now)
      for (unsigned bits = moves[from]; bits != 0; bits &= bits - 1) {
        const CellIndex to = from + grid.offset(static_cast<Move>(std::countr_zero(bits)));
        const std::uint64_t mark = std::uint64_t{1} << to % kWord;
        if ((seen[to / kWord] & mark) != 0) continue;
        seen[to / kWord] |= mark;
        next.push_back(to);
      }
    progress(now.size());
    if (next.empty()) return steps;
    std::swap(now, next);
    next.clear();
  }
}

/// The largest distance from `source`, in 64 bits. Dijkstra's algorithm with buckets as
/// wide as a straight step: no step is shorter, so the cells of a bucket are final.
std::uint64_t eccentricity(const Grid& grid, CellIndex source, StepCosts costs,
                           const Progress& progress) {
  const std::span<const std::uint8_t> moves = grid.moves();
  std::vector<std::uint64_t> distance(grid.cell_count(), kUnknown);
  std::array<std::vector<CellIndex>, 4> ring;  // a step is at most two buckets wide
  distance[source] = 0;
  ring[0].push_back(source);
  std::uint64_t largest = 0;
  for (std::uint64_t bucket = 0;
       std::ranges::any_of(ring, [](const auto& some) { return !some.empty(); });
       ++bucket) {
    std::vector<CellIndex>& now = ring[bucket % ring.size()];
    for (const CellIndex cell : now) {
      if (distance[cell] / costs.straight != bucket) continue;  // reached at a lower cost
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
    progress(now.size());
    now.clear();
  }
  return largest;
}

/// The largest distance from `source` under step weights, ignoring links. distance:
/// kUnknown where the search may go; receives the distances of reached cells.
std::uint64_t weighted_eccentricity(const Grid& grid, CellIndex source,
                                    std::vector<std::uint64_t>& distance) {
  using Entry = std::pair<std::uint64_t, CellIndex>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  distance[source] = 0;
  queue.push({0, source});
  std::uint64_t largest = 0;
  while (!queue.empty()) {
    const auto [cost, cell] = queue.top();
    queue.pop();
    if (cost != distance[cell]) continue;
    largest = cost;
    for (unsigned bits = grid.moves()[cell]; bits != 0; bits &= bits - 1) {
      const auto move = static_cast<Move>(std::countr_zero(bits));
      const CellIndex next = cell + grid.offset(move);
      const std::uint64_t reached = cost + grid.step_cost(cell, move);
      if (reached >= distance[next]) continue;
      distance[next] = reached;
      queue.push({reached, next});
    }
  }
  return largest;
}

/// Bounds the distances of a component by eccentricities. Parts are sets of cells connected
/// by steps alone. A path that leaves a part and returns to it could have stayed there, so
/// a cheapest path visits each part once and takes one link fewer than there are parts.
/// Within a part it costs no more than twice an eccentricity. Pre: steps are symmetric.
std::uint64_t bound_by_parts(const Grid& grid, CellIndex first) {
  std::vector<std::uint64_t> distance(grid.cell_count(), kUnknown);
  std::uint64_t bound = 2 * weighted_eccentricity(grid, first, distance);
  if (grid.links() == nullptr) return bound;
  for (std::size_t i = 0; i < grid.cell_count(); ++i) {
    const auto cell = static_cast<CellIndex>(i);
    if (grid.component(cell) != grid.component(first) || distance[cell] != kUnknown)
      continue;
    bound += 2 * weighted_eccentricity(grid, cell, distance) + grid.links()->max_cost();
  }
  return bound;
}

}  // namespace

std::span<const StepCosts> possible_costs(const Rules& rules) {
  /// Convergents of sqrt(2).
  static constexpr std::array<StepCosts, 3> kExact{
      {kExactCosts, StepCosts{985, 1393}, StepCosts{408, 577}}};
  static constexpr StepCosts kUnit{1, 1};
  if (rules.topology != Topology::octile) return {&kUnit, 1};
  if (rules.costs == kExactCosts) return kExact;
  return {&rules.costs, 1};
}

std::vector<ComponentSize> find_components(const Grid& grid) {
  constexpr std::size_t kWord = 64;
  std::vector<ComponentSize> components(grid.component_count());
  for (std::size_t first = 0; first < grid.cell_count(); first += kWord) {
    const std::size_t count = std::min(kWord, grid.cell_count() - first);
    const auto begin = static_cast<CellIndex>(first);
    std::uint64_t open = GridAccess::open_cells(grid, begin, count);
    while (open != 0) {  // cells in a row are connected, so one of them tells for all
      const int skipped = std::countr_zero(open);
      const CellIndex cell = begin + static_cast<CellIndex>(skipped);
      ComponentSize& mine = components[grid.component(cell)];
      if (mine.cells == 0) mine.first = cell;
      mine.cells += static_cast<std::uint64_t>(std::countr_one(open >> skipped));
      open &= open + (open & -open);  // clears the lowest ones
    }
  }
  return components;
}

CostRange DistanceRanges::range(StepCosts costs, Figure figure) {
  // A simple path has fewer steps than its component has cells.
  const std::uint64_t limit = max_distance(costs.diagonal);
  const std::uint64_t simple = grid_.open_cells() * std::uint64_t{costs.diagonal};
  if (simple <= limit) return {simple, {}};

  if (components_.empty()) components_ = find_components(grid_);
  CostRange range;
  for (ComponentSize& component : components_) {
    std::uint64_t bound = component.cells * costs.diagonal;
    if (bound > limit) bound = this->bound(component, costs, limit, figure);
    if (bound > range.bound) range = {bound, grid_.position(component.first)};
  }
  return range;
}

std::uint64_t DistanceRanges::bound(ComponentSize& component, StepCosts costs,
                                    std::uint64_t limit, Figure figure) {
  if (component.straight_steps == 0) {
    if (!tiles_) tiles_.emplace(grid_, crew_);
    component.straight_steps =
        tiles_->bound(component.first, component.cells).value_or(component.cells);
  }
  const std::uint64_t by_tiles = 2 * component.straight_steps * costs.straight;
  if (by_tiles <= limit) return by_tiles;
  if (component.steps == 0) {
    progress_.expect(component.cells);
    component.steps = most_steps(grid_, component.first, progress_);
  }
  const std::uint64_t by_steps = 2 * component.steps * costs.diagonal;
  if (by_steps <= limit) return by_steps;
  const std::uint64_t at_least = 2 * component.steps * costs.straight;
  if (at_least > limit && figure == Figure::skip) return at_least;
  progress_.expect(component.cells);
  return 2 * eccentricity(grid_, component.first, costs, progress_);
}

CostRange bound_weighted_distances(const Grid& grid) {
  const std::span<const std::uint8_t> moves = grid.moves();
  std::vector<std::uint64_t> costliest(grid.component_count(), 0);  // sum of entering steps
  for (std::size_t i = 0; i < grid.cell_count(); ++i) {
    const auto cell = static_cast<CellIndex>(i);
    if (grid.component(cell) == Grid::kNoComponent) continue;
    Cost most = 0;
    for (std::size_t d = 0; d < kMoves; ++d) {
      const auto move = static_cast<Move>(d);
      const CellIndex from = cell - grid.offset(move);
      if ((moves[from] >> d & 1U) != 0) most = std::max(most, grid.step_cost(from, move));
    }
    costliest[grid.component(cell)] += most;
  }
  if (grid.links() != nullptr)
    for (const Link& link : grid.links()->links())
      costliest[grid.component(grid.cell(link.from))] +=
          link.weight * grid.costs().straight;
  const std::uint64_t limit = max_distance(grid.max_edge_cost());
  CostRange range;
  for (const ComponentSize& component : find_components(grid)) {
    std::uint64_t bound = costliest[grid.component(component.first)];
    if (bound > limit && grid.symmetric_steps())
      bound = std::min(bound, bound_by_parts(grid, component.first));
    if (bound > range.bound) range = {bound, grid.position(component.first)};
  }
  return range;
}

}  // namespace throng

#include "cost_range.hpp"

#include "eccentricity.hpp"
#include "grid_access.hpp"
#include "strong_parts.hpp"

#include <throng/links.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <optional>
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

/// The sum, over the cells of each component, of the most expensive step into a cell; and
/// of its links.
std::vector<std::uint64_t> sum_edges(const Grid& grid) {
  const std::span<const std::uint8_t> moves = grid.moves();
  std::vector<std::uint64_t> sums(grid.component_count(), 0);
  for (std::size_t i = 0; i < grid.cell_count(); ++i) {
    const auto cell = static_cast<CellIndex>(i);
    if (grid.component(cell) == Grid::kNoComponent) continue;
    Cost most = 0;
    for (std::size_t d = 0; d < kMoves; ++d) {
      const auto move = static_cast<Move>(d);
      const CellIndex from = cell - grid.offset(move);
      if ((moves[from] >> d & 1U) != 0) most = std::max(most, grid.step_cost(from, move));
    }
    sums[grid.component(cell)] += most;
  }
  if (grid.links() != nullptr)
    for (const Link& link : grid.links()->links())
      sums[grid.component(grid.cell(link.from))] += link.weight * grid.costs().straight;
  return sums;
}

/// What sweeps find of a component.
struct Swept {
  std::uint64_t parts = 0;  ///< the bounds of its parts, summed
  std::uint64_t count = 0;  ///< its parts
  std::uint64_t most = 0;   ///< the largest distance that was found

  /// Bounds the distances of the component, see bound_weighted_distances.
  std::uint64_t bound(std::uint64_t edge) const {
    const std::uint64_t once = parts + (count - 1) * edge;
    return count == 1 ? once : 2 * once;
  }
};

/// Sweeps the parts of some components: from and to their first cells, and where that is
/// too much, from and to cells in the middle of longest paths.
class PartSweeps {
 public:
  /// enough: bounds that are no larger are not improved.
  PartSweeps(const Grid& grid, std::span<const std::uint8_t> wanted, std::uint64_t enough)
      : grid_(grid),
        limit_(max_distance(grid.max_edge_cost())),
        enough_(enough),
        found_(find_strong_parts(grid, wanted)),
        sweeps_(grid, found_.part_of),
        bounds_(found_.parts.size()),
        farthest_(found_.parts.size()),
        swept_(grid.component_count()) {
    for (std::size_t k = 0; k < swept_.size(); ++k) swept_[k].count = found_.count[k];
    for (std::size_t k = 0; k < bounds_.size(); ++k) sweep_first(k);
    for (std::size_t k = 0; k < bounds_.size(); ++k) sweep_middle(k);
  }

  const Swept& component(std::uint32_t number) const { return swept_[number]; }

 private:
  Swept& of(std::size_t part) { return swept_[found_.parts[part].component]; }

  void sweep_first(std::size_t part) {
    Swept& mine = of(part);
    bounds_[part] = bound_from(found_.parts[part].first, mine, &farthest_[part]);
    mine.parts += bounds_[part];
  }

  void sweep_middle(std::size_t part) {
    Swept& mine = of(part);
    if (mine.bound(grid_.max_edge_cost()) <= enough_ || mine.most > limit_) return;
    const Eccentricity::Farthest end = sweeps_.from(farthest_[part]);
    mine.most = std::max(mine.most, end.distance);
    if (mine.most > limit_) return;
    const std::uint64_t bound = bound_from(sweeps_.middle(end.cell), mine, nullptr);
    mine.parts -= bounds_[part] - std::min(bounds_[part], bound);
  }

  std::uint64_t bound_from(CellIndex cell, Swept& mine, CellIndex* farthest) {
    const Eccentricity::Farthest from = sweeps_.from(cell);
    if (farthest != nullptr) *farthest = from.cell;
    mine.most = std::max(mine.most, from.distance);
    if (grid_.symmetric() || mine.most > limit_) return 2 * from.distance;
    // Ways back are about as long: the middle is worth trying at once.
    if (farthest != nullptr && 2 * from.distance > enough_) return kMuch;
    const std::uint64_t to = sweeps_.to(cell).distance;
    mine.most = std::max(mine.most, to);
    return from.distance + to;
  }

  /// More than twice any distance that fits, and no sum of it overflows.
  static constexpr std::uint64_t kMuch = std::uint64_t{1} << 36;

  const Grid& grid_;
  std::uint64_t limit_;
  std::uint64_t enough_;
  StrongParts found_;
  Eccentricity sweeps_;
  std::vector<std::uint64_t> bounds_;  ///< by part
  std::vector<CellIndex> farthest_;    ///< by part: from its first cell
  std::vector<Swept> swept_;           ///< by component
};

/// Sweeps the components whose sum is above `enough`, if there are any.
std::optional<PartSweeps> sweep_above(const Grid& grid, std::span<const std::uint64_t> sums,
                                      std::uint64_t enough) {
  std::vector<std::uint8_t> wanted(sums.size());
  std::ranges::transform(sums, wanted.begin(),
                         [&](std::uint64_t sum) { return sum > enough ? 1 : 0; });
  std::optional<PartSweeps> sweeps;
  if (std::ranges::count(wanted, 1) != 0) sweeps.emplace(grid, wanted, enough);
  return sweeps;
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
  const std::uint64_t limit = max_distance(grid.max_edge_cost());
  const std::vector<std::uint64_t> sums = sum_edges(grid);
  const std::optional<PartSweeps> sweeps = sweep_above(grid, sums, limit);
  CostRange range;
  for (const ComponentSize& component : find_components(grid)) {
    const std::uint32_t number = grid.component(component.first);
    std::uint64_t bound = sums[number];
    if (bound > limit) {
      const Swept& swept = sweeps->component(number);
      bound = swept.most > limit ? swept.most
                                 : std::min(bound, swept.bound(grid.max_edge_cost()));
    }
    if (bound > range.bound) range = {bound, grid.position(component.first)};
  }
  return range;
}

PartsRange bound_parts(const Grid& grid, std::uint64_t suffices) {
  const std::vector<std::uint64_t> sums = sum_edges(grid);
  const std::optional<PartSweeps> sweeps = sweep_above(grid, sums, suffices);
  const bool both_ways = goes_both_ways(grid);
  PartsRange range;
  for (const ComponentSize& component : find_components(grid)) {
    const std::uint32_t number = grid.component(component.first);
    if (sums[number] > suffices) {
      range.distances += sweeps->component(number).parts;
      range.parts += sweeps->component(number).count;
    } else {
      range.distances += sums[number];
      range.parts += both_ways ? 1 : component.cells;
    }
  }
  return range;
}

}  // namespace throng

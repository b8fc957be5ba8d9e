#include "../core/rng.hpp"
#include "../heuristic/placement.hpp"
#include "lab.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace throng {
namespace {

/// The number of landmarks placed together: the weights of their trees ignore each other.
constexpr std::size_t kAvoidTogether = 4;
static_assert(kAvoidTogether <= kWave);

/// The benefit of a landmark in a subtree of shortest paths for the cells of the subtree.
using TreeWeight = std::uint64_t;

/// Trees of cheapest paths, one in each component, from the roots of a field. Arrays are by
/// row number.
class WeightedTrees {
 public:
  WeightedTrees(const PlacementWork& work, const ComponentCells& components,
                std::span<const Cost> field, std::span<const CellIndex> roots);

  /// Adds up the weights of each subtree; subtrees with a landmark weigh 0.
  void add_up(const std::vector<bool>& is_landmark);

  /// The leaf for a landmark; if no subtree has weight, the cell farthest from the root
  /// that is not a landmark. Pre: add_up().
  CellIndex leaf(std::uint32_t component, const std::vector<bool>& is_landmark) const;

 private:
  void put_in_order();
  Cost step_cost(CellIndex from, Move move) const;
  /// Calls visit(neighbour, cost of the step) for each legal move.
  template <class Visit>
  void for_each_neighbour(CellIndex cell, const Visit& visit) const;
  CellIndex find_parent(CellIndex cell) const;
  bool heavier(CellIndex a, CellIndex b) const;
  std::uint32_t row(CellIndex cell) const { return work_->rows.row[cell]; }

  const PlacementWork* work_;         ///< never null
  const ComponentCells* components_;  ///< never null
  std::span<const Cost> field_;
  std::vector<CellIndex> order_;   ///< every parent before its children
  std::vector<CellIndex> parent_;  ///< a root is its own parent
  std::vector<TreeWeight> own_;    ///< distance minus lower bound, by cell
  std::vector<TreeWeight> subtree_;
};

WeightedTrees::WeightedTrees(const PlacementWork& work, const ComponentCells& components,
                             std::span<const Cost> field, std::span<const CellIndex> roots)
    : work_(&work),
      components_(&components),
      field_(field),
      order_(components.cells.size()),
      parent_(work.rows.count),
      own_(work.rows.count) {
  put_in_order();
  for (const CellIndex cell : components.cells) {
    parent_[row(cell)] = find_parent(cell);
    const CellIndex root = roots[work.grid.component(cell)];
    const Cost known =
        std::max(work.open_distance(cell, root), work.table().lower(row(cell), row(root)));
    if (field[cell] != kUnreachable)  // one-way steps
      own_[row(cell)] = field[cell] - std::min(field[cell], known);
  }
}

void WeightedTrees::put_in_order() {
  const std::span<const CellIndex> cells = components_->cells;
  if (!work_->grid.plain()) {
    order_.assign(cells.begin(), cells.end());
    std::ranges::sort(order_, {},
                      [&](CellIndex cell) { return std::pair(field_[cell], cell); });
    return;
  }
  // A counting sort by straight steps from the root: a parent is at least one step nearer.
  const Cost straight = step_cost(0, Move::north);
  std::vector<std::uint32_t> begin;
  for (const CellIndex cell : cells) {
    const std::size_t steps = field_[cell] / straight;
    if (begin.size() < steps + 2) begin.resize(steps + 2);
    ++begin[steps + 1];
  }
  for (std::size_t i = 1; i < begin.size(); ++i) begin[i] += begin[i - 1];
  for (const CellIndex cell : cells) order_[begin[field_[cell] / straight]++] = cell;
}

Cost WeightedTrees::step_cost(CellIndex from, Move move) const {
  return work_->plan.metric == FieldMetric::cost ? work_->grid.step_cost(from, move) : 1;
}

template <class Visit>
void WeightedTrees::for_each_neighbour(CellIndex cell, const Visit& visit) const {
  const unsigned moves = work_->grid.moves()[cell];
  for (unsigned d = 0; d < kMoves; ++d)
    if ((moves >> d & 1U) != 0) {
      const auto move = static_cast<Move>(d);
      visit(cell + work_->grid.offset(move), step_cost(cell, move));
    }
}

CellIndex WeightedTrees::find_parent(CellIndex cell) const {
  CellIndex found = cell;
  for_each_neighbour(cell, [&](CellIndex other, Cost cost) {
    if (found == cell && field_[other] + cost == field_[cell]) found = other;
  });
  return found;
}

void WeightedTrees::add_up(const std::vector<bool>& is_landmark) {
  subtree_ = own_;
  std::vector<bool> served = is_landmark;  // whether the subtree contains a landmark
  for (std::size_t i = order_.size(); i-- > 0;) {
    const std::uint32_t here = row(order_[i]), above = row(parent_[here]);
    if (served[here]) {
      subtree_[here] = 0;
      served[above] = true;
    } else if (above != here) {
      subtree_[above] += subtree_[here];
    }
  }
}

bool WeightedTrees::heavier(CellIndex a, CellIndex b) const {
  return std::pair(subtree_[row(a)], b) > std::pair(subtree_[row(b)], a);
}

CellIndex WeightedTrees::leaf(std::uint32_t component,
                              const std::vector<bool>& is_landmark) const {
  const std::span<const CellIndex> cells = components_->of(component);
  CellIndex at = cells[0];
  for (const CellIndex cell : cells)
    if (heavier(cell, at)) at = cell;
  if (subtree_[row(at)] == 0) {
    const auto rank = [&](CellIndex cell) {
      return is_landmark[row(cell)] ? 0 : std::uint64_t{field_[cell]} + 1;
    };
    for (const CellIndex cell : cells)
      if (rank(cell) > rank(at) || (rank(cell) == rank(at) && cell < at)) at = cell;
    return at;
  }
  for (;;) {
    CellIndex child = at;
    for_each_neighbour(at, [&](CellIndex other, Cost) {
      if (parent_[row(other)] == at && (child == at || heavier(other, child)))
        child = other;
    });
    if (child == at) return at;
    at = child;
  }
}

}  // namespace

bool place_avoid(PlacementWork& work) {
  work.announce(2 * static_cast<std::size_t>(work.plan.landmarks));
  const std::uint32_t each = work.grid.component_count();
  const ComponentCells components = list_components(work.grid);
  SplitMix64 random(work.plan.seed);
  std::vector<bool> is_landmark(work.rows.count);
  while (const std::size_t wave = std::min(kAvoidTogether, work.left())) {
    std::vector<CellIndex> roots, found;
    for (std::size_t i = 0; i < wave; ++i)
      for (std::uint32_t c = 0; c < each; ++c)
        roots.push_back(components.of(c)[random.below(components.size(c))]);
    if (!work.sweep(roots)) return false;
    std::array<std::optional<WeightedTrees>, kAvoidTogether> trees;
    work.team.crew.for_each_block(wave, 1, [&](int, std::size_t i, std::size_t) {
      trees[i].emplace(work, components, work.fields()[i],
                       std::span(roots).subspan(i * each, each));
    });
    for (std::size_t i = 0; i < wave; ++i) {
      trees[i]->add_up(is_landmark);
      for (std::uint32_t c = 0; c < each; ++c) {
        found.push_back(trees[i]->leaf(c, is_landmark));
        is_landmark[work.rows.row[found.back()]] = true;
      }
    }
    if (!work.add(found)) return false;
  }
  return true;
}

}  // namespace throng

#include "check_fronts.hpp"

#include "../front/front_row_maker.hpp"
#include "../front/front_way.hpp"
#include "damaged.hpp"

#include <throng/query.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace throng {
namespace {

/// Whether each open cell has a rank of its own, and no closed one has a rank.
bool ranks_are_good(const Grid& grid, const Fronts& fronts) {
  std::vector<bool> taken(fronts.tree().front_of.size());
  std::size_t found = 0;
  for (CellIndex cell = 0; cell < grid.cell_count(); ++cell) {
    const Rank rank = fronts.rank(cell);
    const bool open = grid.component(cell) != Grid::kNoComponent;
    if (open != (rank != kNoRank)) return false;
    if (!open) continue;
    if (rank >= taken.size() || taken[rank]) return false;
    taken[rank] = true;
    ++found;
  }
  return found == taken.size();
}

/// Checks that each way is over entries before its own, whose costs add up to its own cost.
/// So it ends, with at most as many moves as its cost pays for.
class SumCheck {
 public:
  SumCheck(const Grid& grid, const Fronts& fronts)
      : least_step_(grid.min_edge_cost()),
        most_(std::min<std::uint64_t>(
            std::uint64_t{grid.open_cells()} * grid.max_edge_cost(), kUnreachable - 1)),
        down_{fronts.costs(false), fronts.ways(false)},
        up_{fronts.costs(true), fronts.ways(true)} {}

  Outcome run(const Fronts& fronts) const {
    for (std::size_t entry = 0; entry < fronts.tree().entries; ++entry)
      if (!good<true>(entry) || (!fronts.symmetric() && !good<false>(entry)))
        return damaged(SectionId::front_ways, entry, "is no way at its cost");
    return ok();
  }

 private:
  struct Set {
    const Cost* costs;
    const FrontWay* ways;
  };

  template <bool kUp>
  bool good(std::size_t entry) const noexcept {
    const Set& own = kUp ? up_ : down_;
    const Cost cost = own.costs[entry];
    if (cost == kUnreachable) return true;  // never walked
    const FrontWay way = own.ways[entry];
    if (const unsigned moves = way.moves(); moves > 0)
      return moves <= FrontWay::kMostMoves && cost >= moves * least_step_ && cost <= most_;
    if (way.high() >= entry) return false;
    const std::uint64_t sum = std::uint64_t{down_.costs[kUp ? way.low() : way.high()]} +
                              up_.costs[kUp ? way.high() : way.low()];
    return sum == cost && cost <= most_;
  }

  std::uint64_t least_step_;
  std::uint64_t most_;  ///< of a path without a cell twice
  Set down_, up_;
};

/// Checks that each value of a row is the cost of its entry and of the rest of the way, so
/// that the way ends at the ancestor.
class RowCheck {
 public:
  explicit RowCheck(const Fronts& fronts)
      : fronts_(fronts),
        tree_(fronts.tree()),
        plan_(fronts.rows()->plan()),
        maker_(tree_, plan_) {}

  Outcome run() {
    for (FrontId id = 0; id < tree_.fronts.size(); ++id) {
      if (!plan_.has(id)) continue;
      maker_.list_columns(id, columns_);
      for (const bool up : {true, false}) {
        if (!up && fronts_.symmetric()) continue;
        for (std::uint32_t p = 0; p < tree_.fronts[id].own; ++p)
          if (!good(tree_.fronts[id], p, up))
            return damaged(SectionId::front_row_nexts, columns_.rows[p],
                           "begins a row that leads elsewhere");
      }
    }
    return ok();
  }

 private:
  bool good(const Front& front, std::uint32_t p, bool up) const {
    const Cost* const costs = fronts_.rows()->costs(up);
    const FrontRows::Next* const nexts = fronts_.rows()->nexts(up) + columns_.rows[p];
    for (std::uint32_t depth = 0; depth < columns_.depths[p]; ++depth) {
      const Cost cost = costs[columns_.rows[p] + depth];
      if (cost == kUnreachable) continue;  // never walked
      const std::uint32_t c = nexts[depth];
      if (c <= p || c >= front.columns() || columns_.depths[c] < depth) return false;
      const Cost entry = fronts_.costs(up)[front.entry(p, c)];
      const Cost rest = columns_.depths[c] == depth ? 0 : costs[columns_.rows[c] + depth];
      if (entry >= kUnreachable - rest || entry + rest != cost) return false;
    }
    return true;
  }

  const Fronts& fronts_;
  const FrontTree& tree_;
  const RowPlan& plan_;
  FrontRowMaker maker_;
  FrontRowMaker::Scratch columns_;
};

}  // namespace

Outcome check_fronts(const Grid& grid, const Fronts& fronts) {
  if (!ranks_are_good(grid, fronts))
    return damaged(SectionId::front_ranks, "not one for each open cell");
  if (Outcome good = SumCheck(grid, fronts).run(fronts); !good) return good;
  return fronts.rows() != nullptr ? RowCheck(fronts).run() : ok();
}

}  // namespace throng

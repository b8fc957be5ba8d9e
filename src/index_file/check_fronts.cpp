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

/// Finds the cell of each rank. Empty if not each open cell has a rank of its own, or if a
/// closed one has a rank.
std::vector<CellIndex> cells_by_rank(const Grid& grid, const Fronts& fronts) {
  const std::size_t ranks = fronts.tree().front_of.size();
  constexpr CellIndex kNone = ~CellIndex{0};
  std::vector<CellIndex> cells(ranks, kNone);
  std::size_t found = 0;
  for (CellIndex cell = 0; cell < grid.cell_count(); ++cell) {
    const Rank rank = fronts.rank(cell);
    const bool open = grid.component(cell) != Grid::kNoComponent;
    if (open != (rank != kNoRank)) return {};
    if (!open) continue;
    if (rank >= ranks || cells[rank] != kNone) return {};
    cells[rank] = cell;
    ++found;
  }
  if (found != ranks) cells.clear();
  return cells;
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

/// Checks that each way leads from one end of its entry to the other.
class WalkCheck {
 public:
  /// cells: by rank. Pre: SumCheck found no error.
  WalkCheck(const Grid& grid, const Fronts& fronts, std::span<const CellIndex> cells)
      : grid_(grid), fronts_(fronts), cells_(cells), ends_(fronts.tree().entries) {}

  Outcome run() {
    const FrontTree& tree = fronts_.tree();
    std::size_t entry = 0;
    for (const Front& front : tree.fronts)
      for (std::uint32_t low = 0; low < front.own; ++low)
        for (std::uint32_t high = low + 1; high < front.columns(); ++high, ++entry) {
          const Rank rank = high < front.own ? front.first + high
                                             : tree.boundary(front)[high - front.own];
          ends_[entry] = {cells_[front.first + low], cells_[rank]};
          if (!good(entry, true) || (!fronts_.symmetric() && !good(entry, false)))
            return damaged(SectionId::front_ways, entry, "leads elsewhere");
        }
    return ok();
  }

 private:
  struct Ends {
    CellIndex low, high;
  };

  bool good(std::size_t entry, bool up) const {
    const Cost cost = fronts_.costs(up)[entry];
    if (cost == kUnreachable) return true;
    const FrontWay way = fronts_.ways(up)[entry];
    const Ends ends = ends_[entry];
    if (way.moves() > 0)
      return up ? walks(way, ends.low, ends.high, cost)
                : walks(way, ends.high, ends.low, cost);
    const Ends low = ends_[way.low()], high = ends_[way.high()];
    const std::uint64_t sum = up ? std::uint64_t{fronts_.costs(false)[way.low()]} +
                                       fronts_.costs(true)[way.high()]
                                 : std::uint64_t{fronts_.costs(false)[way.high()]} +
                                       fronts_.costs(true)[way.low()];
    return low.low == high.low && low.high == ends.low && high.high == ends.high &&
           sum == cost;
  }

  /// Whether the moves lead from one cell to another one at a cost.
  bool walks(FrontWay way, CellIndex from, CellIndex to, Cost cost) const {
    std::uint64_t sum = 0;
    for (unsigned i = 0; i < way.moves(); ++i) {
      const Move move = way.move(i);
      if ((grid_.moves()[from] >> static_cast<unsigned>(move) & 1U) == 0) return false;
      sum += grid_.step_cost(from, move);
      from += grid_.offset(move);
    }
    return from == to && sum == cost;
  }

  const Grid& grid_;
  const Fronts& fronts_;
  std::span<const CellIndex> cells_;
  std::vector<Ends> ends_;  ///< by entry
};

}  // namespace

Outcome check_fronts(const Grid& grid, const Fronts& fronts, IndexCheck level) {
  if (level < IndexCheck::ranges) return ok();
  const std::vector<CellIndex> cells = cells_by_rank(grid, fronts);
  if (cells.size() != fronts.tree().front_of.size())
    return damaged(SectionId::front_ranks, "not one for each open cell");
  if (Outcome good = SumCheck(grid, fronts).run(fronts); !good) return good;
  if (fronts.rows() != nullptr)
    if (Outcome good = RowCheck(fronts).run(); !good) return good;
  return level == IndexCheck::values ? WalkCheck(grid, fronts, cells).run() : ok();
}

}  // namespace throng

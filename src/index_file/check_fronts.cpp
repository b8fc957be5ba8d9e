#include "check_fronts.hpp"

#include "../front/front_way.hpp"
#include "damaged.hpp"

#include <throng/query.hpp>

#include <algorithm>
#include <array>
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

/// Finds how many moves the way of each entry has.
class LengthCheck {
 public:
  LengthCheck(const Grid& grid, const Fronts& fronts)
      : most_(grid.open_cells()),
        entries_(fronts.tree().entries),
        sets_(fronts.symmetric() ? 1 : 2),
        costs_{fronts.costs(false), fronts.costs(true)},
        ways_{fronts.ways(false), fronts.ways(true)},
        lengths_(entries_ * sets_) {}

  Outcome run() {
    for (std::size_t entry = 0; entry < entries_; ++entry)
      for (std::size_t up = 2 - sets_; up < 2; ++up) {
        const Cost cost = costs_[up][entry];
        if (cost == 0 || cost > kUnreachable)
          return damaged(SectionId::front_costs, entry, "is out of range");
        if (cost == kUnreachable) continue;  // never walked: its length stays 0
        const std::uint32_t length = length_of(ways_[up][entry], entry, up != 0);
        if (length == 0) return damaged(SectionId::front_ways, entry, "leads nowhere");
        lengths(up)[entry] = length;
      }
    return ok();
  }

 private:
  std::uint32_t* lengths(std::size_t up) noexcept {
    return lengths_.data() + (up == 0 || sets_ == 1 ? 0 : entries_);
  }

  /// 0: the way cannot be. Up, it goes down the lower of its two entries.
  std::uint32_t length_of(FrontWay way, std::size_t entry, bool up) noexcept {
    if (way.moves() > 0) return way.moves() <= FrontWay::kMostMoves ? way.moves() : 0;
    if (way.high() >= entry) return 0;
    const std::uint32_t down_length = lengths(0)[up ? way.low() : way.high()];
    const std::uint32_t up_length = lengths(1)[up ? way.high() : way.low()];
    const std::size_t sum = std::size_t{down_length} + up_length;
    return down_length == 0 || up_length == 0 || sum > most_
               ? 0
               : static_cast<std::uint32_t>(sum);
  }

  std::size_t most_;
  std::size_t entries_;
  std::size_t sets_;
  std::array<const Cost*, 2> costs_;  ///< down, up
  std::array<const FrontWay*, 2> ways_;
  std::vector<std::uint32_t> lengths_;  ///< by set and entry
};

/// Checks that each way leads from one end of its entry to the other at its cost.
class WalkCheck {
 public:
  /// cells: by rank. Pre: LengthCheck found no error.
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
            return damaged(SectionId::front_ways, entry, "is no way at its cost");
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
  if (Outcome good = LengthCheck(grid, fronts).run(); !good) return good;
  return level == IndexCheck::values ? WalkCheck(grid, fronts, cells).run() : ok();
}

}  // namespace throng

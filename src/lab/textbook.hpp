#pragma once

#include "../core/memory.hpp"
#include "../grid/no_trace.hpp"
#include "../search/search.hpp"

#include <throng/algorithm.hpp>
#include <throng/column.hpp>
#include <throng/grid.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

namespace throng {

/// Memory of the textbook search, reused across queries.
struct TextbookScratch {
  explicit TextbookScratch(Memory memory = {})
      : g(memory), query(memory), parent(memory), closed(memory) {}

  /// Forgets the last search; makes room for so many cells.
  void begin(std::size_t cells);

  std::pmr::vector<double> g;
  std::pmr::vector<std::uint32_t> query;  ///< of the cell's last visit
  std::pmr::vector<CellIndex> parent;
  std::pmr::vector<std::uint8_t> closed;
  std::uint32_t queries = 0;
};

/// The costs and moves of the textbook search.
class TextbookRules {
 public:
  TextbookRules(const Grid& grid, Heuristic heuristic)
      : grid_(grid),
        heuristic_(heuristic),
        tile_(grid.rules().topology == Topology::tile),
        exact_(grid.rules().topology == Topology::octile &&
               grid.rules().costs == kExactCosts),
        straight_(exact_ ? 1 : static_cast<double>(grid.costs().straight)),
        diagonal_(exact_ ? std::sqrt(2.0) : static_cast<double>(grid.costs().diagonal)) {}

  std::size_t moves() const noexcept { return tile_ ? 4 : kMoves; }
  double step(Move move) const noexcept {
    return is_diagonal(move) ? diagonal_ : straight_;
  }

  double lower_bound(Position from, Position goal) const {
    const double dx = std::abs(from.x - goal.x), dy = std::abs(from.y - goal.y);
    switch (heuristic_) {
      case Heuristic::zero:
        return 0;
      case Heuristic::manhattan:
        return (tile_ ? straight_ : std::min(straight_, diagonal_ / 2)) * (dx + dy);
      case Heuristic::euclid:
        return (tile_ ? straight_ : std::min(straight_, diagonal_ / std::sqrt(2.0))) *
               std::hypot(dx, dy);
      default:
        return straight_ * std::max(dx, dy) + (diagonal_ - straight_) * std::min(dx, dy);
    }
  }

  /// Whether the step from an open cell is legal, looked up cell by cell.
  bool legal(Position from, Move move) const {
    const Position to = grid_.step(from, move);
    const auto open = [&](Position p) { return grid_.contains(p) && grid_.open(p); };
    if (!open(to)) return false;
    if (!is_diagonal(move)) return true;
    const int beside = int{open({to.x, from.y})} + int{open({from.x, to.y})};
    switch (grid_.rules().corners) {
      case Corners::never_cut:
        return beside == 2;
      case Corners::cut_one:
        return beside >= 1;
      case Corners::always:
        return true;
    }
    return false;
  }

  /// A cost in the units of the grid, rounded.
  Cost in_units(double cost) const {
    return static_cast<Cost>(
        std::llround(exact_ ? cost * static_cast<double>(kExactCosts.straight) : cost));
  }

 private:
  const Grid& grid_;
  Heuristic heuristic_;
  bool tile_, exact_;
  double straight_, diagonal_;
};

/// The result of a search that reached the goal. Its path costs what the grid's own units
/// add up to. counts: its counters.
SearchResult conclude_textbook(const Grid& grid, CellIndex start, CellIndex goal,
                               const Limits& limits, const TextbookScratch& scratch,
                               SearchResult counts);

/// Appends the moves from start to goal of the last search.
void append_textbook_path(const Grid& grid, CellIndex start, CellIndex goal,
                          const TextbookScratch& scratch, Column<Move>& moves);

/// The baseline of benches and tests: textbook A*. std::priority_queue with lazy deletion,
/// costs in double, flat arrays, neighbours tried one by one under the corner rule. Costs
/// are 1 and sqrt(2) under the exact metric, else those of the grid. Correct, and as fast
/// as a careful programmer's first version. Pre: as astar.
template <class Trace = NoTrace>
SearchResult textbook(const Grid& grid, CellIndex start, CellIndex goal,
                      Heuristic heuristic, const Limits& limits, TextbookScratch& scratch,
                      const Trace& trace = {}) {
  // Equal paths have slightly different costs when their sums are formed in different
  // orders: the difference is below this.
  constexpr double kSlack = 1e-7;
  scratch.begin(grid.cell_count());
  const TextbookRules rules(grid, heuristic);
  const Position target = grid.position(goal);
  using Entry = std::pair<double, CellIndex>;
  using Entries = std::pmr::vector<Entry>;
  std::priority_queue<Entry, Entries, std::greater<>> open(
      std::greater<>{}, Entries(scratch.g.get_allocator()));

  SearchResult result;
  std::uint32_t look = limits.next_look(0);
  const auto touch = [&](CellIndex cell, Position at, CellIndex parent, double g) {
    scratch.query[cell] = scratch.queries;
    scratch.closed[cell] = 0;
    scratch.parent[cell] = parent;
    scratch.g[cell] = g;
    const double h = rules.lower_bound(at, target);
    open.push({g + h, cell});
    return h;
  };
  touch(start, grid.position(start), start, 0);
  while (!open.empty()) {
    const CellIndex cell = open.top().second;
    open.pop();
    if (scratch.closed[cell] != 0) continue;
    if (cell == goal) return conclude_textbook(grid, start, goal, limits, scratch, result);
    if (result.expanded == look && limits.spent(look)) {
      result.status = Status::out_of_budget;
      result.cost = 0;
      return result;
    }
    scratch.closed[cell] = 1;
    ++result.expanded;
    const Position from = grid.position(cell);
    const double cost = scratch.g[cell];
    if constexpr (Trace::kOn)
      trace.expanded(cell, rules.in_units(cost),
                     rules.in_units(rules.lower_bound(from, target)));
    for (std::size_t d = 0; d < rules.moves(); ++d) {
      const auto move = static_cast<Move>(d);
      if (!rules.legal(from, move)) continue;
      const CellIndex next = cell + grid.offset(move);
      const double g = cost + rules.step(move);
      if (scratch.query[next] == scratch.queries &&
          (scratch.closed[next] != 0 || g >= scratch.g[next] - kSlack))
        continue;
      ++result.generated;
      const double h = touch(next, grid.step(from, move), cell, g);
      if constexpr (Trace::kOn)
        trace.generated(next, rules.in_units(g), rules.in_units(h), false);
    }
  }
  return result;
}

}  // namespace throng

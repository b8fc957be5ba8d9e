#include "textbook.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <queue>
#include <utility>

namespace throng {
namespace {

/// Equal paths have slightly different costs when their sums are formed in different
/// orders: the difference is below this.
constexpr double kSlack = 1e-7;

struct DoubleCosts {
  double straight;
  double diagonal;
};

DoubleCosts double_costs(const Grid& grid) {
  const StepCosts costs = grid.costs();
  if (grid.rules().topology == Topology::octile && grid.rules().costs == kExactCosts)
    return {1, std::sqrt(2.0)};
  return {static_cast<double>(costs.straight), static_cast<double>(costs.diagonal)};
}

double lower_bound(const Grid& grid, Heuristic heuristic, DoubleCosts costs, Position from,
                   Position goal) {
  const double dx = std::abs(from.x - goal.x), dy = std::abs(from.y - goal.y);
  const bool tile = grid.rules().topology == Topology::tile;
  switch (heuristic) {
    case Heuristic::zero:
      return 0;
    case Heuristic::manhattan:
      return (tile ? costs.straight : std::min(costs.straight, costs.diagonal / 2)) *
             (dx + dy);
    case Heuristic::euclid:
      return (tile ? costs.straight
                   : std::min(costs.straight, costs.diagonal / std::sqrt(2.0))) *
             std::hypot(dx, dy);
    default:
      return costs.straight * std::max(dx, dy) +
             (costs.diagonal - costs.straight) * std::min(dx, dy);
  }
}

/// Whether the step from an open cell is legal, looked up cell by cell.
bool legal(const Grid& grid, Position from, Move move) {
  const Position to = grid.step(from, move);
  const auto open = [&](Position p) { return grid.contains(p) && grid.open(p); };
  if (!open(to)) return false;
  if (!is_diagonal(move)) return true;
  const int beside = int{open({to.x, from.y})} + int{open({from.x, to.y})};
  switch (grid.rules().corners) {
    case Corners::never_cut:
      return beside == 2;
    case Corners::cut_one:
      return beside >= 1;
    case Corners::always:
      return true;
  }
  return false;
}

/// The cost of the path that was found, in the grid's units.
Cost path_cost(const Grid& grid, CellIndex start, CellIndex goal,
               const TextbookScratch& scratch) {
  Cost cost = 0;
  for (CellIndex cell = goal; cell != start; cell = scratch.parent[cell]) {
    const Position to = grid.position(cell), from = grid.position(scratch.parent[cell]);
    cost +=
        from.x != to.x && from.y != to.y ? grid.costs().diagonal : grid.costs().straight;
  }
  return cost;
}

}  // namespace

SearchResult textbook(const Grid& grid, CellIndex start, CellIndex goal,
                      Heuristic heuristic, const Limits& limits, TextbookScratch& scratch) {
  if (scratch.g.size() < grid.cell_count()) {
    scratch.query.resize(grid.cell_count());
    scratch.parent.resize(grid.cell_count());
    scratch.closed.resize(grid.cell_count());
    scratch.g.resize(grid.cell_count());  // last: its size shows that all are sized
  }
  if (++scratch.queries == 0) {
    std::fill(scratch.query.begin(), scratch.query.end(), 0);
    scratch.queries = 1;
  }
  const DoubleCosts costs = double_costs(grid);
  const std::size_t moves = grid.rules().topology == Topology::tile ? 4 : kMoves;
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
    open.push({g + lower_bound(grid, heuristic, costs, at, target), cell});
  };
  touch(start, grid.position(start), start, 0);
  while (!open.empty()) {
    const CellIndex cell = open.top().second;
    open.pop();
    if (scratch.closed[cell] != 0) continue;
    if (cell == goal) {
      result.status = Status::found;
      result.cost = result.upper = path_cost(grid, start, goal, scratch);
      if (result.cost > limits.max_cost) {
        result.status = Status::over_max_cost;
        result.cost = limits.max_cost + 1;
      }
      return result;
    }
    if (result.expanded == look && limits.spent(look)) {
      result.status = Status::out_of_budget;
      result.cost = 0;
      return result;
    }
    scratch.closed[cell] = 1;
    ++result.expanded;
    const Position from = grid.position(cell);
    for (std::size_t d = 0; d < moves; ++d) {
      const auto move = static_cast<Move>(d);
      if (!legal(grid, from, move)) continue;
      const CellIndex next = cell + grid.offset(move);
      const double g =
          scratch.g[cell] + (is_diagonal(move) ? costs.diagonal : costs.straight);
      if (scratch.query[next] == scratch.queries &&
          (scratch.closed[next] != 0 || g >= scratch.g[next] - kSlack))
        continue;
      ++result.generated;
      touch(next, grid.step(from, move), cell, g);
    }
  }
  return result;
}

void append_textbook_path(const Grid& grid, CellIndex start, CellIndex goal,
                          const TextbookScratch& scratch, std::pmr::vector<Move>& moves) {
  const auto begin = static_cast<std::ptrdiff_t>(moves.size());
  for (CellIndex cell = goal; cell != start; cell = scratch.parent[cell]) {
    std::size_t d = 0;
    while (scratch.parent[cell] + grid.offset(static_cast<Move>(d)) != cell) ++d;
    moves.push_back(static_cast<Move>(d));
  }
  std::reverse(moves.begin() + begin, moves.end());
}

}  // namespace throng

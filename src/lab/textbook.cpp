#include "textbook.hpp"

#include <algorithm>

namespace throng {

void TextbookScratch::begin(std::size_t cells) {
  if (g.size() < cells) {
    query.resize(cells);
    parent.resize(cells);
    closed.resize(cells);
    g.resize(cells);  // last: its size shows that all are sized
  }
  if (++queries == 0) {
    std::fill(query.begin(), query.end(), 0);
    queries = 1;
  }
}

SearchResult conclude_textbook(const Grid& grid, CellIndex start, CellIndex goal,
                               const Limits& limits, const TextbookScratch& scratch,
                               SearchResult counts) {
  Cost cost = 0;
  for (CellIndex cell = goal; cell != start; cell = scratch.parent[cell]) {
    const Position to = grid.position(cell), from = grid.position(scratch.parent[cell]);
    cost +=
        from.x != to.x && from.y != to.y ? grid.costs().diagonal : grid.costs().straight;
  }
  const bool over = cost > limits.max_cost;
  counts.status = over ? Status::over_max_cost : Status::found;
  counts.cost = over ? limits.max_cost + 1 : cost;
  counts.upper = cost;
  return counts;
}

void append_textbook_path(const Grid& grid, CellIndex start, CellIndex goal,
                          const TextbookScratch& scratch, Column<Move>& moves) {
  const auto begin = static_cast<std::ptrdiff_t>(moves.size());
  for (CellIndex cell = goal; cell != start; cell = scratch.parent[cell]) {
    std::size_t d = 0;
    while (scratch.parent[cell] + grid.offset(static_cast<Move>(d)) != cell) ++d;
    moves.push_back(static_cast<Move>(d));
  }
  std::reverse(moves.begin() + begin, moves.end());
}

}  // namespace throng

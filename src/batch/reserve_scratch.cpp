#include "reserve_scratch.hpp"

#include "answer_query.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <vector>

namespace throng {
namespace {

std::uint32_t largest_component(const Grid& grid) {
  std::vector<std::size_t> size(grid.component_count(), 0);
  for (CellIndex cell = 0; cell < grid.cell_count(); ++cell)
    if (const std::uint32_t c = grid.component(cell); c != Grid::kNoComponent) ++size[c];
  return static_cast<std::uint32_t>(std::ranges::max_element(size) - size.begin());
}

/// Across the largest component, and from its middle, from where a search without a bound
/// has most open cells.
std::array<Query, 4> queries_across(const Grid& grid) {
  constexpr std::size_t kMiddle = 4;
  const std::uint32_t largest = largest_component(grid);
  std::array<Position, 5> ends{};  // opposite corners, opposite corners, middle
  std::array<std::int32_t, 5> farthest{};
  farthest.fill(std::numeric_limits<std::int32_t>::min());
  for (Position p{0, 0}; p.y < grid.height(); ++p.y)
    for (p.x = 0; p.x < grid.width(); ++p.x) {
      if (!grid.open(p) || grid.component(grid.cell(p)) != largest) continue;
      const std::int32_t from_middle =
          std::abs(2 * p.x - grid.width()) + std::abs(2 * p.y - grid.height());
      const std::array<std::int32_t, 5> along{-p.x - p.y, p.x + p.y, p.y - p.x, p.x - p.y,
                                              -from_middle};
      for (std::size_t k = 0; k < ends.size(); ++k)
        if (along[k] > farthest[k]) {
          farthest[k] = along[k];
          ends[k] = p;
        }
    }
  return {Query{ends[0], ends[1]}, Query{ends[2], ends[3]}, Query{ends[kMiddle], ends[0]},
          Query{ends[kMiddle], ends[3]}};
}

}  // namespace

void reserve_scratch(const Problem& problem, std::span<Scratch* const> scratch,
                     Crew& crew) {
  const Grid& grid = problem.grid;
  if (grid.open_cells() == 0) return;
  const std::array<Query, 4> queries = queries_across(grid);
  const Limits limits{.max_expansions = static_cast<std::uint32_t>(grid.open_cells()),
                      .max_cost = kUnreachable - 1};
  crew.for_each_block(scratch.size(), 1, [&](int, std::size_t k, std::size_t) {
    Column<Move> moves(scratch[k]->of<SearchScratch>().memory.resource());
    for (const Query& query : queries) {
      if (!needs_search(grid, query)) continue;
      search_within_component(problem, query, limits, *scratch[k], &moves);
      moves.clear();
    }
  });
}

}  // namespace throng

#include "queries.hpp"

#include "../core/rng.hpp"

#include <algorithm>
#include <iterator>

namespace throng::experiment {
namespace {

bool has_path(const Grid& grid, const Query& query) {
  const auto& [start, goal] = query;
  return start != goal && grid.contains(start) && grid.contains(goal) && grid.open(start) &&
         grid.component(grid.cell(start)) == grid.component(grid.cell(goal));
}

/// The open cells, component by component.
struct CellsByComponent {
  std::vector<Position> cells;
  std::vector<std::uint32_t> begin;  ///< by component; one more slot at the end
};

/// The slots of all cells joined to a cell.
struct Slots {
  std::uint32_t begin, size;
};

Slots slots_around(const Grid& grid, const CellsByComponent& sorted, std::uint32_t slot) {
  const std::uint32_t component = grid.component(grid.cell(sorted.cells[slot]));
  const std::uint32_t begin = sorted.begin[component];
  return {begin, sorted.begin[component + 1] - begin};
}

CellsByComponent sort_cells(const Grid& grid) {
  std::vector<CellIndex> open;
  for (std::size_t cell = 0; cell < grid.cell_count(); ++cell) {
    const auto index = static_cast<CellIndex>(cell);
    if (grid.component(index) != Grid::kNoComponent) open.push_back(index);
  }
  std::stable_sort(open.begin(), open.end(), [&](CellIndex a, CellIndex b) {
    return grid.component(a) < grid.component(b);
  });
  CellsByComponent sorted;
  sorted.begin.assign(std::size_t{grid.component_count()} + 1, 0);
  for (const CellIndex cell : open) {
    sorted.cells.push_back(grid.position(cell));
    ++sorted.begin[grid.component(cell) + 1];
  }
  for (std::size_t c = 1; c < sorted.begin.size(); ++c)
    sorted.begin[c] += sorted.begin[c - 1];
  return sorted;
}

}  // namespace

std::vector<Query> spread_queries(const Grid& grid, const std::vector<Query>& all,
                                  std::size_t count) {
  std::vector<Query> good;
  std::copy_if(all.begin(), all.end(), std::back_inserter(good),
               [&](const Query& query) { return has_path(grid, query); });
  count = std::min(count, good.size());
  std::vector<Query> some;
  for (std::size_t i = 0; i < count; ++i)
    some.push_back(good[(2 * i + 1) * good.size() / (2 * count)]);
  return some;
}

std::vector<Query> random_queries(const Grid& grid, std::size_t count, std::uint64_t seed) {
  const CellsByComponent sorted = sort_cells(grid);
  std::vector<std::uint32_t> starts;  // of cells in components of two or more
  for (std::uint32_t i = 0; i < sorted.cells.size(); ++i)
    if (slots_around(grid, sorted, i).size > 1) starts.push_back(i);
  std::vector<Query> queries;
  SplitMix64 random(seed);
  while (queries.size() < count && !starts.empty()) {
    const std::uint32_t start =
        starts[random.below(static_cast<std::uint32_t>(starts.size()))];
    const auto [begin, size] = slots_around(grid, sorted, start);
    std::uint32_t goal = begin + random.below(size - 1);
    if (goal >= start) ++goal;
    queries.push_back({sorted.cells[start], sorted.cells[goal]});
  }
  return queries;
}

Failure no_queries(const std::string& map_path) {
  return fail(Code::bad_argument,
              map_path + ": no query with a path between two different cells");
}

}  // namespace throng::experiment

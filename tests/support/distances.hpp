#pragma once

#include <throng/grid.hpp>
#include <throng/links.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

namespace throng::test {

inline constexpr auto kFar = std::numeric_limits<std::uint64_t>::max();

/// The distances between all cells of a small grid, in 64 bits: [from][to], kFar where
/// there is no path. Bellman-Ford over the steps and links of the grid.
inline std::vector<std::vector<std::uint64_t>> all_distances(const Grid& grid) {
  struct Arc {
    CellIndex from, to;
    std::uint64_t cost;
  };
  std::vector<Arc> edges;
  for (CellIndex cell = 0; cell < grid.cell_count(); ++cell)
    for (unsigned d = 0; d < kMoves; ++d)
      if ((grid.moves()[cell] >> d & 1U) != 0) {
        const auto move = static_cast<Move>(d);
        edges.push_back({cell, cell + grid.offset(move), grid.step_cost(cell, move)});
      }
  if (grid.links() != nullptr)
    for (const Link& link : grid.links()->links())
      edges.push_back({grid.cell(link.from), grid.cell(link.to),
                       std::uint64_t{link.weight} * grid.costs().straight});
  std::vector<std::vector<std::uint64_t>> all;
  for (CellIndex from = 0; from < grid.cell_count(); ++from) {
    std::vector<std::uint64_t> distance(grid.cell_count(), kFar);
    distance[from] = 0;
    for (bool changed = true; changed;) {
      changed = false;
      for (const Arc& edge : edges)
        if (distance[edge.from] != kFar &&
            distance[edge.from] + edge.cost < distance[edge.to]) {
          distance[edge.to] = distance[edge.from] + edge.cost;
          changed = true;
        }
    }
    all.push_back(std::move(distance));
  }
  return all;
}

/// Of the strongly connected parts of a small grid.
struct PartWidths {
  std::uint64_t count = 0;
  std::uint64_t sum = 0;   ///< of the largest distance in each part
  std::uint64_t most = 0;  ///< the largest distance in the grid
};

inline PartWidths part_widths(const Grid& grid) {
  const std::vector<std::vector<std::uint64_t>> distances = all_distances(grid);
  std::vector<bool> seen(grid.cell_count());
  PartWidths widths;
  for (CellIndex first = 0; first < grid.cell_count(); ++first) {
    for (const std::uint64_t distance : distances[first])
      if (distance != kFar) widths.most = std::max(widths.most, distance);
    if (seen[first] || grid.component(first) == Grid::kNoComponent) continue;
    std::vector<CellIndex> part;
    for (CellIndex cell = 0; cell < grid.cell_count(); ++cell)
      if (distances[first][cell] != kFar && distances[cell][first] != kFar)
        part.push_back(cell);
    std::uint64_t widest = 0;
    for (const CellIndex from : part)
      for (const CellIndex to : part) widest = std::max(widest, distances[from][to]);
    for (const CellIndex cell : part) seen[cell] = true;
    widths.sum += widest;
    ++widths.count;
  }
  return widths;
}

}  // namespace throng::test

#include "derived_parts.hpp"

#include "../grid/padded_position.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace throng {
namespace {

/// See Index::Areas.
std::size_t largest_block(const AreaMap& map, const DeadEnds& dead_ends) {
  std::vector<std::size_t> cells(dead_ends.blocks(), 0);
  for (const std::uint32_t area : map.area_of)
    if (area != kNoArea) ++cells[dead_ends.spans()[area].first];
  return cells.empty() ? 0 : *std::ranges::max_element(cells);
}

}  // namespace

void number_rows(Index::Parts& parts) {
  const IndexOptions& options = parts.options;
  const bool landmark_rows =
      options.landmarks > 0 && options.storage != LandmarkStorage::jump_points;
  const std::span<const CellIndex> nodes =
      parts.jump_graph ? parts.jump_graph->cells() : std::span<const CellIndex>{};
  if (landmark_rows || (parts.jump_graph && (options.areas || options.gates)))
    parts.rows = std::make_shared<const CellRows>(number_cells(*parts.grid, nodes));
  else if (parts.jump_graph)
    parts.numbers = std::make_shared<const NumberedCells>(parts.grid->cell_count(), nodes);
}

Index::Areas find_areas(const Index::Parts& parts) {
  const Grid& grid = *parts.grid;
  AreaMap map = decompose(grid);
  std::vector<Border> borders = find_borders(grid, map);
  // Where pruning is not sound, every border is doubled. Then no border is the only one,
  // and nothing is a dead end.
  if (!DeadEnds::allowed(grid)) {
    const std::size_t count = borders.size();
    for (std::size_t i = 0; i < count; ++i) borders.push_back(borders[i]);
  }
  DeadEnds dead_ends(map.count, borders);
  const std::size_t largest = largest_block(map, dead_ends);
  std::vector<std::uint32_t> area_of_row(parts.jump_graph ? parts.rows->count : 0);
  if (parts.jump_graph)
    for (std::size_t cell = 0; cell < grid.cell_count(); ++cell)
      if (map.area_of[cell] != kNoArea)
        area_of_row[parts.rows->row[cell]] = map.area_of[cell];
  return {std::move(map), std::move(dead_ends), std::move(area_of_row), largest};
}

std::size_t corners_near_by(const Grid& grid, const Hierarchy& hierarchy) {
  std::vector<std::uint64_t> corners(grid.component_count(), 0);
  for (std::uint32_t node = 0; node < hierarchy.size(); ++node) {
    const Hierarchy::Place at = hierarchy.place(node);
    ++corners[grid.component(cell_at({at.x, at.y}, grid.stride()))];
  }
  std::uint64_t sum = 0, squares = 0;
  for (const std::uint64_t count : corners) sum += count, squares += count * count;
  return sum == 0 ? 0 : static_cast<std::size_t>(squares / sum);
}

}  // namespace throng

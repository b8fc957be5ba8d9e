#pragma once

#include "../core/crew.hpp"
#include "../core/large_vector.hpp"

#include <throng/grid.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace throng {

/// A dense numbering of the open cells of a grid, for tables with one row per cell. Chosen
/// cells come first, in the order given, so that rows read together are stored together;
/// then the others row by row.
struct CellRows {
  LargeColumn<std::uint32_t> row;  ///< by padded cell; 0xFFFFFFFF on closed cells
  std::uint32_t count = 0;         ///< of rows, one for each open cell
};

/// Pre: the cells of `first` are open and differ. Cost: O(cells), in parallel.
CellRows number_cells(const Grid& grid, std::span<const CellIndex> first, Crew& crew);
/// The same on the calling thread.
CellRows number_cells(const Grid& grid, std::span<const CellIndex> first);

/// The open cells of a grid by component, those of one component in rising order.
struct ComponentCells {
  LargeVector<CellIndex> cells;
  std::vector<std::uint32_t> begin;  ///< of each component in `cells`; one more for the end

  std::uint32_t size(std::uint32_t component) const noexcept {
    return begin[component + 1] - begin[component];
  }
  std::span<const CellIndex> of(std::uint32_t component) const noexcept {
    return std::span(cells).subspan(begin[component], size(component));
  }
};

ComponentCells list_components(const Grid& grid);

}  // namespace throng

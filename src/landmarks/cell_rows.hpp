#pragma once

#include <throng/grid.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace throng {

/// A dense numbering of the open cells of a grid, for tables with a row a cell: chosen
/// cells first, in the order given (so that what is read together lies together), then the
/// others row by row.
struct CellRows {
  std::vector<std::uint32_t> row;  ///< by padded cell; 0xFFFFFFFF on closed cells
  std::uint32_t count = 0;         ///< of rows: as many as open cells
};

/// Pre: the cells of `first` are open and differ.
CellRows number_cells(const Grid& grid, std::span<const CellIndex> first);

/// The open cells of a grid by component, those of one component in rising order.
struct ComponentCells {
  std::vector<CellIndex> cells;
  std::vector<std::uint32_t> begin;  ///< of each component in `cells`; their end at last

  std::uint32_t size(std::uint32_t component) const noexcept {
    return begin[component + 1] - begin[component];
  }
  std::span<const CellIndex> of(std::uint32_t component) const noexcept {
    return std::span(cells).subspan(begin[component], size(component));
  }
};

ComponentCells list_components(const Grid& grid);

}  // namespace throng

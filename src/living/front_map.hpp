#pragma once

#include <throng/grid.hpp>
#include <throng/result.hpp>

#include <cstdint>
#include <memory>
#include <vector>

namespace throng {

/// By cell of the map, row by row: 1 if it is open.
std::vector<std::uint8_t> open_cells(const Grid& grid);

/// A map of the size and topology of a grid on which these cells are open and joined with
/// all their neighbours: a superset of the steps of all versions of the grid on which no
/// other cell is open.
/// Errors: those of Grid::make.
Result<std::shared_ptr<const Grid>> map_for_fronts(const std::vector<std::uint8_t>& cells,
                                                   const Grid& grid);

}  // namespace throng

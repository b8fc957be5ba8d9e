#pragma once

#include "../core/crew.hpp"
#include "open_cells.hpp"

#include <throng/grid.hpp>
#include <throng/rules.hpp>

#include <cstdint>
#include <span>

namespace throng {

/// Fills the padded arrays of a square grid: `open` with 0 and 1, `moves` with the legal
/// moves of each cell. Rows are independent and distributed over the crew. moves, open:
/// (width + 2) * (height + 2) slots; the border becomes 0. Cost: O(cells), a few byte
/// operations a cell, vectorised by the compiler.
void fill_moves(const OpenCells& cells, const Rules& rules, Crew& crew,
                std::span<std::uint8_t> moves, std::span<std::uint8_t> open);

/// Fills the arrays of a hexagonal grid, in the layout of `grid`.
void fill_hexagonal_moves(const Grid& grid, const OpenCells& cells, Crew& crew,
                          std::span<std::uint8_t> moves, std::span<std::uint8_t> open);

}  // namespace throng

#pragma once

#include "../core/crew.hpp"
#include "open_cells.hpp"

#include <throng/grid.hpp>
#include <throng/rules.hpp>

#include <cstddef>
#include <cstdint>
#include <span>

namespace throng {

/// Writes the legal moves of `count` consecutive cells of the padded layout. open: 1 or 0
/// for the first of them; the array around it is read as far as one step leads. stride: as
/// Grid::stride. Cost: a few byte operations a cell, vectorised by the compiler.
using MoveKernel = void (*)(const std::uint8_t* open, std::ptrdiff_t count,
                            std::ptrdiff_t stride, std::uint8_t* moves);

MoveKernel move_kernel(const Rules& rules);

/// Fills arrays in the layout of `grid`: `open` with 0 and 1, `moves` with the legal moves
/// of each cell, and the border with 0. Lines are distributed over the crew.
void fill_moves(const Grid& grid, const OpenCells& cells, Crew& crew,
                std::span<std::uint8_t> moves, std::span<std::uint8_t> open);

}  // namespace throng

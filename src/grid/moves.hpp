#pragma once

#include "../core/crew.hpp"

#include <throng/grid.hpp>
#include <throng/rules.hpp>
#include <throng/terrain.hpp>

#include <cstdint>
#include <span>

namespace throng {

/// Fills the padded arrays of a square grid from its terrain: `open` with 0 and 1, `moves`
/// with the legal moves of each cell. Rows are independent and shared out among the crew.
/// weights: as GridOptions::weights, which close cells too; may be empty.
/// moves, open: (width + 2) * (height + 2) slots; those of the border become 0.
/// Cost: O(cells), a few bytes of arithmetic a cell, vectorised by the compiler.
void fill_moves(TerrainView terrain, const Rules& rules, std::span<const Weight> weights,
                Crew& crew, std::span<std::uint8_t> moves, std::span<std::uint8_t> open);

/// The same for a hexagonal grid, in the layout of `grid`.
void fill_hexagonal_moves(const Grid& grid, TerrainView terrain,
                          std::span<const Weight> weights, Crew& crew,
                          std::span<std::uint8_t> moves, std::span<std::uint8_t> open);

}  // namespace throng

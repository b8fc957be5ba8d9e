#pragma once

#include "../core/crew.hpp"

#include <throng/grid.hpp>
#include <throng/rules.hpp>
#include <throng/terrain.hpp>

#include <cstdint>
#include <span>

namespace throng {

/// Fills the padded arrays of a grid from its terrain: `moves` with the legal moves of each
/// cell, `open` with 0 and 1. Rows are independent and shared out among the crew.
/// moves, open: (width + 2) * (height + 2) slots; those of the border become 0.
/// Cost: O(cells), a few bytes of arithmetic a cell, vectorised by the compiler.
void fill_moves(TerrainView terrain, const Rules& rules, Crew& crew,
                std::span<std::uint8_t> moves, std::span<std::uint8_t> open);

}  // namespace throng

#pragma once

#include "../core/crew.hpp"

#include <throng/grid.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace throng {

/// Numbers the connected components of a padded map: from 0 in the order of their first
/// cell, row by row, Grid::kNoComponent on closed cells. Gives how many there are. Moves
/// must be symmetric, and straight steps between open cells legal.
///
/// moves, open: as fill_moves leaves them; labels: as many slots, overwritten.
/// rows_per_strip: strips of rows are labelled side by side and then joined; the labels do
/// not depend on it.
/// Cost: O(cells) almost, union by least index with path halving; 4 bytes a strip-wise
/// component besides. Source: Rosenfeld and Pfaltz, "Sequential Operations in Digital
/// Picture Processing", JACM 13(4), 1966; R. Tarjan, "Efficiency of a Good But Not Linear
/// Set Union Algorithm", JACM 22(2), 1975.
std::uint32_t label_components(std::span<const std::uint8_t> moves,
                               std::span<const std::uint8_t> open, std::size_t stride,
                               std::size_t rows_per_strip, Crew& crew,
                               std::span<std::uint32_t> labels);

/// The same for any layout and any symmetric moves, one cell after the other.
/// Cost: O(cells); 4 bytes a cell of the largest component besides.
std::uint32_t flood_components(const Grid& grid, std::span<const std::uint8_t> moves,
                               std::span<const std::uint8_t> open,
                               std::span<std::uint32_t> labels);

/// Grid::block_components() for these labels. Cost: O(cells).
std::vector<std::uint32_t> label_blocks(const Grid& grid,
                                        std::span<const std::uint32_t> labels, Crew& crew);

}  // namespace throng

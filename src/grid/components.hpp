#pragma once

#include "../core/crew.hpp"

#include <throng/grid.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace throng {

/// Numbers the connected components of a padded map from 0 in the order of their first
/// cells, row by row; closed cells get Grid::kNoComponent. Returns the number of
/// components. Moves must be symmetric, and straight steps between open cells legal.
///
/// moves, open: as written by fill_moves; labels: as many slots, overwritten.
/// rows_per_strip: strips of rows are labelled in parallel and then joined; the labels do
/// not depend on it. Cost: almost O(cells), union by least index with path halving; 4 more
/// bytes for each component of a strip. Source: Rosenfeld and Pfaltz, "Sequential
/// Operations in Digital Picture Processing", JACM 13(4), 1966; R. Tarjan, "Efficiency of a
/// Good But Not Linear Set Union Algorithm", JACM 22(2), 1975.
std::uint32_t label_components(std::span<const std::uint8_t> moves,
                               std::span<const std::uint8_t> open, std::size_t stride,
                               std::size_t rows_per_strip, Crew& crew,
                               std::span<std::uint32_t> labels);

/// Numbers the components like label_components, sequentially, for any layout and any
/// symmetric moves. Cost: O(cells); 4 more bytes for each cell of the largest component.
std::uint32_t flood_components(const Grid& grid, std::span<const std::uint8_t> moves,
                               std::span<const std::uint8_t> open,
                               std::span<std::uint32_t> labels);

/// GridAccess::block_components() for these labels. Cost: O(cells).
std::vector<std::uint32_t> label_blocks(const Grid& grid,
                                        std::span<const std::uint32_t> labels, Crew& crew);

}  // namespace throng

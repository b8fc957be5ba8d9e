#pragma once

#include <throng/grid.hpp>
#include <throng/result.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace throng {

/// The usable links of a grid whose components are known, in the order of a LinkTable.
/// Links that begin or end on a closed cell are omitted (closed doors). Errors:
/// bad_argument for links that leave the map, that begin and end at the same cell, that
/// weigh 0 or more than kMaxWeight, or if too many begin at one cell.
Result<std::vector<Link>> usable_links(const Grid& grid, std::span<const Link> links);

/// The links of a grid under influence (see Grid::with_influence), which may be empty.
/// Errors: unsupported if a link would weigh more than 65535. Pre: the grid has links.
Result<std::vector<Link>> influenced_links(const Grid& grid,
                                           std::span<const Weight> influence);

/// Merges the components that links connect, and renumbers components in the order of their
/// first cells. Returns the number of components. labels: as written by label_components.
/// Cost: O(cells + components).
std::uint32_t join_components(const Grid& grid, std::span<const Link> links,
                              std::uint32_t count, std::span<std::uint32_t> labels);

}  // namespace throng

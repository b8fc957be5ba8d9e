#pragma once

#include <throng/grid.hpp>
#include <throng/result.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace throng {

/// The links that can be taken on a grid whose components are known, in the order of a
/// LinkTable. Those that begin or end on a closed cell are left out: doors close.
/// Errors: bad_argument for links that leave the map, lead nowhere, weigh 0 or more than
/// kMaxWeight, or of which too many begin at one cell.
Result<std::vector<Link>> usable_links(const Grid& grid, std::span<const Link> links);

/// The links of a grid under influence (see Grid::with_influence), which may be empty.
/// Errors: unsupported where one would weigh more than 65535. Pre: it has links.
Result<std::vector<Link>> influenced_links(const Grid& grid,
                                           std::span<const Weight> influence);

/// Gives components that links join one number, and numbers them anew in the order of their
/// first cells. Gives how many there are. labels: as label_components leaves them.
/// Cost: O(cells + components).
std::uint32_t join_components(const Grid& grid, std::span<const Link> links,
                              std::uint32_t count, std::span<std::uint32_t> labels);

}  // namespace throng

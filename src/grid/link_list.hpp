#pragma once

#include <throng/grid.hpp>
#include <throng/links.hpp>
#include <throng/result.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace throng {

/// Errors: bad_argument for links that leave the map, that begin and end at the same cell,
/// or that weigh 0 or more than kMaxWeight; if too many begin at one cell.
Outcome check_links(const Grid& grid, std::span<const Link> links);

/// The links in the order of a LinkTable. usable: whether link k of `links` can be used.
LinkList list_links(const Grid& grid, std::span<const Link> links,
                    std::span<const std::uint8_t> usable);

/// 1 for each link whose ends are both open, else 0 (closed doors).
std::vector<std::uint8_t> open_links(const Grid& grid, std::span<const Link> links);

/// The links of a grid under influence (see Grid::with_influence), which may be empty.
/// Errors: unsupported if a link would weigh more than 65535. Pre: the grid has links.
Result<LinkList> influenced_links(const Grid& grid, std::span<const Weight> influence);

}  // namespace throng

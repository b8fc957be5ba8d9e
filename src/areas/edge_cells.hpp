#pragma once

#include "area_map.hpp"

#include <throng/grid.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace throng {

/// For each i below kCount, sets edge[i] unless all cells around own[i] are closed or in
/// its area, or it is closed itself. Written for vector instructions.
template <std::size_t kCount>
void find_edges(const std::uint32_t* own, std::ptrdiff_t stride,
                std::uint32_t* __restrict edge) {
  const std::uint32_t* const above = own - stride;
  const std::uint32_t* const below = own + stride;
  const auto inside = [](std::uint32_t area, std::uint32_t other) {
    return (area == other ? ~0U : 0U) | (other == kNoArea ? ~0U : 0U);
  };
  for (std::size_t i = 0; i < kCount; ++i) {
    const std::uint32_t* const a = above + i;
    const std::uint32_t* const b = below + i;
    const std::uint32_t* const here = own + i;
    const std::uint32_t area = here[0];
    const std::uint32_t rows = inside(area, a[-1]) & inside(area, a[0]) &
                               inside(area, a[1]) & inside(area, b[-1]) &
                               inside(area, b[0]) & inside(area, b[1]);
    const std::uint32_t all = rows & inside(area, here[-1]) & inside(area, here[1]);
    edge[i] = ~(all | (area == kNoArea ? ~0U : 0U));
  }
}

/// Calls body(cell) for each cell of [begin, end) beside a cell of another area, in
/// ascending order. A move between the two need not be legal. Pre: a grid of squares.
template <class Body>
void for_each_edge_cell(const Grid& grid, const AreaMap& areas, std::size_t begin,
                        std::size_t end, const Body& body) {
  constexpr std::size_t kChunk = 64;
  // The border of the padded map is closed.
  const std::size_t border = std::size_t{grid.stride()} + 1;
  begin = std::max(begin, border);
  end = std::min(end, grid.cell_count() - border);
  const auto stride = std::ptrdiff_t{grid.stride()};
  std::array<std::uint32_t, kChunk> edge;
  for (std::size_t first = begin; first < end; first += kChunk) {
    const std::size_t count = std::min(kChunk, end - first);
    const std::uint32_t* const own = &areas.area_of[first];
    if (count == kChunk)
      find_edges<kChunk>(own, stride, edge.data());
    else
      for (std::size_t i = 0; i < count; ++i) find_edges<1>(own + i, stride, &edge[i]);
    for (std::size_t i = 0; i < count; ++i)
      if (edge[i] != 0) body(static_cast<CellIndex>(first + i));
  }
}

}  // namespace throng

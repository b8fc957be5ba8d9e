#include "diagonal_stops.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng {
namespace {

/// By cell, bit d: the straight walk in direction d ends at a jump point. Each cell's bit
/// follows from that of its neighbour.
std::vector<std::uint8_t> find_views(const Grid& grid, const JumpMap& map) {
  std::vector<std::uint8_t> views(grid.cell_count(), 0);
  const auto look = [&](CellIndex cell, unsigned d) {
    if (grid.component(cell) == Grid::kNoComponent) return;
    const CellIndex next = cell + grid.offset(static_cast<Move>(d));
    const bool sees = map.stops(d, grid, next) ? grid.component(next) != Grid::kNoComponent
                                               : (views[next] >> d & 1U) != 0;
    views[cell] |= static_cast<std::uint8_t>(sees << d);
  };
  const auto end = static_cast<CellIndex>(grid.cell_count());
  for (CellIndex cell = 0; cell < end; ++cell) {
    look(cell, static_cast<unsigned>(Move::north));
    look(cell, static_cast<unsigned>(Move::west));
  }
  for (CellIndex cell = end; cell-- > 0;) {
    look(cell, static_cast<unsigned>(Move::south));
    look(cell, static_cast<unsigned>(Move::east));
  }
  return views;
}

}  // namespace

DiagonalStops::DiagonalStops(const Grid& grid, const JumpMap& map)
    : lines_(grid.stride(), grid.cell_count() / grid.stride()) {
  const std::vector<std::uint8_t> views = find_views(grid, map);
  std::vector<VersionedBitLines> stops;
  std::array<std::uint64_t*, 4> all{};
  for (std::uint64_t*& words : all) {
    stops.emplace_back(lines_.lines(), lines_.length());
    words = stops.back().all();
    // All closed cells are stops: only those of open cells have to be looked at.
    std::fill_n(words, stops.back().lines() * stops.back().words(), ~std::uint64_t{0});
  }
  const std::size_t words = stops.front().words();
  const auto width = static_cast<std::int32_t>(grid.stride());
  const auto height = static_cast<std::int32_t>(views.size() / grid.stride());
  CellIndex cell = 0;
  for (std::int32_t y = 0; y < height; ++y)
    for (std::int32_t x = 0; x < width; ++x, ++cell) {
      // By bit, a diagonal direction: whether the step into the cell is legal, and whether
      // one of the two components, which are neighbours in views, leads to a jump point.
      const unsigned legal = grid.moves()[cell] >> 4, view = views[cell];
      const unsigned entered = legal >> 2 | legal << 2;
      const unsigned seen = view | view >> 1 | view << 3;
      const unsigned passes = entered & ~seen & 0xFU;
      if (passes == 0) continue;
      const auto place = static_cast<std::size_t>(lines_.place(x, y));
      const std::size_t even = lines_.line(0, x, y) * words + place / 64;
      const std::size_t odd = lines_.line(1, x, y) * words + place / 64;
      all[0][even] &= ~(std::uint64_t{passes & 1U} << place % 64);
      all[1][odd] &= ~(std::uint64_t{passes >> 1 & 1U} << place % 64);
      all[2][even] &= ~(std::uint64_t{passes >> 2 & 1U} << place % 64);
      all[3][odd] &= ~(std::uint64_t{passes >> 3} << place % 64);
    }
  for (std::size_t d = 0; d < 4; ++d) stops_[d] = stops[d].publish();
}

}  // namespace throng

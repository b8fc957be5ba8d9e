#include "diagonal_stops.hpp"

#include "../grid/padded_position.hpp"

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
  const auto end = static_cast<CellIndex>(grid.cell_count());
  for (unsigned diagonal = 0; diagonal < 4; ++diagonal) {
    const unsigned move = 4 + diagonal;
    const unsigned straight = 1U << across_of(move) | 1U << along_of(move);
    const unsigned entry = opposite_of(move);
    VersionedBitLines stops(lines_.lines(), lines_.length());
    std::uint64_t* const all = stops.all();
    for (CellIndex cell = 0; cell < end; ++cell) {
      const bool enters = (grid.moves()[cell] >> entry & 1U) != 0;
      if (enters && (views[cell] & straight) == 0) continue;
      const auto [x, y] = padded_position(cell, grid.stride());
      const auto place = static_cast<std::size_t>(lines_.place(x, y));
      all[lines_.line(diagonal, x, y) * stops.words() + place / 64] |= std::uint64_t{1}
                                                                       << place % 64;
    }
    stops_[diagonal] = stops.publish();
  }
}

}  // namespace throng

#include "diagonal_jumps.hpp"

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

DiagonalJumps::DiagonalJumps(const Grid& grid, const JumpMap& map, std::int32_t most)
    : steps_(grid.cell_count()) {
  const std::vector<std::uint8_t> views = find_views(grid, map);
  const auto fill = [&](CellIndex cell, Move move) {
    const auto d = static_cast<unsigned>(move);
    if ((grid.moves()[cell] >> d & 1U) == 0) return;
    const unsigned across = 1U << (kMoveX[d] > 0 ? 1 : 3);
    const unsigned along = 1U << (kMoveY[d] > 0 ? 2 : 0);
    const CellIndex next = cell + grid.offset(move);
    const std::int32_t beyond = steps_[next][d - 4];
    std::int32_t steps = 1;
    if ((views[next] & (across | along)) == 0 && beyond < most && beyond > -most)
      steps = beyond > 0 ? beyond + 1 : beyond - 1;
    steps_[cell][d - 4] = static_cast<std::int16_t>(steps);
  };
  const auto end = static_cast<CellIndex>(grid.cell_count());
  for (CellIndex cell = 0; cell < end; ++cell) {
    fill(cell, Move::north_east);
    fill(cell, Move::north_west);
  }
  for (CellIndex cell = end; cell-- > 0;) {
    fill(cell, Move::south_east);
    fill(cell, Move::south_west);
  }
}

}  // namespace throng

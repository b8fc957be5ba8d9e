#include "subgoal_scan.hpp"

namespace throng {

SubgoalScan::SubgoalScan(const Grid& grid, std::span<const CellIndex> subgoals)
    : moves_(grid.moves().data()),
      walker_(grid.stride()),
      is_tile_(grid.rules().topology == Topology::tile),
      rows_(grid.cell_count() / grid.stride(), grid.stride()),
      columns_(grid.stride(), grid.cell_count() / grid.stride()) {
  const auto stop = [&](CellIndex cell) {
    const std::size_t x = cell % grid.stride(), y = cell / grid.stride();
    rows_.line(y)[x / 64] |= std::uint64_t{1} << x % 64;
    columns_.line(x)[y / 64] |= std::uint64_t{1} << y % 64;
  };
  for (CellIndex cell = 0; cell < grid.cell_count(); ++cell)
    if (grid.component(cell) == Grid::kNoComponent) stop(cell);
  for (const CellIndex cell : subgoals) stop(cell);
}

}  // namespace throng

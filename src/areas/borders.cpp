#include "borders.hpp"

#include "edge_cells.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>

namespace throng {
namespace {

/// Calls found(border) for each border.
template <class Found>
class BorderFinder {
 public:
  BorderFinder(const Grid& grid, const AreaMap& areas, const Found& found)
      : grid_(grid),
        areas_(areas),
        moves_(grid.moves().data()),
        area_of_(areas.area_of.data()),
        found_(found) {}

  /// Finds the borders whose first cells lie in [begin, end).
  void find(std::size_t begin, std::size_t end) const {
    for_each_edge_cell(grid_, areas_, begin, end, [&](CellIndex cell) {
      begin_run(cell, Move::east, Move::north);
      begin_run(cell, Move::south, Move::west);
      step_alone(cell, Move::south_east, Move::east);
      step_alone(cell, Move::south_west, Move::west);
    });
  }

 private:
  /// Whether this step is legal and leads to another area.
  bool crosses(CellIndex cell, Move move) const {
    return (moves_[cell] >> static_cast<unsigned>(move) & 1U) != 0 &&
           area_of_[cell] != area_of_[cell + grid_.offset(move)];
  }

  void add(CellIndex cell, Move move) const {
    const auto [a, b] = std::minmax(area_of_[cell], area_of_[cell + grid_.offset(move)]);
    found_(Border{a, b});
  }

  /// Adds the run that `move` crosses, unless it continues one pair further `back`.
  void begin_run(CellIndex cell, Move move, Move back) const {
    if (!crosses(cell, move)) return;
    const CellIndex other = cell + grid_.offset(move);
    const CellIndex before = cell + grid_.offset(back);
    const bool goes_on = crosses(before, move) && area_of_[before] == area_of_[cell] &&
                         area_of_[before + grid_.offset(move)] == area_of_[other];
    if (!goes_on) add(cell, move);
  }

  /// Adds a diagonal step down, unless a cell beside it is in one of the two areas: then
  /// the step belongs to the run between that cell and the end of the step in the other
  /// area. `beside`: the straight move on the same side.
  void step_alone(CellIndex cell, Move move, Move beside) const {
    if (!crosses(cell, move)) return;
    const std::uint32_t here = area_of_[cell];
    const std::uint32_t there = area_of_[cell + grid_.offset(move)];
    const std::uint32_t side = area_of_[cell + grid_.offset(beside)];
    const std::uint32_t below = area_of_[cell + grid_.offset(Move::south)];
    const bool in_run = side == here || side == there || below == here || below == there;
    if (!in_run) add(cell, move);
  }

  const Grid& grid_;
  const AreaMap& areas_;
  const std::uint8_t* moves_;
  const std::uint32_t* area_of_;
  const Found& found_;
};

}  // namespace

std::vector<Border> find_borders(const Grid& grid, const AreaMap& areas) {
  std::vector<Border> borders;
  const auto found = [&](Border border) { borders.push_back(border); };
  BorderFinder(grid, areas, found).find(0, grid.cell_count());
  return borders;
}

std::size_t count_borders(const Grid& grid, const AreaMap& areas, Crew& crew,
                          const Progress& progress) {
  constexpr std::size_t kBlock = std::size_t{1} << 16;
  std::atomic<std::size_t> count{0};
  crew.for_each_block(grid.cell_count(), kBlock,
                      [&](int, std::size_t begin, std::size_t end) {
                        std::size_t mine = 0;
                        const auto found = [&](Border) { ++mine; };
                        BorderFinder(grid, areas, found).find(begin, end);
                        count.fetch_add(mine, std::memory_order_relaxed);
                        progress(end - begin);
                      });
  return count;
}

}  // namespace throng

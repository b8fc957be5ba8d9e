#include "borders.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace throng {
namespace {

class BorderFinder {
 public:
  BorderFinder(const Grid& grid, const AreaMap& areas)
      : grid_(grid), moves_(grid.moves().data()), area_of_(areas.area_of.data()) {}

  std::vector<Border> find() {
    const auto cells = static_cast<CellIndex>(grid_.cell_count());
    for (CellIndex cell = 0; cell < cells; ++cell) {
      if (moves_[cell] == 0) continue;
      begin_run(cell, Move::east, Move::north);
      begin_run(cell, Move::south, Move::west);
      step_alone(cell, Move::south_east, Move::east);
      step_alone(cell, Move::south_west, Move::west);
    }
    return std::move(borders_);
  }

 private:
  /// Whether this step is legal and leads to another area.
  bool crosses(CellIndex cell, Move move) const {
    return (moves_[cell] >> static_cast<unsigned>(move) & 1U) != 0 &&
           area_of_[cell] != area_of_[cell + grid_.offset(move)];
  }

  void add(CellIndex cell, Move move) {
    const auto [a, b] = std::minmax(area_of_[cell], area_of_[cell + grid_.offset(move)]);
    borders_.push_back({a, b});
  }

  /// Adds the run that `move` crosses, unless it continues one pair further `back`.
  void begin_run(CellIndex cell, Move move, Move back) {
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
  void step_alone(CellIndex cell, Move move, Move beside) {
    if (!crosses(cell, move)) return;
    const std::uint32_t here = area_of_[cell];
    const std::uint32_t there = area_of_[cell + grid_.offset(move)];
    const std::uint32_t side = area_of_[cell + grid_.offset(beside)];
    const std::uint32_t below = area_of_[cell + grid_.offset(Move::south)];
    const bool in_run = side == here || side == there || below == here || below == there;
    if (!in_run) add(cell, move);
  }

  const Grid& grid_;
  const std::uint8_t* moves_;
  const std::uint32_t* area_of_;
  std::vector<Border> borders_;
};

}  // namespace

std::vector<Border> find_borders(const Grid& grid, const AreaMap& areas) {
  return BorderFinder(grid, areas).find();
}

}  // namespace throng

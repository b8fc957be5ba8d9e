#include "area_map.hpp"

#include <algorithm>
#include <cstddef>

namespace throng {
namespace {

/// An open cell that is in no area yet. There are fewer areas than cells of the padded map,
/// so that no area has this number.
constexpr std::uint32_t kFree = kNoArea - 1;

/// Grows one area, row by row.
///
/// Linear time in all, though many areas may refuse the same long row, one after the other:
/// a row is looked at only as far as cells that the area has are there to pay. An area that
/// has drawn back to the left sees at the first step whether the row sticks out there. One
/// that has drawn back to the right looks no further than one cell past its last row. After
/// these two tests nothing is refused, and what is seen is taken. So each row costs no more
/// than its own length and that of the row above, both counted in cells of this area.
class AreaFiller {
 public:
  AreaFiller(CellIndex stride, std::vector<std::uint32_t>& area_of)
      : stride_(stride), area_of_(area_of.data()) {}

  /// Pre: `start` is the first free cell in reading order.
  void fill(CellIndex start, std::uint32_t area) {
    Row row{start, start};
    while (may_join(row.last + 1)) ++row.last;
    Shrunk shrunk;
    do mark(row, area);
    while (step_down(row, shrunk));
  }

 private:
  struct Row {
    CellIndex first, last;
  };
  /// On which sides a row ended short of the one above it.
  struct Shrunk {
    bool left = false;
    bool right = false;
  };

  bool is_free(CellIndex cell) const { return area_of_[cell] == kFree; }
  bool may_join(CellIndex cell) const { return is_free(cell) && !is_free(cell - stride_); }

  void mark(Row row, std::uint32_t area) {
    std::fill(area_of_ + row.first, area_of_ + row.last + 1, area);
  }

  /// From the area's last row to the next one; false when the area ends here.
  bool step_down(Row& row, Shrunk& shrunk) const {
    const Row below{row.first + stride_, row.last + stride_};
    CellIndex start = below.first;
    while (start <= below.last && !is_free(start)) ++start;
    if (start > below.last) return false;

    if (shrunk.left && may_join(start - 1)) return false;
    row = {start, start};
    while (may_join(row.last + 1)) {
      ++row.last;
      if (shrunk.right && row.last > below.last) return false;
    }
    while (may_join(row.first - 1)) --row.first;
    shrunk.left |= row.first > below.first;
    shrunk.right |= row.last < below.last;
    return true;
  }

  CellIndex stride_;
  std::uint32_t* area_of_;
};

}  // namespace

AreaMap decompose(const Grid& grid) {
  AreaMap areas;
  areas.area_of.resize(grid.cell_count());
  const auto cells = static_cast<CellIndex>(grid.cell_count());
  for (CellIndex cell = 0; cell < cells; ++cell)
    areas.area_of[cell] = grid.component(cell) == Grid::kNoComponent ? kNoArea : kFree;

  // Areas grow to the right and downwards only from here, so no cell behind becomes free.
  AreaFiller filler(grid.stride(), areas.area_of);
  for (CellIndex cell = 0; cell < cells; ++cell)
    if (areas.area_of[cell] == kFree) filler.fill(cell, areas.count++);
  return areas;
}

}  // namespace throng

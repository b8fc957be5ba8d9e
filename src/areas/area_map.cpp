#include "area_map.hpp"

#include <algorithm>
#include <cstddef>

namespace throng {
namespace {

/// An open cell that is in no area yet. There are fewer areas than cells of the padded map,
/// so no area has this number.
constexpr std::uint32_t kFree = kNoArea - 1;

/// Grows one area, row by row.
///
/// The total time is linear, although many areas may reject the same long row one after the
/// other: the cells read in a row are bounded by the cells of the area. An area that has
/// shrunk on the left detects at the first step whether the row extends further left. One
/// that has shrunk on the right reads at most one cell past the end of its last row. After
/// these two tests nothing is rejected, and every cell read joins the area. So each row
/// costs no more than its own length and that of the row above, both counted in cells of
/// this area.
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
  /// The sides on which some row was shorter than the one above it.
  struct Shrunk {
    bool left = false;
    bool right = false;
  };

  bool is_free(CellIndex cell) const { return area_of_[cell] == kFree; }
  bool may_join(CellIndex cell) const { return is_free(cell) && !is_free(cell - stride_); }

  void mark(Row row, std::uint32_t area) {
    std::fill(area_of_ + row.first, area_of_ + row.last + 1, area);
  }

  /// Moves from the area's last row to the next one; false when the area ends here.
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

  // From here areas grow only to the right and downwards, so no cell before this one
  // becomes free.
  AreaFiller filler(grid.stride(), areas.area_of);
  for (CellIndex cell = 0; cell < cells; ++cell)
    if (areas.area_of[cell] == kFree) filler.fill(cell, areas.count++);
  return areas;
}

}  // namespace throng

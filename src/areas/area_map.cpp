#include "area_map.hpp"

#include "../grid/grid_access.hpp"

#include <throng/assert.hpp>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace throng {
namespace {

/// An open cell that is in no area yet. There are fewer areas than cells of the padded map,
/// so no area has this number.
constexpr std::uint32_t kFree = kNoArea - 1;

/// Grows all areas at once, one row of the map after the other: two rows are in use, and
/// they stay in the cache.
///
/// The areas are those that grow one after the other, each to its end. Within a row they
/// grow in the order of their numbers, so each finds free what no earlier area took. Above
/// it, a cell was free for an area if a later one took it.
///
/// The total time is linear, although many areas may reject the same long row one after the
/// other: the cells read in a row are bounded by the cells of the area. An area that has
/// shrunk on the left detects at the first step whether the row extends further left. One
/// that has shrunk on the right reads at most one cell past the end of its last row. After
/// these two tests nothing is rejected, and every cell read joins the area. So each row
/// costs no more than its own length and that of the row above, both counted in cells of
/// this area.
class AreaSweep {
 public:
  explicit AreaSweep(const Grid& grid)
      : grid_(grid), above_(grid.stride(), kNoArea), own_(grid.stride(), kNoArea) {}

  AreaMap run() {
    AreaMap areas;
    areas.area_of.reserve(grid_.cell_count());
    for (std::size_t first = 0; first < grid_.cell_count(); first += own_.size()) {
      std::swap(above_, own_);
      read_row(static_cast<CellIndex>(first));
      std::erase_if(growing_, [&](Area& area) { return !step_down(area); });
      begin_areas(areas.count);
      areas.area_of.insert(areas.area_of.end(), own_.begin(), own_.end());
    }
    return areas;
  }

 private:
  /// An area that has not ended. Places are those of cells in their padded row.
  struct Area {
    std::uint32_t number;
    std::size_t first, last;  ///< its last row
    // The sides on which some row was shorter than the one above it.
    bool shrunk_left = false;
    bool shrunk_right = false;
  };

  /// All open cells of the row become free.
  void read_row(CellIndex first) {
    constexpr std::size_t kWord = 64;
    for (std::size_t x = 0; x < own_.size(); x += kWord) {
      const std::size_t count = std::min(kWord, own_.size() - x);
      const std::uint64_t open =
          GridAccess::open_cells(grid_, first + static_cast<CellIndex>(x), count);
      static_assert(kFree == kNoArea - 1);
      for (std::size_t k = 0; k < count; ++k)
        own_[x + k] = kNoArea - static_cast<std::uint32_t>(open >> k & 1U);
    }
  }

  bool is_free(std::size_t x) const { return own_[x] == kFree; }
  bool may_join(std::size_t x, std::uint32_t area) const {
    const bool opens_upwards = above_[x] > area && above_[x] != kNoArea;
    return is_free(x) && !opens_upwards;
  }

  /// Adds the cells of this row to an area; false when it ends above.
  bool step_down(Area& area) {
    std::size_t start = area.first;
    while (start <= area.last && !is_free(start)) ++start;
    if (start > area.last) return false;

    if (area.shrunk_left && may_join(start - 1, area.number)) return false;
    std::size_t first = start, last = start;
    while (may_join(last + 1, area.number)) {
      ++last;
      if (area.shrunk_right && last > area.last) return false;
    }
    while (may_join(first - 1, area.number)) --first;
    area.shrunk_left |= first > area.first;
    area.shrunk_right |= last < area.last;
    area.first = first;
    area.last = last;
    mark(area);
    return true;
  }

  /// Begins an area at each run of cells that are still free. All cells above are taken.
  void begin_areas(std::uint32_t& count) {
    for (std::size_t x = 0; x < own_.size(); ++x) {
      if (!is_free(x)) continue;
      Area area{count++, x, x};
      while (is_free(area.last + 1)) ++area.last;
      mark(area);
      growing_.push_back(area);
      x = area.last;
    }
  }

  void mark(const Area& area) {
    std::fill(&own_[area.first], &own_[area.last] + 1, area.number);
  }

  const Grid& grid_;
  std::vector<std::uint32_t> above_, own_;  ///< the areas of two padded rows
  std::vector<Area> growing_;               ///< ordered by number
};

}  // namespace

AreaMap decompose(const Grid& grid) {
  THRONG_ASSERT(!is_hexagonal(grid.rules().topology));
  return AreaSweep(grid).run();
}

}  // namespace throng

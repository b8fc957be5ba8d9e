#pragma once

#include "bit_lines.hpp"

#include <throng/grid.hpp>
#include <throng/rules.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace throng {

/// The ends of straight walks over a padded octile map under never_cut: closed cells and
/// jump points. A cell is a jump point of a straight direction when a unit that enters it
/// in that direction has just passed the end of an obstacle: a cell beside it is open, and
/// the cell behind that one is closed. Four bits a cell.
///
/// Immutable: a version of a map that changes is a JumpMap like any other.
///
/// Source: D. Harabor, A. Grastien, "Online Graph Pruning for Pathfinding on Grid Maps",
/// AAAI 2011, and "Improving Jump Point Search", ICAPS 2014 (scanning a word at a time).
/// Cost to build: a few operations a word, O(cells / 64).
class JumpMap {
 public:
  /// Whether jump points are defined under these rules on plain ground: octile, never_cut.
  static bool allowed(const Rules& rules) noexcept {
    return rules.topology == Topology::octile && rules.corners == Corners::never_cut;
  }

  /// Whether the rules allow jump points and the grid is plain.
  static bool allowed(const Grid& grid) noexcept {
    return allowed(grid.rules()) && grid.plain();
  }

  /// Pre: allowed(grid).
  explicit JumpMap(const Grid& grid);
  /// open: open_rows() of a grid that is allowed.
  explicit JumpMap(const BitLines& open);
  /// stops: the ends of walks by direction (a straight Move): one line for each column for
  /// north and south, one for each row for east and west. states: see state_count().
  JumpMap(std::array<FixedBitLines, 4> stops, std::size_t states) noexcept
      : east_(std::move(stops[1])),
        west_(std::move(stops[3])),
        south_(std::move(stops[2])),
        north_(std::move(stops[0])),
        state_count_(states) {}

  /// The end of a walk from the open cell x,y: returns the coordinate that changes. In
  /// padded coordinates, in which the corner cell of the map is 1,1.
  std::int32_t north(std::int32_t x, std::int32_t y) const noexcept {
    return north_.previous(static_cast<std::size_t>(x), y);
  }
  std::int32_t east(std::int32_t x, std::int32_t y) const noexcept {
    return east_.next(static_cast<std::size_t>(y), x);
  }
  std::int32_t south(std::int32_t x, std::int32_t y) const noexcept {
    return south_.next(static_cast<std::size_t>(x), y);
  }
  std::int32_t west(std::int32_t x, std::int32_t y) const noexcept {
    return west_.previous(static_cast<std::size_t>(y), x);
  }

  /// Whether a walk in a straight direction (a Move) ends at `cell`.
  bool stops(unsigned direction, const Grid& grid, CellIndex cell) const noexcept {
    const std::size_t x = cell % grid.stride(), y = cell / grid.stride();
    const bool vertical = direction % 2 == 0;
    return stops(direction).test(vertical ? x : y, vertical ? y : x);
  }
  /// The ends of the walks in a straight direction.
  const FixedBitLines& stops(unsigned direction) const noexcept {
    return direction == 0   ? north_
           : direction == 1 ? east_
           : direction == 2 ? south_
                            : west_;
  }

  /// The number of pairs of a cell and a direction that are jump points.
  std::size_t state_count() const noexcept { return state_count_; }

  /// The cells that are jump points of some direction, row by row. open: open_rows().
  /// memory: of the result and of what it is computed in; so below.
  std::pmr::vector<CellIndex> jump_points(const BitLines& open,
                                          Memory memory = heap_memory()) const;

  std::size_t memory_bytes() const noexcept {
    return north_.memory_bytes() + east_.memory_bytes() + south_.memory_bytes() +
           west_.memory_bytes();
  }

 private:
  FixedBitLines east_, west_;    ///< one line for each row
  FixedBitLines south_, north_;  ///< one line for each column
  std::size_t state_count_ = 0;
};

}  // namespace throng

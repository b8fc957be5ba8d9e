#pragma once

#include "../jump/jump_map.hpp"
#include "hub_map.hpp"

#include <throng/query.hpp>

#include <cstdint>

namespace throng {

/// Finds the subgoals that canonical ways from a cell pass before they reach one in the
/// cell's view. Jump point search does not stop at them, because they are no jump points in
/// the direction of travel. HubViews does not contain them, but a cheapest way from
/// elsewhere may turn there; see HubSearch.
///
/// Bytes: two bits a padded cell.
class PassedSubgoals {
 public:
  /// map: with jump points; outlives this.
  explicit PassedSubgoals(const HubMap& map);

  /// Calls visit(subgoal, cost from the cell). Pre: the cell is open and not a subgoal.
  /// Cost: two scans for each cell on the diagonals.
  template <class Visit>
  void for_each(CellIndex cell, const Visit& visit) const {
    const auto [x, y] = map_.place(cell);
    for (unsigned direction = 0; direction < 4; ++direction)
      along(direction, x, y, 0, visit);
    for (unsigned across = 4; across < 8; ++across) {
      const std::int32_t dx = kMoveX[across], dy = kMoveY[across];
      const unsigned wide = dx > 0 ? 1 : 3, high = dy > 0 ? 2 : 0;
      std::int32_t at_x = x, at_y = y;
      for (Cost cost = map_.grid.costs().diagonal;
           (map_.walker.moves(at_x, at_y) >> across & 1U) != 0;
           cost += map_.grid.costs().diagonal) {
        at_x += dx;
        at_y += dy;
        if (rows_.test(static_cast<std::size_t>(at_y), static_cast<std::size_t>(at_x)))
          visit(subgoal(at_x, at_y), cost);
        along(wide, at_x, at_y, cost, visit);
        along(high, at_x, at_y, cost, visit);
      }
    }
  }

  /// Whether a cell is a subgoal.
  bool is_subgoal(CellIndex cell) const noexcept {
    return rows_.test(cell / map_.grid.stride(), cell % map_.grid.stride());
  }

 private:
  std::uint32_t subgoal(std::int32_t x, std::int32_t y) const noexcept {
    const CellIndex cell = cell_at({x, y}, map_.grid.stride());
    return map_.views.seen(map_.views.view(cell)).front().subgoal();
  }

  /// Visits the subgoals before the stop of a straight walk.
  template <class Visit>
  void along(unsigned direction, std::int32_t x, std::int32_t y, Cost cost,
             const Visit& visit) const {
    const bool vertical = direction % 2 == 0;
    const BitLines& lines = vertical ? columns_ : rows_;
    const auto line = static_cast<std::size_t>(vertical ? x : y);
    const std::int32_t from = vertical ? y : x;
    const std::int32_t stop = map_.walker.stop(direction, x, y).at;
    const auto pass = [&](std::int32_t at) {
      const auto away = static_cast<Cost>(stop > from ? at - from : from - at);
      visit(vertical ? subgoal(x, at) : subgoal(at, y),
            cost + away * map_.grid.costs().straight);
    };
    if (stop > from)
      for (std::int32_t at = from; (at = lines.next(line, at)) < stop;) pass(at);
    else
      for (std::int32_t at = from; (at = lines.previous(line, at)) > stop;) pass(at);
  }

  const HubMap& map_;
  BitLines rows_, columns_;  ///< subgoals, and the border of the map
};

}  // namespace throng

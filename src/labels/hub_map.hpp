#pragma once

#include "../jump/jumps.hpp"
#include "hub_labels.hpp"
#include "hub_views.hpp"
#include "legs.hpp"
#include "turn_corners.hpp"

#include <throng/grid.hpp>
#include <throng/query.hpp>

#include <cstdint>
#include <memory_resource>
#include <span>
#include <vector>

namespace throng {

/// A map with hub labels: the parts that queries read.
struct HubMap {
  const Grid& grid;
  StepCosts costs;                         ///< leg_costs() of the grid
  std::span<const PaddedPosition> places;  ///< by subgoal
  JumpWalker walker;                       ///< if subgoals are jump points
  const TurnCorners* corners;              ///< if they are these, else null
  const HubLabels& labels;
  const HubViews& views;

  PaddedPosition place(CellIndex cell) const noexcept {
    return padded_position(cell, grid.stride());
  }
  PaddedPosition place_of(std::uint32_t subgoal) const noexcept { return places[subgoal]; }
  /// The distance on an open map.
  Cost open_cost(PaddedPosition from, PaddedPosition to) const noexcept {
    return JumpLine(to.x - from.x, to.y - from.y).cost(costs);
  }
  /// Whether the leg from one open cell to another is legal. If so, no way is cheaper.
  /// moves: those of `from`.
  bool sees(PaddedPosition from, unsigned moves, PaddedPosition to) const noexcept {
    return corners != nullptr ? corners->sees(from, to)
                              : walker.sees(from.x, from.y, moves, to);
  }
  /// A bound on the diagonal steps of such a leg: the number of free ones in a row.
  std::int32_t run(unsigned direction, PaddedPosition from) const noexcept {
    return corners != nullptr ? corners->run(direction, from)
                              : walker.run(direction, from.x, from.y);
  }
  /// Writes the distance from a cell to each subgoal of its view. Pre: `away` has room for
  /// all of them.
  void measure(PaddedPosition from, std::uint32_t view,
               std::pmr::vector<Cost>& away) const {
    const std::span<const SeenSubgoal> seen = views.seen(view);
    for (std::size_t i = 0; i < seen.size(); ++i)
      away[i] = open_cost(from, place_of(seen[i].subgoal()));
  }
};

}  // namespace throng

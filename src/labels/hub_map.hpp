#pragma once

#include "../jump/jump_graph.hpp"
#include "../jump/jumps.hpp"
#include "hub_labels.hpp"
#include "hub_views.hpp"

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
  const JumpGraph& jumps;
  JumpWalker walker;
  const HubLabels& labels;
  const HubViews& views;

  PaddedPosition place(CellIndex cell) const noexcept {
    return padded_position(cell, grid.stride());
  }
  PaddedPosition place_of(std::uint32_t subgoal) const noexcept {
    return jumps.places()[subgoal];
  }
  /// The distance on an open map.
  Cost open_cost(PaddedPosition from, PaddedPosition to) const noexcept {
    return JumpLine(to.x - from.x, to.y - from.y).cost(grid.costs());
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

#pragma once

#include "../core/crew.hpp"
#include "../jump/numbered_cells.hpp"
#include "legs.hpp"
#include "subgoal_scan.hpp"

#include <throng/grid.hpp>
#include <throng/query.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace throng {

/// An edge from a subgoal to another one.
struct SubgoalEdge {
  std::uint32_t to;  ///< subgoal
  Cost cost;         ///< the distance on an open map, which equals the distance on this map
};

/// The simple subgoal graph of a grid. Its nodes, the subgoals, are the cells at convex
/// corners of obstacles: the jump points of an octile grid on which no corner is cut, else
/// the TurnCorners. An edge joins two of them when one sees the other, see SubgoalScan.
/// Edges are symmetric, and distances in the graph equal distances on the map.
///
/// Bytes: 4 a subgoal, 8 for each direction of an edge. Cost to build: for each subgoal
/// that of a scan. Source: T. Uras, S. Koenig, C. Hernandez, "Subgoal Graphs for Optimal
/// Pathfinding in Eight-Neighbor Grids", ICAPS 2013.
class SubgoalGraph {
 public:
  /// cells: of the subgoals. node_of: by cell; at a subgoal its index in `cells`. scan: of
  /// these subgoals.
  SubgoalGraph(const Grid& grid, std::span<const CellIndex> cells, NodesByCell node_of,
               const SubgoalScan& scan, Crew& crew);

  std::size_t size() const noexcept { return begin_.size() - 1; }

  /// Those of legs.
  StepCosts costs() const noexcept { return costs_; }

  /// The edges of a subgoal, by rising number.
  std::span<const SubgoalEdge> edges(std::uint32_t subgoal) const noexcept {
    return {edges_.data() + begin_[subgoal], edges_.data() + begin_[subgoal + 1]};
  }

 private:
  StepCosts costs_;
  std::vector<std::size_t> begin_;
  std::vector<SubgoalEdge> edges_;
};

}  // namespace throng

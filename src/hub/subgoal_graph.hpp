#pragma once

#include "../core/crew.hpp"
#include "../jump/jump_graph.hpp"

#include <throng/grid.hpp>
#include <throng/query.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace throng {

/// What joins a subgoal to another one.
struct SubgoalEdge {
  std::uint32_t to;  ///< subgoal
  Cost cost;         ///< the distance on an open map, which is the one on this map
};

/// The simple subgoal graph of a grid: its nodes, the subgoals, are the cells at convex
/// corners of obstacles, which are the jump points of the map; two of them are joined when
/// the canonical way between them (some steps diagonally, then straight) is free and no
/// third one lies in between. That is mutual, and distances in the graph are distances on
/// the map.
///
/// Bytes: 4 a subgoal, 8 for either direction of an edge. Cost to build: for each subgoal
/// the diagonals that leave it, and two scans for each of their cells.
/// Source: T. Uras, S. Koenig, C. Hernandez, "Subgoal Graphs for Optimal Pathfinding in
/// Eight-Neighbor Grids", ICAPS 2013.
class SubgoalGraph {
 public:
  /// node_of: by cell; the number that `jumps` gives a subgoal, a larger one elsewhere.
  SubgoalGraph(const Grid& grid, const JumpGraph& jumps, const std::uint32_t* node_of,
               Crew& crew);

  std::size_t size() const noexcept { return begin_.size() - 1; }

  /// Of a subgoal, by rising number.
  std::span<const SubgoalEdge> edges(std::uint32_t subgoal) const noexcept {
    return {edges_.data() + begin_[subgoal], edges_.data() + begin_[subgoal + 1]};
  }

 private:
  std::vector<std::size_t> begin_;
  std::vector<SubgoalEdge> edges_;
};

}  // namespace throng

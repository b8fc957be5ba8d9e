#pragma once

#include "../../src/labels/subgoal_graph.hpp"
#include "../support/catch.hpp"

#include <throng/grid.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace throng::test {

/// Requires that the edges of a graph go both ways, cost the distances between their ends,
/// and join what is joined at its distance. distances: by subgoal, twice.
inline void require_distances(const SubgoalGraph& graph,
                              const std::vector<std::vector<Cost>>& distances) {
  const auto count = static_cast<std::uint32_t>(graph.size());
  std::vector<std::vector<Cost>> ways(count, std::vector<Cost>(count, kUnreachable));
  for (std::uint32_t i = 0; i < count; ++i) {
    ways[i][i] = 0;
    for (const SubgoalEdge& edge : graph.edges(i)) {
      REQUIRE(edge.cost == distances[i][edge.to]);
      REQUIRE(std::ranges::any_of(graph.edges(edge.to),
                                  [&](const SubgoalEdge& e) { return e.to == i; }));
      ways[i][edge.to] = edge.cost;
    }
  }
  for (std::uint32_t k = 0; k < count; ++k)  // Floyd and Warshall
    for (std::uint32_t i = 0; i < count; ++i)
      for (std::uint32_t j = 0; j < count; ++j)
        if (ways[i][k] != kUnreachable && ways[k][j] != kUnreachable)
          ways[i][j] = std::min(ways[i][j], ways[i][k] + ways[k][j]);
  REQUIRE(ways == distances);
}

}  // namespace throng::test

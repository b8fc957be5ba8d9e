#include "taut_graph.hpp"

#include "cone_scan.hpp"

#include <utility>

namespace throng {

Result<TautGraph> TautGraph::build(const LineBoard& board, const LineCorners& corners,
                                   std::size_t most_edges, Crew& crew,
                                   const Monitor* monitor) {
  std::vector<std::uint8_t> turns(corners.size());
  auto edges = CornerLists<TautEdge>::find(
      corners.size(), most_edges, crew, monitor,
      [&](ConeScratch& cones, std::uint32_t corner, std::vector<TautEdge>& list) {
        const LineVertex from = corners[corner];
        turns[corner] = static_cast<std::uint8_t>(board.corner(from.x, from.y));
        see_taut(board, from.point(), turns[corner], cones,
                 [&](std::int32_t x, std::int32_t y) {
                   const std::uint32_t to = corners.number(x, y);
                   list.push_back({to, line_length(from.point(), corners[to].point())});
                 });
      });
  if (!edges) return edges.failure();
  return TautGraph(corners, std::move(turns), *std::move(edges));
}

}  // namespace throng

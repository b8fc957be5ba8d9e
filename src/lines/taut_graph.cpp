#include "taut_graph.hpp"

#include "../core/memory.hpp"
#include "../core/progress.hpp"
#include "cone_scan.hpp"

#include <algorithm>
#include <atomic>

namespace throng {
namespace {

constexpr std::uint32_t kCornersPerBlock = 64;

}  // namespace

Result<TautGraph> TautGraph::build(const LineBoard& board, const LineCorners& corners,
                                   std::size_t most_edges, Crew& crew,
                                   const Monitor* monitor) {
  TautGraph graph(corners);
  const std::size_t count = corners.size();
  std::vector<ConeScratch> cones(static_cast<std::size_t>(crew.size()));
  std::vector<std::vector<TautEdge>> found((count + kCornersPerBlock - 1) /
                                           kCornersPerBlock);
  std::atomic<std::size_t> edge_count{0};
  crew.for_each_block(
      count, kCornersPerBlock, [&](int thread, std::size_t begin, std::size_t end) {
        if (edge_count > most_edges || cancelled(monitor)) return;
        ConeScratch& scratch = cones[static_cast<std::size_t>(thread)];
        std::vector<TautEdge>& edges = found[begin / kCornersPerBlock];
        for (auto i = static_cast<std::uint32_t>(begin); i < end; ++i) {
          const LineVertex from = corners[i];
          const unsigned corner = board.corner(from.x, from.y);
          graph.turns_[i] = static_cast<std::uint8_t>(corner);
          const std::size_t before = edges.size();
          see_taut(board, from.point(), corner, scratch,
                   [&](std::int32_t x, std::int32_t y) {
                     const std::uint32_t to = corners.number(x, y);
                     edges.push_back({to, line_length(from.point(), corners[to].point())});
                   });
          graph.begin_[i + 1] = edges.size() - before;
        }
        edge_count += edges.size();
      });
  if (cancelled(monitor)) return fail(Code::cancelled, "");
  if (edge_count > most_edges) return fail(Code::over_limit, "");
  for (std::size_t i = 0; i < count; ++i) graph.begin_[i + 1] += graph.begin_[i];
  graph.edges_.reserve(graph.begin_[count]);
  for (std::vector<TautEdge>& edges : found) {
    graph.edges_.insert(graph.edges_.end(), edges.begin(), edges.end());
    release(edges);
  }
  return graph;
}

}  // namespace throng

#include "taut_graph.hpp"

#include "cone_scan.hpp"

#include <algorithm>

namespace throng {
namespace {

constexpr std::uint32_t kCornersPerBlock = 64;

}  // namespace

TautGraph::TautGraph(const LineBoard& board, const LineCorners& corners, Crew& crew)
    : corners_(corners), turns_(corners.size()), begin_(corners.size() + std::size_t{1}) {
  const std::size_t count = corners.size();
  std::vector<ConeScratch> cones(static_cast<std::size_t>(crew.size()));
  std::vector<std::vector<TautEdge>> found((count + kCornersPerBlock - 1) /
                                           kCornersPerBlock);
  crew.for_each_block(
      count, kCornersPerBlock, [&](int thread, std::size_t begin, std::size_t end) {
        ConeScratch& scratch = cones[static_cast<std::size_t>(thread)];
        std::vector<TautEdge>& edges = found[begin / kCornersPerBlock];
        for (auto i = static_cast<std::uint32_t>(begin); i < end; ++i) {
          const LineVertex from = corners[i];
          const unsigned corner = board.corner(from.x, from.y);
          turns_[i] = static_cast<std::uint8_t>(corner);
          const std::size_t before = edges.size();
          see_taut(board, from.point(), corner, scratch,
                   [&](std::int32_t x, std::int32_t y) {
                     const std::uint32_t to = corners.number(x, y);
                     edges.push_back({to, line_length(from.point(), corners[to].point())});
                   });
          begin_[i + 1] = edges.size() - before;
        }
      });
  for (std::size_t i = 0; i < count; ++i) begin_[i + 1] += begin_[i];
  edges_.reserve(begin_[count]);
  for (const std::vector<TautEdge>& edges : found)
    edges_.insert(edges_.end(), edges.begin(), edges.end());
}

}  // namespace throng

#include "subgoal_graph.hpp"

#include "subgoal_scan.hpp"

#include <algorithm>

namespace throng {
namespace {

constexpr std::size_t kStopsPerBlock = 64;

void append_edges(const SubgoalScan& scan, CellIndex cell, NodesByCell node_of,
                  StepCosts costs, std::vector<SubgoalEdge>& edges) {
  const std::size_t begin = edges.size();
  scan.for_each_seen(cell, [&](CellIndex to, std::int32_t diagonal, std::int32_t straight) {
    edges.push_back({node_of[to], static_cast<Cost>(diagonal) * costs.diagonal +
                                      static_cast<Cost>(straight) * costs.straight});
  });
  std::sort(edges.begin() + static_cast<std::ptrdiff_t>(begin), edges.end(),
            [](SubgoalEdge a, SubgoalEdge b) { return a.to < b.to; });
}

}  // namespace

SubgoalGraph::SubgoalGraph(const Grid& grid, std::span<const CellIndex> cells,
                           NodesByCell node_of, const SubgoalScan& scan, Crew& crew)
    : costs_(leg_costs(grid)), begin_(cells.size() + 1, 0) {
  const std::size_t blocks = (cells.size() + kStopsPerBlock - 1) / kStopsPerBlock;
  std::vector<std::vector<SubgoalEdge>> found(blocks);
  crew.for_each_block(blocks, 1, [&](int, std::size_t block, std::size_t) {
    const std::size_t end = std::min((block + 1) * kStopsPerBlock, cells.size());
    for (std::size_t i = block * kStopsPerBlock; i < end; ++i) {
      const std::size_t before = found[block].size();
      append_edges(scan, cells[i], node_of, costs_, found[block]);
      begin_[i + 1] = found[block].size() - before;
    }
  });
  for (std::size_t i = 0; i < cells.size(); ++i) begin_[i + 1] += begin_[i];
  edges_.reserve(begin_.back());
  for (const auto& part : found) edges_.insert(edges_.end(), part.begin(), part.end());
}

}  // namespace throng

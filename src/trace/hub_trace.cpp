#include "hub_trace.hpp"

#include "../batch/answer_query.hpp"
#include "../index/index_contents.hpp"
#include "../labels/hub_search.hpp"

#include <span>

namespace throng {
namespace {

Position position_of(const HubMap& map, std::uint32_t subgoal) {
  const PaddedPosition at = map.place_of(subgoal);
  return {at.x - 1, at.y - 1};
}

/// The hubs in the label of a cell.
std::vector<HubTrace::Hub> label_of(const HubMap& map, CellIndex cell) {
  const std::uint32_t view = map.views.view(cell);
  const std::span<const SeenSubgoal> seen = map.views.seen(view);
  std::vector<HubTrace::Hub> label;
  const auto put = [&](std::uint32_t rank, std::size_t by, Cost cost) {
    const Cost away = map.open_cost(map.place(cell), map.place_of(seen[by].subgoal()));
    label.push_back({position_of(map, map.labels.subgoal(rank)), away + cost});
  };
  if (!map.views.has_labels())
    for (std::size_t i = 0; i < seen.size(); ++i)
      map.labels.for_each(seen[i].subgoal(),
                          [&](std::uint32_t rank, Cost cost) { put(rank, i, cost); });
  for (const HubBlock& block : map.views.label(view))
    for (std::size_t i = 0; i < HubBlock::kEntries; ++i) {
      const std::uint32_t rank = block.key[i] >> HubBlock::kSeenBits;
      if (rank < map.labels.subgoals())  // otherwise the entry fills up the block
        put(rank, block.key[i] % HubBlock::kMostSeen, block.cost[i]);
    }
  return label;
}

}  // namespace

std::optional<HubTrace> trace_hubs(const Index& index, const Query& query) {
  const Grid& grid = *index.grid();
  if (index.contents().hubs == nullptr || !needs_search(grid, query)) return {};
  const HubMap map = index.contents().hub_map();
  const CellIndex start = grid.cell(query.start), goal = grid.cell(query.goal);
  HubScratch scratch;
  const HubWay way = HubSearch(map).find(start, goal, scratch);
  HubTrace trace{HubTrace::Kind::direct, way.cost, query.goal, label_of(map, start),
                 label_of(map, goal)};
  if (way.kind == HubWay::Kind::turn) {
    trace.kind = HubTrace::Kind::turn;
    trace.meeting = position_of(map, way.at);
  } else if (way.kind == HubWay::Kind::hub) {
    trace.kind = HubTrace::Kind::hub;
    trace.meeting = position_of(map, map.labels.subgoal(way.at));
  }
  return trace;
}

}  // namespace throng

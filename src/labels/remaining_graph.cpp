#include "remaining_graph.hpp"

#include <algorithm>

namespace throng {
namespace {

constexpr std::size_t kPlacesPerBlock = 256;

MoveSet first_moves(Topology topology, PaddedPosition from, PaddedPosition to) noexcept {
  const std::int32_t dx = to.x - from.x, dy = to.y - from.y;
  const JumpLine line(dx, dy);
  if (topology == Topology::tile)
    return static_cast<MoveSet>((dx != 0 ? 1U << across_of(line.across) : 0U) |
                                (dy != 0 ? 1U << along_of(line.across) : 0U));
  return static_cast<MoveSet>((line.diagonal != 0 ? 1U << line.across : 0U) |
                              (line.straight != 0 ? 1U << line.along : 0U));
}

}  // namespace

RemainingGraph::RemainingGraph(const Grid& grid, std::span<const CellIndex> cells,
                               const SubgoalGraph& edges, Crew& crew)
    : costs_(leg_costs(grid)),
      places_(cells.size()),
      turns_(cells.size()),
      arcs_(cells.size()) {
  for (std::size_t i = 0; i < cells.size(); ++i)
    places_[i] = padded_position(cells[i], grid.stride());
  const Topology topology = grid.rules().topology;
  crew.for_each_block(
      cells.size(), kPlacesPerBlock, [&](int, std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
          turns_[i] = Turns(grid, cells[i]);
          const auto node = static_cast<std::uint32_t>(i);
          arcs_[i].reserve(edges.edges(node).size());
          for (const SubgoalEdge& edge : edges.edges(node))
            arcs_[i].push_back(
                {.to = edge.to,
                 .cost = edge.cost,
                 .out = first_moves(topology, places_[i], places_[edge.to]),
                 .out_of_to = first_moves(topology, places_[edge.to], places_[i])});
        }
      });
  for (const Arcs& arcs : arcs_) arc_count_ += arcs.size();
}

RemainingGraph::Arcs RemainingGraph::take(std::uint32_t node) {
  Arcs taken = std::move(arcs_[node]);
  arcs_[node] = {};
  arc_count_ -= 2 * taken.size();
  return taken;
}

void RemainingGraph::forget(std::uint32_t from, std::uint32_t taken) {
  Arcs& arcs = arcs_[from];
  *std::ranges::find(arcs, taken, &RemainingArc::to) = arcs.back();
  arcs.pop_back();
}

bool RemainingGraph::add(std::uint32_t from, const RemainingArc& arc) {
  for (RemainingArc& old : arcs_[from]) {
    if (old.to != arc.to) continue;
    if (arc.cost < old.cost) {
      old = arc;
    } else if (arc.cost == old.cost) {
      old.out |= arc.out;
      old.out_of_to |= arc.out_of_to;
    }
    return false;
  }
  arcs_[from].push_back(arc);
  return true;
}

}  // namespace throng

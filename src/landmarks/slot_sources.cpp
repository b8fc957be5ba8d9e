#include "slot_sources.hpp"

#include "../grid/open_metric.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <utility>

namespace throng {
namespace {

/// The distance between two positions on an open map.
Cost open_distance(const ClosureGraph& graph, Position a, Position b) {
  const Topology topology = graph.layout->rules().topology;
  if (is_hexagonal(topology)) {
    const Position from = axial(topology, a), to = axial(topology, b);
    return HexMetric(graph.unit)(to.x - from.x, to.y - from.y);
  }
  return OpenMetric(topology, graph.unit)(static_cast<Cost>(std::abs(a.x - b.x)),
                                          static_cast<Cost>(std::abs(a.y - b.y)));
}

/// Calls visit(p) for each position of the map on the edge of a square of 2 * radius + 1
/// cells around `centre`.
template <class Visit>
void for_each_on_ring(const Grid& layout, Position centre, std::int32_t radius,
                      const Visit& visit) {
  for (std::int32_t dy = -radius; dy <= radius; ++dy) {
    const bool is_edge = std::abs(dy) == radius;
    const std::int32_t step = is_edge || radius == 0 ? 1 : 2 * radius;
    for (std::int32_t dx = -radius; dx <= radius; dx += step)
      if (const Position p{centre.x + dx, centre.y + dy}; layout.contains(p)) visit(p);
  }
}

/// The open cell nearest to `cell` on an open map; of several the one of least index.
std::optional<CellIndex> nearest_open(const ClosureGraph& graph, CellIndex cell) {
  using Candidate = std::pair<Cost, CellIndex>;
  const Grid& layout = *graph.layout;
  const Position centre = layout.position(cell);
  Candidate best{kUnreachable, 0};
  const std::int32_t widest = std::max(layout.width(), layout.height());
  for (std::int32_t radius = 0; radius < widest; ++radius) {
    // A cell of the ring is at least radius - 1 steps away, also on hexagonal maps.
    if (radius > 0 && static_cast<Cost>(radius - 1) * graph.unit.straight > best.first)
      break;
    for_each_on_ring(layout, centre, radius, [&](Position p) {
      if (const CellIndex at = layout.cell(p); graph.open(at))
        best = std::min(best, Candidate{open_distance(graph, centre, p), at});
    });
  }
  if (best.first == kUnreachable) return std::nullopt;
  return best.second;
}

/// Removes the marked cells that are joined to `start` from scratch.marks, and collects
/// them in scratch.region.
void take_region(const ClosureGraph& graph, CellIndex start, PotentialScratch& scratch) {
  scratch.region.assign(1, start);
  scratch.marks.remove(start);
  visit_edge_kind(graph, [&]<EdgeKind kind>() {
    for (std::size_t i = 0; i < scratch.region.size(); ++i)
      for_each_edge<kind>(graph, scratch.region[i], [&](CellIndex to, Cost) {
        if (!scratch.marks.has(to)) return;
        scratch.marks.remove(to);
        scratch.region.push_back(to);
      });
  });
}

/// A direction for each slot: points on the edge of a square of 8 cells, evenly spread.
Position direction_of(unsigned slot, std::size_t slots) {
  constexpr std::int32_t kHalf = 4;
  const auto point = static_cast<std::int32_t>(std::size_t{slot} * 8 * kHalf / slots);
  const std::int32_t along = point % (2 * kHalf) - kHalf;
  switch (point / (2 * kHalf)) {
    case 0:
      return {along, -kHalf};
    case 1:
      return {kHalf, along};
    case 2:
      return {-along, kHalf};
    default:
      return {-kHalf, -along};
  }
}

/// The cell of scratch.region farthest in a direction; of several the one of least index.
CellIndex extreme_cell(const ClosureGraph& graph, Position direction,
                       const PotentialScratch& scratch) {
  const auto reach = [&](CellIndex cell) {
    const Position p = graph.layout->position(cell);
    return std::int64_t{p.x} * direction.x + std::int64_t{p.y} * direction.y;
  };
  CellIndex best = scratch.region.front();
  std::int64_t farthest = reach(best);
  for (const CellIndex cell : scratch.region) {
    const std::int64_t far = reach(cell);
    if (far < farthest || (far == farthest && cell >= best)) continue;
    farthest = far;
    best = cell;
  }
  return best;
}

}  // namespace

SlotSources::SlotSources(std::span<const CellIndex> cells) {
  for (const CellIndex cell : cells) list_.push_back({cell, false});
}

/// Makes `cell` the source of its component if that has none yet; returns whether it did.
bool SlotSources::claim(const ClosureGraph& graph, CellIndex cell,
                        PotentialScratch& scratch) const {
  std::uint8_t& claimed = scratch.claims[graph.component(cell)];
  return std::exchange(claimed, 1) == 0;
}

void SlotSources::renew(const ClosureGraph& graph, PotentialScratch& scratch) {
  scratch.claims.assign(graph.component_count, 0);
  // Until the end a source keeps its old state; `awake` has the new one.
  auto& awake = scratch.awake;
  awake.assign(list_.size(), 0);
  for (std::size_t i = 0; i < list_.size(); ++i)
    if (list_[i].active && graph.open(list_[i].cell))
      awake[i] = claim(graph, list_[i].cell, scratch);
  for (std::size_t i = 0; i < list_.size(); ++i) {
    if (!list_[i].active || graph.open(list_[i].cell)) continue;
    const std::optional<CellIndex> near = nearest_open(graph, list_[i].cell);
    if (!near || !claim(graph, *near, scratch)) continue;
    list_[i].cell = *near;
    awake[i] = 1;
  }
  for (std::size_t i = 0; i < list_.size(); ++i)
    if (!list_[i].active && graph.open(list_[i].cell))
      awake[i] = claim(graph, list_[i].cell, scratch);
  for (std::size_t i = 0; i < list_.size(); ++i) list_[i].active = awake[i] != 0;
  forget_youngest();
}

std::size_t SlotSources::add_missing(const ClosureGraph& graph, unsigned slot,
                                     std::size_t slots,
                                     std::pmr::vector<CellIndex>& unreached,
                                     PotentialScratch& scratch) {
  std::sort(unreached.begin(), unreached.end());
  scratch.marks.clear(graph.layout->cell_count());
  for (const CellIndex cell : unreached) scratch.marks.add(cell);
  std::size_t visited = unreached.size();
  for (Source& source : list_)
    if (!source.active && scratch.marks.has(source.cell)) {
      source.active = true;
      take_region(graph, source.cell, scratch);
      visited += scratch.region.size();
    }

  auto& added = scratch.added;
  added.clear();
  for (const CellIndex cell : unreached) {
    if (!scratch.marks.has(cell)) continue;
    take_region(graph, cell, scratch);
    visited += scratch.region.size();
    added.push_back(
        {scratch.region.size(), extreme_cell(graph, direction_of(slot, slots), scratch)});
  }
  // Cells differ, so the order is total.
  std::sort(added.begin(), added.end(), [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first > b.first : a.second < b.second;
  });
  for (const auto& [size, cell] : added) list_.push_back({cell, true});
  forget_youngest();
  return visited;
}

void SlotSources::forget_youngest() {
  std::size_t sleeping = 0;
  std::erase_if(list_, [&](const Source& source) {
    return !source.active && ++sleeping > kMostSleeping;
  });
}

}  // namespace throng

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

/// Finds regions and their extreme cells.
class RegionFinder {
 public:
  using Region = PotentialScratch::Region;

  /// The extreme cell is the farthest in this direction; of several that of least index.
  RegionFinder(const ClosureGraph& graph, Position direction, PotentialScratch& scratch)
      : graph_(graph), direction_(direction), scratch_(scratch) {}

  /// Appends the regions of scratch.marks to scratch.regions, and takes them from the
  /// marks.
  void find(std::span<const CellIndex> marked) {
    for (const CellIndex cell : marked) {
      if (!scratch_.marks.has(cell)) continue;
      take_region(graph_, cell, scratch_);
      Region region;
      for (const CellIndex one : scratch_.region) add(one, region);
      scratch_.regions.push_back(region);
    }
  }

  /// The same on plain ground, where regions are components: those of these cells that
  /// scratch.claims leaves. Many times as fast.
  void find_components(std::span<const CellIndex> cells) {
    constexpr std::uint32_t kNone = 0;
    auto& number = scratch_.region_of;  // by component, from 1 on
    number.assign(graph_.component_count, kNone);
    for (const CellIndex cell : cells) {
      const std::uint32_t component = graph_.component(cell);
      if (scratch_.claims[component] != 0) continue;
      if (number[component] == kNone) {
        scratch_.regions.emplace_back();
        number[component] = static_cast<std::uint32_t>(scratch_.regions.size());
      }
      add(cell, scratch_.regions[number[component] - 1]);
    }
  }

 private:
  void add(CellIndex cell, Region& region) const {
    const Position p = graph_.layout->position(cell);
    const std::int64_t reach =
        std::int64_t{p.x} * direction_.x + std::int64_t{p.y} * direction_.y;
    const bool farther =
        reach > region.reach || (reach == region.reach && cell < region.cell);
    if (region.size++ != 0 && !farther) return;
    region.reach = reach;
    region.cell = cell;
  }

  const ClosureGraph& graph_;
  Position direction_;
  PotentialScratch& scratch_;
};

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
  if (!std::is_sorted(unreached.begin(), unreached.end()))
    std::sort(unreached.begin(), unreached.end());
  auto& regions = scratch.regions;
  regions.clear();
  RegionFinder finder(graph, direction_of(slot, slots), scratch);
  if (graph.plain) {
    scratch.claims.assign(graph.component_count, 0);
    for (Source& source : list_)
      if (!source.active && std::ranges::binary_search(unreached, source.cell))
        source.active = claim(graph, source.cell, scratch);
    finder.find_components(unreached);
  } else {
    scratch.marks.clear(graph.layout->cell_count());
    for (const CellIndex cell : unreached) scratch.marks.add(cell);
    for (Source& source : list_)
      if (!source.active && scratch.marks.has(source.cell)) {
        source.active = true;
        take_region(graph, source.cell, scratch);
      }
    finder.find(unreached);
  }
  // Cells differ, so the order is total.
  std::sort(regions.begin(), regions.end(), [](const auto& a, const auto& b) {
    return a.size != b.size ? a.size > b.size : a.cell < b.cell;
  });
  for (const auto& region : regions) list_.push_back({region.cell, true});
  forget_youngest();
  return unreached.size();
}

void SlotSources::forget_youngest() {
  std::size_t sleeping = 0;
  std::erase_if(list_, [&](const Source& source) {
    return !source.active && ++sleeping > kMostSleeping;
  });
}

}  // namespace throng

#include "hierarchy.hpp"

#include "../core/large_vector.hpp"
#include "../core/megabytes.hpp"
#include "../core/progress.hpp"
#include "../jump/jump_graph.hpp"
#include "../jump/open_lines.hpp"
#include "../labels/contraction.hpp"
#include "../labels/farthest_nodes.hpp"
#include "../labels/remaining_graph.hpp"
#include "../labels/subgoal_graph.hpp"

#include <algorithm>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace throng {
namespace {

/// In caves of 4096 x 4096, costs are found in 0.85 of the mean time with 32, the slowest
/// percent in 0.7; on smaller maps it takes as long.
constexpr std::size_t kLandmarks = 64;
/// One node of so many is left as core.
constexpr std::size_t kCorePart = 50;
/// With more arcs a node, searches in the core are faster than climbs.
constexpr std::size_t kMostDegree = 20;
constexpr std::size_t kMostArcs = 127;  ///< see HierarchyArc
constexpr std::size_t kNodesPerBlock = 256;
constexpr std::size_t kMostSide = std::numeric_limits<std::uint16_t>::max() - 2;

/// The core as a graph: the first nodes of a hierarchy.
struct Core {
  std::size_t nodes;
  std::span<const std::uint32_t> first;
  std::span<const HierarchyArc> arcs;

  std::size_t size() const noexcept { return nodes; }
  template <class Visit>
  void for_each_arc(std::uint32_t node, const Visit& visit) const {
    for (std::uint32_t i = first[node]; i < first[node + 1]; ++i)
      visit(arcs[i].to(), arcs[i].cost());
  }
};

Failure exceeds(std::size_t subgoals, std::size_t most_bytes) {
  return fail(Code::over_limit, "the hierarchy of " + std::to_string(subgoals) +
                                    " corners needs more than the " +
                                    in_megabytes(most_bytes) + " allowed");
}

/// The subgoals by their first numbers, and the graph that joins them.
struct Subgoals {
  std::pmr::vector<CellIndex> cells;
  SubgoalScan scan;

  explicit Subgoals(const Grid& grid, const JumpMap& jumps)
      : cells(ordered_jump_points(open_rows(grid), jumps)), scan(grid, cells) {}

  RemainingGraph graph(const Grid& grid, Crew& crew) const {
    std::vector<std::uint32_t> number_of(grid.cell_count());
    for (std::size_t i = 0; i < cells.size(); ++i)
      number_of[cells[i]] = static_cast<std::uint32_t>(i);
    const SubgoalGraph edges(grid, cells, NodesByCell(number_of.data()), scan, crew);
    return {grid, cells, edges, crew};
  }
};

Outcome check_legs(const RemainingGraph& graph) {
  for (std::uint32_t node = 0; node < graph.size(); ++node)
    for (const RemainingArc& arc : graph.arcs(node)) {
      const PaddedPosition from = graph.place(node), to = graph.place(arc.to);
      const JumpLine line(to.x - from.x, to.y - from.y);
      if (std::max(line.diagonal, line.straight) > HubLeg::kMostSteps)
        return fail(Code::unsupported, "a hierarchy has room for legs of " +
                                           std::to_string(HubLeg::kMostSteps) +
                                           " steps; corners lie farther apart");
    }
  return ok();
}

/// The arcs of all nodes in their final order.
class Layout {
 public:
  Layout(const RemainingGraph& core, const Contracted& contracted)
      : graph_(core), contracted_(contracted), numbers_(core.size()) {
    std::vector<std::uint8_t> is_contracted(core.size(), 0);
    for (const std::uint32_t subgoal : contracted.order) is_contracted[subgoal] = 1;
    subgoals_.reserve(core.size());
    for (std::uint32_t i = 0; i < core.size(); ++i)
      if (is_contracted[i] == 0) subgoals_.push_back(i);
    core_ = subgoals_.size();
    subgoals_.insert(subgoals_.end(), contracted.order.rbegin(), contracted.order.rend());
    for (std::uint32_t i = 0; i < core.size(); ++i) numbers_[subgoals_[i]] = i;
    first.assign(1, 0);
    first.reserve(core.size() + 1);
    for (std::uint32_t node = 0; node < core.size(); ++node)
      first.push_back(first.back() + static_cast<std::uint32_t>(arcs(node).size()));
  }

  std::size_t core() const noexcept { return core_; }
  std::uint32_t subgoal(std::uint32_t node) const noexcept { return subgoals_[node]; }

  LargeVector<HierarchyArc> lay_out(Crew& crew) const {
    LargeVector<HierarchyArc> all(first.back(), HierarchyArc(0, 0, HubLeg()));
    crew.for_each_block(subgoals_.size(), kNodesPerBlock,
                        [&](int, std::size_t begin, std::size_t end) {
                          for (std::size_t i = begin; i < end; ++i)
                            put(static_cast<std::uint32_t>(i), all);
                        });
    return all;
  }

  std::vector<std::uint32_t> first;

 private:
  const RemainingGraph::Arcs& arcs(std::uint32_t node) const noexcept {
    const std::uint32_t subgoal = subgoals_[node];
    return node < core_ ? graph_.arcs(subgoal) : contracted_.arcs[subgoal];
  }

  /// The position of the arc from a contracted subgoal to another one.
  std::uint32_t position(std::uint32_t from, std::uint32_t to) const {
    const RemainingGraph::Arcs& arcs = contracted_.arcs[from];
    const auto at = std::ranges::find(arcs, to, &RemainingArc::to);
    return first[numbers_[from]] + static_cast<std::uint32_t>(at - arcs.begin());
  }

  void put(std::uint32_t node, LargeVector<HierarchyArc>& all) const {
    const std::uint32_t from = subgoals_[node];
    const PaddedPosition at = graph_.place(from);
    std::uint32_t i = first[node];
    for (const RemainingArc& arc : arcs(node)) {
      const PaddedPosition end = graph_.place(arc.to);
      all[i++] = arc.middle == RemainingArc::kNone
                     ? HierarchyArc(numbers_[arc.to], arc.cost,
                                    HubLeg(JumpLine(end.x - at.x, end.y - at.y)))
                     : HierarchyArc(numbers_[arc.to], arc.cost, position(arc.middle, from),
                                    position(arc.middle, arc.to));
    }
  }

  const RemainingGraph& graph_;
  const Contracted& contracted_;
  std::vector<std::uint32_t> numbers_;   ///< the node of each subgoal
  std::vector<std::uint32_t> subgoals_;  ///< by node
  std::size_t core_ = 0;
};

/// The cell of each node.
std::vector<CellIndex> cells_of(const Grid& grid,
                                std::span<const Hierarchy::Place> places) {
  std::vector<CellIndex> cells;
  cells.reserve(places.size());
  for (const Hierarchy::Place at : places)
    cells.push_back(cell_at({at.x, at.y}, grid.stride()));
  return cells;
}

}  // namespace

Result<Hierarchy> Hierarchy::build(const Grid& grid, const JumpMap& jumps,
                                   std::size_t most_bytes, Crew& crew, Monitor* monitor) {
  Subgoals subgoals(grid, jumps);
  const std::size_t count = subgoals.cells.size();
  if (count >= HierarchyArc::kMostNodes)
    return fail(Code::unsupported, "a hierarchy can number " +
                                       std::to_string(HierarchyArc::kMostNodes - 1) +
                                       " corners; the map has " + std::to_string(count));
  if (static_cast<std::size_t>(std::max(grid.width(), grid.height())) > kMostSide)
    return fail(Code::unsupported, "a hierarchy supports maps of at most " +
                                       std::to_string(kMostSide) + " cells a side");
  const std::size_t fixed = NumberedCells::bytes(grid.cell_count(), count) +
                            subgoals.scan.memory_bytes() + count * sizeof(Place) +
                            (count + 1) * sizeof(std::uint32_t);
  if (fixed > most_bytes) return exceeds(count, most_bytes);
  RemainingGraph graph = subgoals.graph(grid, crew);
  if (const Outcome short_enough = check_legs(graph); !short_enough)
    return short_enough.failure();
  const ContractionLimits limits{.core = count / kCorePart,
                                 .degree = kMostDegree,
                                 .node_arcs = kMostArcs,
                                 .arcs = (most_bytes - fixed) / sizeof(HierarchyArc)};
  Result<Contracted> contracted =
      Contraction(graph, crew, limits).run(Progress(monitor, count));
  if (!contracted) {
    if (contracted.error().code == Code::over_limit) return exceeds(count, most_bytes);
    return fail(Code::cancelled, "the building of the hierarchy was cancelled");
  }
  Layout layout(graph, *contracted);
  std::vector<Place> places;
  places.reserve(count);
  for (std::uint32_t node = 0; node < count; ++node) {
    const PaddedPosition at = graph.place(layout.subgoal(node));
    places.push_back({static_cast<std::uint16_t>(at.x), static_cast<std::uint16_t>(at.y)});
  }
  LargeVector<HierarchyArc> arcs = layout.lay_out(crew);
  const std::size_t core = layout.core();
  CoreWays ways(std::span(layout.first).first(core + 1), arcs);
  const std::size_t used = fixed + arcs.size() * sizeof(HierarchyArc) + ways.memory_bytes();
  if (used > most_bytes) return exceeds(count, most_bytes);
  const std::size_t left = most_bytes - used;
  const std::size_t landmarks =
      core > 0 ? std::min(kLandmarks, left / (core * sizeof(Cost))) : 0;
  LargeVector<Cost> rows = find_farthest_nodes(Core{core, layout.first, arcs}, landmarks,
                                               landmarks, Progress(nullptr))
                               .rows;
  return Hierarchy(
      grid, std::move(subgoals.scan),
      {core, SharedArray(std::move(places)), SharedArray(std::move(layout.first)),
       SharedArray(std::move(arcs)), SharedArray(std::move(rows)), std::move(ways)});
}

Hierarchy::Hierarchy(const Grid& grid, SubgoalScan scan, Arrays arrays)
    : scan_(std::move(scan)),
      arrays_(std::move(arrays)),
      numbers_(grid.cell_count(), cells_of(grid, arrays_.places.values())),
      landmarks_(arrays_.core > 0 ? arrays_.rows.size() / arrays_.core : 0) {}

std::size_t Hierarchy::memory_bytes() const noexcept {
  return scan_.memory_bytes() + numbers_.memory_bytes() + arrays_.places.size_bytes() +
         arrays_.first.size_bytes() + arrays_.arcs.size_bytes() +
         arrays_.ways.memory_bytes() + arrays_.rows.size_bytes();
}

}  // namespace throng

#include "choose.hpp"

#include "../grid/open_metric.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <span>

// The figures below separate the faster engine from the slower one on most of 39 maps of
// nine families (games, cities, rooms, mazes, noise), with 200 to 300 queries of each map's
// scenario. Bench automatic/ measures the choice on 13 of them.

namespace throng {
namespace {

/// a / b >= numerator / denominator.
struct Ratio {
  std::size_t numerator, denominator;
  bool reached(std::size_t a, std::size_t b) const noexcept {
    return a * denominator >= b * numerator;
  }
};

/// A map with a jump point for every two open cells is noise, or a maze one cell wide.
constexpr std::size_t kOpenCellsPerJumpPoint = 2;
/// Moves for every two open cells. In a maze one cell wide, each cell has two moves.
constexpr std::size_t kMovesOfNoise = 5;
/// Noise in which most cells have all moves: the distance on an open map is nearly exact,
/// and landmarks cost more than they save.
constexpr std::size_t kMovesOfSparseNoise = 12;
/// Edges of the graph that are dead ends, of all. In dense noise with as many, the graph
/// alone makes jumping faster than A*: 0.21 on noise of 40 % (0.9 of the time of A*), 0.13
/// on noise of 35 % (1.6).
constexpr Ratio kDeadEndsOfDenseNoise{1, 6};
/// In a forest, nearly all edges are: the goal alone tells which way to go, so that only
/// landmarks that cost nothing to ask save time.
constexpr Ratio kDeadEndsOfForest{99, 100};

// A query of fronts reads FrontTree::mean_way entries, of which each takes a fraction of a
// nanosecond; a search visits a share of the jump points.

/// Jump points to entries where fronts are faster than jumping on the graph, ...
constexpr Ratio kFrontsBeforeGraph{4, 5};
/// ... on the graph with landmarks, or on that of a forest, ...
constexpr Ratio kFrontsBeforeGuidedGraph{5, 1};
/// ... and than scanning; with few entries, than all of these but landmarks on the graph.
constexpr Ratio kFrontsBeforeScan{1, 16};
constexpr std::size_t kFewEntries = 1U << 14;
/// On a graph with fewer jump points, searches are as fast as fronts with few entries.
constexpr std::size_t kSmallGraph = 1U << 10;
/// Open cells to entries where fronts are faster than scanning, however few jump points.
constexpr Ratio kFrontsOfNarrowMaps{5, 1};

/// In components with as many corners, a hierarchy takes 0.06 to 0.94 of the mean time of
/// jumping with landmarks: 43,000 and more on noise of 512 x 512 and on generated maps of
/// up to 4096 x 4096. With 2,800 to 24,000 on generated rooms, caves and terrain of 512 x
/// 512 and on TheFrozenSea, jumping takes 0.1 to 1.2 of its time.
constexpr std::size_t kManyCorners = 1U << 15;
/// The same without landmarks and a graph: with 8,968 to 22,912 corners, on three game maps
/// and in a city, a hierarchy takes 0.4 to 1.1 of the time of scanning.
constexpr std::size_t kManyCornersOfScan = 1U << 13;
/// Arcs to corners. With fewer, as in mazes and rooms, climbs are short: then a hierarchy
/// is faster than jumping on the graph if there are as many corners as below, ...
constexpr Ratio kLongClimbs{9, 2};
constexpr std::size_t kCornersOfGraph = 1U << 11;
constexpr std::size_t kCornersOfGuidedGraph = 1U << 12;
/// ... than scanning with any number of them, ...
constexpr Ratio kLongClimbsOfScan{6, 1};
/// ... and than fronts, except on noise.
constexpr Ratio kLongClimbsOfFronts{3, 1};

/// Open cells in the largest block (see DeadEnds) to all, where pruning dead ends does not
/// pay: it costs A* up to 50 %.
constexpr Ratio kFewDeadEnds{1, 2};
/// With less, the way through the blocks leaves little to search, and pruning is better
/// than gates, ...
constexpr Ratio kFewerThanGates{1, 8};
/// ... and than landmarks.
constexpr Ratio kFewerThanLandmarks{1, 256};
/// Jump points to open cells where pruning pays on the graph, which knows dead ends of its
/// own, and where it does if there are many dead ends.
constexpr Ratio kPrunedGraph{1, 8};
constexpr Ratio kPrunedGraphOfDeadEnds{1, 14};
/// With fewer, areas are as large as the rooms of a palace, and scanning pays for pruning.
constexpr Ratio kSmallAreas{1, 64};

/// Pairs of gates whose cost is nearly that on an open map, of all, where gates do not pay.
constexpr Ratio kDirectGates{23, 200};
/// Pairs of nodes and landmarks, likewise, where landmarks at jump points do not pay: each
/// query computes the rows of its ends first.
constexpr Ratio kDirectLandmarks{9, 100};
constexpr std::size_t kJumpPointsOfLandmarks = 1U << 10;
/// A cost is nearly that on an open map up to this ratio.
constexpr Ratio kDetour{51, 50};

/// Nodes of the graph that are read.
constexpr std::size_t kNodes = 256;

/// How jump points lie on a map.
enum class Layout : std::uint8_t { wide, corridors, dense_noise, sparse_noise };

/// A share of samples.
struct Share {
  std::size_t part = 0, all = 0;
  void add(bool counts) {
    part += counts ? 1 : 0;
    ++all;
  }
  bool reaches(const Ratio& ratio) const noexcept {
    return all != 0 && ratio.reached(part, all);
  }
};

/// Calls visit(i) for at most about `most` numbers below count, evenly spaced.
template <class Visit>
void for_samples(std::size_t count, std::size_t most, const Visit& visit) {
  const std::size_t step = std::max<std::size_t>(1, count / most);
  for (std::size_t i = 0; i < count; i += step) visit(i);
}

/// The figures of a map and of an index, which may be null. Those that take time are found
/// when they are asked for.
class Figures {
 public:
  Figures(const Grid& grid, const JumpMap* jump_map, const Index::Parts* index)
      : grid_(grid), jump_map_(jump_map), index_(index) {}

  bool jumps() const noexcept { return jump_map_ != nullptr; }
  bool landmarks() const noexcept { return index_ != nullptr && index_->landmarks; }
  bool graph() const noexcept { return index_ != nullptr && index_->jump_graph; }
  bool areas() const noexcept { return index_ != nullptr && index_->areas; }
  bool gates() const noexcept { return index_ != nullptr && index_->gates; }
  bool fronts() const noexcept { return index_ != nullptr && index_->fronts; }
  bool hierarchy() const noexcept { return index_ != nullptr && index_->hierarchy; }
  bool hubs() const noexcept { return index_ != nullptr && index_->hubs; }

  Layout layout() {
    if (!layout_) layout_ = find_layout();
    return *layout_;
  }
  /// Whether nearly all edges of the graph are dead ends, in a map that is wide.
  bool forest() {
    return layout() == Layout::wide && graph() && dead_ends().reaches(kDeadEndsOfForest);
  }

  bool jumps_pay(bool guided);
  bool fronts_pay();
  bool hierarchy_pays();
  /// Pre: there are fronts and a hierarchy, and both pay.
  bool fronts_before_hierarchy() {
    return arcs_reach(kLongClimbsOfFronts) || layout() == Layout::dense_noise ||
           layout() == Layout::sparse_noise;
  }
  /// Pre: there are areas.
  bool pruning_pays_on_graph() {
    return jump_points_reach(kPrunedGraph) ||
           (many_dead_ends() && jump_points_reach(kPrunedGraphOfDeadEnds));
  }
  bool many_dead_ends() const { return !block_reaches(kFewDeadEnds); }
  bool pruning_pays_on_scan() const {
    return many_dead_ends() ||
           (index_->areas->map.count > 1 && !jump_points_reach(kSmallAreas));
  }
  bool pruning_before_landmarks() const { return !block_reaches(kFewerThanLandmarks); }
  /// Pre: there are gates.
  bool gates_pay_on_scan() const {
    return index_->gates->gates.count() > 0 && block_reaches(kFewerThanGates) &&
           !direct_gates().reaches(kDirectGates);
  }
  /// Pre: there are landmarks and a graph.
  bool landmarks_pay_on_graph() {
    if (!index_->jump_point_rows()) return true;
    return !forest() && jump_map_->state_count() >= kJumpPointsOfLandmarks &&
           !direct_landmarks().reaches(kDirectLandmarks);
  }

 private:
  Layout find_layout() const;
  Share dead_ends();
  Share direct_gates() const;
  Share direct_landmarks() const;

  bool jump_points_reach(const Ratio& of_open_cells) const {
    return of_open_cells.reached(jump_map_->state_count(), grid_.open_cells());
  }
  bool arcs_reach(const Ratio& of_corners) const {
    const Hierarchy& hierarchy = *index_->hierarchy;
    return of_corners.reached(hierarchy.arc_count(), hierarchy.size());
  }
  bool block_reaches(const Ratio& of_open_cells) const {
    return of_open_cells.reached(index_->areas->largest_block, grid_.open_cells());
  }
  /// Whether a cost between two places, apart by (dx, dy), is nearly that on an open map.
  bool direct(Cost cost, std::int32_t dx, std::int32_t dy) const {
    const OpenMetric open(grid_.rules().topology, grid_.min_step_costs());
    return !kDetour.reached(
        cost, open(static_cast<Cost>(std::abs(dx)), static_cast<Cost>(std::abs(dy))));
  }

  const Grid& grid_;
  const JumpMap* jump_map_;
  const Index::Parts* index_;
  std::optional<Layout> layout_;
  Share dead_ends_;  ///< none: not found yet
};

/// Cost: O(cells) on noise and mazes.
Layout Figures::find_layout() const {
  if (!jumps() || jump_map_->state_count() * kOpenCellsPerJumpPoint <= grid_.open_cells())
    return Layout::wide;
  std::size_t moves = 0;
  for (const std::uint8_t some : grid_.moves())
    moves += static_cast<std::size_t>(std::popcount(some));
  if (2 * moves < kMovesOfNoise * grid_.open_cells()) return Layout::corridors;
  return 2 * moves < kMovesOfSparseNoise * grid_.open_cells() ? Layout::dense_noise
                                                              : Layout::sparse_noise;
}

/// Edges that are dead ends, of those of some nodes; none of a living map: there they are
/// known only once it is settled, and a restored map numbers its nodes otherwise, so that
/// its choice could differ. Pre: there is a graph.
Share Figures::dead_ends() {
  const bool living = index_->living_nodes.data() != nullptr;
  if (living || dead_ends_.all != 0) return dead_ends_;
  const std::span<const JumpNode> nodes = index_->jump_graph->nodes();
  const std::span<const JumpShortcut> shortcuts = index_->jump_shortcuts->shortcuts();
  for_samples(nodes.size(), kNodes, [&](std::size_t node) {
    for (std::uint32_t edge = nodes[node].first.front(); edge < nodes[node].first.back();
         ++edge)
      dead_ends_.add(shortcuts[edge].dead_end());
  });
  return dead_ends_;
}

/// Pairs of gates, of some, whose cost is nearly that between them on an open map.
Share Figures::direct_gates() const {
  constexpr std::size_t kGates = 64;
  const Gates& gates = index_->gates->gates;
  Share share;
  for_samples(gates.count(), kGates, [&](std::size_t row) {
    for_samples(gates.count(), kGates, [&](std::size_t column) {
      const Cost cost = index_->gates->matrix.cost(row, column);
      const Gate& from = gates[row];
      const Gate& to = gates[gates.row_of(static_cast<std::uint32_t>(column))];
      const std::int32_t dx = std::max(
                             {0, to.first.x - from.last.x, from.first.x - to.last.x}),
                         dy = std::max(
                             {0, to.first.y - from.last.y, from.first.y - to.last.y});
      if (cost != kUnreachable && cost != 0) share.add(direct(cost, dx, dy));
    });
  });
  return share;
}

/// Jump points, of some, by the landmarks to which their distance is nearly that on an open
/// map. Pre: the landmarks have rows for jump points only, of costs.
Share Figures::direct_landmarks() const {
  const LandmarkTable& table = *index_->landmarks;
  const std::span<const CellIndex> cells = index_->jump_graph->cells();
  Share share;
  for_samples(cells.size(), kNodes, [&](std::size_t node) {
    const Position at = grid_.position(cells[node]);
    for (std::size_t slot = 0; slot < static_cast<std::size_t>(table.landmarks()); ++slot) {
      const Position landmark =
          grid_.position(index_->landmark_cells[slot * grid_.component_count() +
                                                grid_.component(cells[node])]);
      const Cost cost = table.exact()[node * table.slots() + slot];
      if (cost != 0) share.add(direct(cost, at.x - landmark.x, at.y - landmark.y));
    }
  });
  return share;
}

/// Whether jump point search is faster than A*. In corridors it is, but landmarks alone
/// save more cells than jump points. On noise each jump is short: it needs graph and
/// landmarks, or a graph with many dead ends. guided: the caller asks for a
/// heuristic that reads the index.
bool Figures::jumps_pay(bool guided) {
  if (!jumps()) return false;
  switch (layout()) {
    case Layout::wide:
      return true;
    case Layout::corridors:
      return graph() || areas() || !landmarks();
    case Layout::dense_noise:
      return graph() && (landmarks() || dead_ends().reaches(kDeadEndsOfDenseNoise));
    case Layout::sparse_noise:
      return guided && graph() && landmarks();
  }
  return false;
}

/// Whether fronts are faster than a search without a hierarchy.
bool Figures::fronts_pay() {
  if (!fronts()) return false;
  if (layout() != Layout::wide || !jumps_pay(false)) return true;
  const std::size_t entries = index_->fronts->tree().mean_way;
  const std::size_t points = jump_map_->state_count();
  const bool few = entries < kFewEntries;
  if (graph()) {
    if (landmarks() || forest()) return kFrontsBeforeGuidedGraph.reached(points, entries);
    return kFrontsBeforeGraph.reached(points, entries) ||
           (few && points >= kSmallGraph && kFrontsBeforeScan.reached(points, entries));
  }
  if (kFrontsOfNarrowMaps.reached(grid_.open_cells(), entries)) return true;
  return (few || !landmarks()) && kFrontsBeforeScan.reached(points, entries);
}

/// Whether the hierarchy is faster than a search without fronts.
bool Figures::hierarchy_pays() {
  if (!hierarchy()) return false;
  if (!jumps_pay(false)) return true;
  const std::size_t corners = index_->corners_near_by;
  if (graph())
    return corners >= kManyCorners ||
           (corners >= (landmarks() ? kCornersOfGuidedGraph : kCornersOfGraph) &&
            !arcs_reach(kLongClimbs));
  if (landmarks()) return corners >= kManyCorners || !arcs_reach(kLongClimbs);
  return corners >= kManyCornersOfScan || !arcs_reach(kLongClimbsOfScan);
}

/// On plain octile grids with jumps.
Heuristic choose_jump_heuristic(Figures& figures) {
  if (figures.graph()) {
    if (figures.landmarks() && figures.landmarks_pay_on_graph()) return Heuristic::landmark;
    return figures.areas() && figures.pruning_pays_on_graph() ? Heuristic::deadend
                                                              : Heuristic::plain;
  }
  if (figures.landmarks())
    return figures.areas() && figures.pruning_before_landmarks() ? Heuristic::deadend
                                                                 : Heuristic::landmark;
  if (figures.gates() && figures.gates_pay_on_scan()) return Heuristic::gateway;
  return figures.areas() && figures.pruning_pays_on_scan() ? Heuristic::deadend
                                                           : Heuristic::plain;
}

}  // namespace

Algorithm choose_algorithm(const Grid& grid, const JumpMap* jump_map,
                           const Index::Parts* index, Heuristic heuristic) {
  Figures figures(grid, jump_map, index);
  const bool unguided = heuristic == Heuristic::automatic || heuristic == Heuristic::plain;
  if (unguided) {
    if (figures.hubs()) return Algorithm::hub;
    const bool fronts = figures.fronts_pay(), hierarchy = figures.hierarchy_pays();
    if (fronts && !(hierarchy && !figures.fronts_before_hierarchy()))
      return Algorithm::front;
    if (hierarchy) return Algorithm::hierarchy;
  }
  return figures.jumps_pay(!unguided) ? Algorithm::jps : Algorithm::astar;
}

Heuristic choose_heuristic(Algorithm algorithm, const Grid& grid, const JumpMap* jump_map,
                           const Index::Parts* index) {
  if (index == nullptr || algorithm == Algorithm::textbook || algorithm == Algorithm::hub ||
      algorithm == Algorithm::front || algorithm == Algorithm::hierarchy)
    return Heuristic::plain;
  Figures figures(grid, jump_map, index);
  if (algorithm == Algorithm::jps) return choose_jump_heuristic(figures);
  if (figures.layout() == Layout::sparse_noise) return Heuristic::plain;
  const bool prune = figures.areas() && figures.many_dead_ends();
  if (figures.landmarks() && !index->jump_point_rows())
    return prune && !figures.gates() ? Heuristic::best : Heuristic::landmark;
  if (figures.gates()) return Heuristic::gateway;
  return prune ? Heuristic::deadend : Heuristic::plain;
}

}  // namespace throng

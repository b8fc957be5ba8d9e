#include "../sweep/ring_queue.hpp"
#include "coarse_map.hpp"
#include "placement.hpp"

#include <algorithm>

namespace throng {
namespace {

/// Finds cells far apart in one component after the other; see
/// PlacementWork::farthest_cells.
class FarthestCells {
 public:
  using Node = CoarseMap::Node;

  /// nearest: by node; only those of the components searched are changed. step: the cost
  /// of the cheapest step. monitor: may be null.
  FarthestCells(const CoarseMap& map, std::span<Cost> nearest, Cost step,
                const Monitor* monitor)
      : map_(map), nearest_(nearest), step_(step), monitor_(monitor) {}

  /// `count` cells of a component, valid until the next call; none if the monitor cancels.
  std::span<const CellIndex> find(std::uint32_t component, std::size_t count) {
    if (cancelled(monitor_)) return {};
    nodes_ = map_.nodes(component);
    cells_.clear();
    if (lists_all(count)) return cells_;
    from_first_.resize(nodes_.size());
    rim_.assign(nodes_.size(), 1);
    forget();
    spread(map_.centre(nodes_.front()));
    begin(next());
    while (cells_.size() < count) {
      if (cancelled(monitor_)) return {};
      cells_.push_back(next());
      spread(cells_.back());
    }
    return cells_;
  }

 private:
  /// Whether there are no more cells than wanted. If so, lists them, repeated.
  bool lists_all(std::size_t count) {
    for (const Node node : nodes_) {
      map_.list_cells(node, cells_);
      if (cells_.size() <= count) continue;
      cells_.clear();
      return false;
    }
    for (std::size_t k = 0; cells_.size() < count; ++k) cells_.push_back(cells_[k]);
    return true;
  }

  void forget() {
    for (const Node node : nodes_) nearest_[node] = kUnreachable;
  }

  /// Lowers the distances of nodes to those from a cell. The search ends at nodes that are
  /// nearer to cells before it: those from 16 cells take about as long as four alone.
  void spread(CellIndex from) {
    open_.clear(0, step_);
    reach(map_.node(from), map_.cost(from));
    for (RingQueue::Entry entry{}; open_.pop(entry);) {
      if (entry.g != nearest_[entry.node]) continue;  // stale
      for (const CoarseMap::Edge& edge : map_.edges(entry.node))
        if (edge.cost < kUnreachable - entry.g) reach(edge.to, entry.g + edge.cost);
    }
  }

  void reach(Node node, Cost cost) {
    if (cost >= nearest_[node]) return;
    nearest_[node] = cost;
    open_.push({node, cost, cost});
  }

  /// Makes a cell the first one, and sets rim_ to the distances from it or from the node
  /// farthest from it, whichever is farther away.
  void begin(CellIndex first) {
    cells_.push_back(first);
    forget();
    spread(first);
    for (std::size_t i = 0; i < nodes_.size(); ++i) from_first_[i] = nearest_[nodes_[i]];
    const auto last = std::ranges::max_element(from_first_) - from_first_.begin();
    forget();
    spread(map_.centre(nodes_[static_cast<std::size_t>(last)]));
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      Cost& nearest = nearest_[nodes_[i]];
      rim_[i] = std::max(from_first_[i], nearest);
      nearest = from_first_[i];
    }
  }

  /// See PlacementWork::farthest_cells.
  CellIndex next() const {
    Node best = nodes_.front();
    std::uint64_t most = 0;
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      const std::uint64_t product = std::uint64_t{nearest_[nodes_[i]]} * rim_[i];
      if (product <= most) continue;
      most = product;
      best = nodes_[i];
    }
    if (most != 0) return map_.farthest(best, nearest_, cells_).cell;
    // All centres are taken, so there are few pieces.
    CoarseMap::Far far{map_.centre(best), 0};
    for (const Node node : nodes_)
      if (const CoarseMap::Far other = map_.farthest(node, nearest_, cells_);
          other.cost > far.cost)
        far = other;
    return far.cell;
  }

  const CoarseMap& map_;
  std::span<Cost> nearest_;  ///< by node: the distance of its centre from the nearest cell
  Cost step_;
  const Monitor* monitor_;
  RingQueue open_;
  std::span<const Node> nodes_;
  std::vector<Cost> from_first_;  ///< as nodes_: the distance from the first cell
  std::vector<Cost> rim_;         ///< as nodes_: see begin()
  std::vector<CellIndex> cells_;  ///< found so far
};

}  // namespace

std::vector<CellIndex> PlacementWork::farthest_cells(std::size_t count) const {
  constexpr std::size_t kTogether = 16;  // components: most of them are small
  const std::size_t each = component_count();
  const CoarseMap map(grid, space_, team.crew, team.monitor);
  std::vector<Cost> nearest(map.size());
  std::vector<CellIndex> found(count * each);
  if (team.cancelled()) return found;
  team.crew.for_each_block(each, kTogether, [&](int, std::size_t begin, std::size_t end) {
    FarthestCells cells(map, nearest, space_.cheapest_step, team.monitor);
    for (std::size_t c = begin; c < end; ++c) {
      const auto mine = cells.find(static_cast<std::uint32_t>(c), count);
      if (mine.empty()) return;
      for (std::size_t i = 0; i < count; ++i) found[i * each + c] = mine[i];
    }
  });
  return found;
}

bool place_farthest(PlacementWork& work) {
  const auto count = static_cast<std::size_t>(work.plan.landmarks);
  work.announce(count);
  return work.add(work.farthest_cells(count));
}

}  // namespace throng

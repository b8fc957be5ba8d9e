#include "core_landmarks.hpp"

#include "../queue/heap4.hpp"

#include <algorithm>

namespace throng {
namespace {

/// Searches of Dijkstra over a core.
class CoreSearch {
 public:
  CoreSearch(std::size_t core, std::span<const std::uint32_t> first,
             std::span<const HierarchyArc> arcs)
      : costs_(core, kUnreachable), first_(first), arcs_(arcs) {}

  Cost cost(std::uint32_t node) const noexcept { return costs_[node]; }
  /// The nodes that the last search reached, by rising cost.
  const std::vector<std::uint32_t>& reached() const noexcept { return reached_; }

  void run(std::uint32_t source) {
    for (const std::uint32_t node : reached_) costs_[node] = kUnreachable;
    reached_.clear();
    heap_.clear(0, 0);
    relax(source, 0);
    for (OpenEntry entry{}; heap_.pop(entry);) {
      if (entry.g > costs_[entry.cell]) continue;
      reached_.push_back(entry.cell);
      for (std::uint32_t i = first_[entry.cell]; i < first_[entry.cell + 1]; ++i)
        relax(arcs_[i].to(), entry.g + arcs_[i].cost());
    }
  }

 private:
  void relax(std::uint32_t node, Cost cost) {
    if (cost >= costs_[node]) return;
    costs_[node] = cost;
    heap_.push({node, cost}, cost);
  }

  std::vector<Cost> costs_;
  std::span<const std::uint32_t> first_;
  std::span<const HierarchyArc> arcs_;
  std::vector<std::uint32_t> reached_;
  Heap4 heap_;
};

}  // namespace

LargeVector<Cost> measure_landmarks(std::size_t core, std::size_t landmarks,
                                    std::span<const std::uint32_t> first,
                                    std::span<const HierarchyArc> arcs) {
  LargeVector<Cost> rows(core * landmarks, kUnreachable);
  std::vector<Cost> nearest(core, kUnreachable);
  CoreSearch search(core, first, arcs);
  for (std::uint32_t least = 0; landmarks > 0 && least < core; ++least) {
    if (rows[least * landmarks] != kUnreachable) continue;  // of an earlier part
    search.run(least);
    std::uint32_t source = search.reached().back();
    for (std::size_t i = 0; i < landmarks; ++i) {
      search.run(source);
      for (const std::uint32_t node : search.reached()) {
        rows[node * landmarks + i] = search.cost(node);
        nearest[node] = std::min(nearest[node], search.cost(node));
        if (nearest[node] > nearest[source] ||
            (nearest[node] == nearest[source] && node < source))
          source = node;
      }
    }
  }
  return rows;
}

}  // namespace throng

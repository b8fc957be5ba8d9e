#pragma once

#include "../core/large_vector.hpp"
#include "../core/progress.hpp"
#include "../sweep/heap4.hpp"

#include <throng/query.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng {

/// Landmarks among the nodes of a graph, and their distances.
struct FarthestNodes {
  /// For each node a row of `slots` values: the distances from the landmarks of its part,
  /// then zeros.
  LargeVector<Cost> rows;
  /// [part * landmarks + i]; parts are ordered by their least nodes.
  std::vector<std::uint32_t> landmarks;
};

/// Searches of Dijkstra over an undirected graph. Graph: size() nodes;
/// for_each_arc(node, visit(other node, cost)).
template <class Graph>
class NodeSearch {
 public:
  /// Keeps a reference to the graph.
  explicit NodeSearch(const Graph& graph)
      : graph_(graph), costs_(graph.size(), kUnreachable) {}

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
      graph_.for_each_arc(entry.cell,
                          [&](std::uint32_t to, Cost cost) { relax(to, entry.g + cost); });
    }
  }

 private:
  void relax(std::uint32_t node, Cost cost) {
    if (cost >= costs_[node]) return;
    costs_[node] = cost;
    heap_.push({node, cost}, cost);
  }

  const Graph& graph_;
  std::vector<Cost> costs_;
  std::vector<std::uint32_t> reached_;
  Heap4 heap_;
};

/// Places `landmarks` landmarks in each connected part of a graph. Each is as far as
/// possible from those before it; the first one is far from the part's least node. A part
/// with fewer nodes has several landmarks on one node. Progress counts the searches of each
/// part. When cancelled, the result is unfinished.
///
/// Pre: landmarks <= slots. Cost: landmarks + 1 searches of Dijkstra over the graph.
template <class Graph>
FarthestNodes find_farthest_nodes(const Graph& graph, std::size_t landmarks,
                                  std::size_t slots, const Progress& progress) {
  FarthestNodes found{LargeVector<Cost>(graph.size() * slots, 0), {}};
  std::vector<Cost> nearest(graph.size(), kUnreachable);  // of the landmarks so far
  NodeSearch search(graph);
  for (std::uint32_t least = 0; landmarks > 0 && least < graph.size(); ++least) {
    if (nearest[least] != kUnreachable) continue;  // of an earlier part
    progress.expect(landmarks + 1);
    search.run(least);
    progress(1);
    std::uint32_t source = search.reached().back();
    for (std::size_t i = 0; i < landmarks; ++i) {
      if (progress.cancelled()) return found;
      search.run(source);
      progress(1);
      found.landmarks.push_back(source);
      for (const std::uint32_t node : search.reached()) {
        found.rows[node * slots + i] = search.cost(node);
        nearest[node] = std::min(nearest[node], search.cost(node));
        if (nearest[node] > nearest[source] ||
            (nearest[node] == nearest[source] && node < source))
          source = node;
      }
    }
  }
  return found;
}

}  // namespace throng

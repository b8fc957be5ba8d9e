#pragma once

#include <throng/grid.hpp>

#include <bit>
#include <boost/graph/graph_traits.hpp>
#include <boost/iterator/iterator_facade.hpp>
#include <boost/property_map/property_map.hpp>
#include <utility>
#include <vector>

namespace throng::bench {

struct Edge {
  CellIndex from;
  CellIndex to;
  Cost cost;

  friend bool operator==(const Edge&, const Edge&) = default;
};

/// Iterates over the bits of a move byte.
class EdgeIterator : public boost::iterator_facade<EdgeIterator, Edge,
                                                   boost::forward_traversal_tag, Edge> {
 public:
  EdgeIterator() = default;
  EdgeIterator(const Grid& grid, CellIndex from, unsigned moves)
      : grid_(&grid), from_(from), moves_(moves) {}

 private:
  friend class boost::iterator_core_access;

  Edge dereference() const {
    const auto move = static_cast<Move>(std::countr_zero(moves_));
    const StepCosts costs = grid_->costs();
    return {from_, from_ + grid_->offset(move),
            is_diagonal(move) ? costs.diagonal : costs.straight};
  }
  void increment() { moves_ &= moves_ - 1; }
  bool equal(const EdgeIterator& other) const { return moves_ == other.moves_; }

  const Grid* grid_ = nullptr;
  CellIndex from_ = 0;
  unsigned moves_ = 0;
};

/// A grid as a model of Boost's IncidenceGraph: implicit, over the move bytes.
struct Graph {
  using vertex_descriptor = CellIndex;
  using edge_descriptor = Edge;
  using directed_category = boost::directed_tag;
  using edge_parallel_category = boost::disallow_parallel_edge_tag;
  using traversal_category = boost::incidence_graph_tag;
  using out_edge_iterator = EdgeIterator;
  using degree_size_type = int;
  using vertices_size_type = std::size_t;

  static CellIndex null_vertex() { return 0; }

  const Grid& grid;
};

inline std::pair<EdgeIterator, EdgeIterator> out_edges(CellIndex cell, const Graph& graph) {
  return {{graph.grid, cell, graph.grid.moves()[cell]}, {graph.grid, cell, 0}};
}
inline int out_degree(CellIndex cell, const Graph& graph) {
  return std::popcount(graph.grid.moves()[cell]);
}
inline CellIndex source(const Edge& edge, const Graph& /*graph*/) { return edge.from; }
inline CellIndex target(const Edge& edge, const Graph& /*graph*/) { return edge.to; }
inline std::size_t num_vertices(const Graph& graph) { return graph.grid.cell_count(); }

using VertexIndex = boost::typed_identity_property_map<CellIndex>;

template <class T>
auto property_map(std::vector<T>& values) {
  return boost::make_iterator_property_map(values.begin(), VertexIndex{});
}

}  // namespace throng::bench

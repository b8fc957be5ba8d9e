#include "boost_astar.hpp"

#include <algorithm>
#include <bit>
#include <boost/graph/astar_search.hpp>
#include <boost/iterator/iterator_facade.hpp>
#include <boost/property_map/function_property_map.hpp>
#include <boost/property_map/property_map.hpp>
#include <cstdlib>
#include <functional>
#include <utility>

namespace throng::bench {
namespace {

struct Edge {
  CellIndex from;
  CellIndex to;
  Cost cost;

  friend bool operator==(const Edge&, const Edge&) = default;
};

/// Walks the bits of a move byte.
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

/// A model of Boost's IncidenceGraph.
struct Graph {
  using vertex_descriptor = CellIndex;
  using edge_descriptor = Edge;
  using directed_category = boost::directed_tag;
  using edge_parallel_category = boost::disallow_parallel_edge_tag;
  using traversal_category = boost::incidence_graph_tag;
  using out_edge_iterator = EdgeIterator;
  using degree_size_type = int;

  static CellIndex null_vertex() { return 0; }

  const Grid& grid;
};

std::pair<EdgeIterator, EdgeIterator> out_edges(CellIndex cell, const Graph& graph) {
  return {{graph.grid, cell, graph.grid.moves()[cell]}, {graph.grid, cell, 0}};
}
int out_degree(CellIndex cell, const Graph& graph) {
  return std::popcount(graph.grid.moves()[cell]);
}
CellIndex source(const Edge& edge, const Graph& /*graph*/) { return edge.from; }
CellIndex target(const Edge& edge, const Graph& /*graph*/) { return edge.to; }

struct OctileDistance {
  Cost operator()(CellIndex cell) const {
    const Position p = grid.position(cell);
    const auto dx = static_cast<Cost>(std::abs(p.x - goal.x));
    const auto dy = static_cast<Cost>(std::abs(p.y - goal.y));
    const StepCosts costs = grid.costs();
    const Cost diagonals = std::min(dx, dy);
    return diagonals * costs.diagonal + (std::max(dx, dy) - diagonals) * costs.straight;
  }

  const Grid& grid;
  Position goal;
};

struct GoalReached {};

struct Visitor : boost::default_astar_visitor {
  Visitor(CellIndex goal_cell, std::vector<CellIndex>& touched_cells)
      : goal(goal_cell), touched(touched_cells) {}

  void discover_vertex(CellIndex cell, const Graph& /*graph*/) { touched.push_back(cell); }
  void examine_vertex(CellIndex cell, const Graph& /*graph*/) const {
    if (cell == goal) throw GoalReached{};  // the way Boost's manual ends a search
  }

  CellIndex goal;
  std::vector<CellIndex>& touched;
};

using Index = boost::typed_identity_property_map<CellIndex>;

template <class T>
auto property_map(std::vector<T>& values) {
  return boost::make_iterator_property_map(values.begin(), Index{});
}

}  // namespace

BoostAstar::BoostAstar(const Grid& grid)
    : grid_(grid),
      predecessor_(grid.cell_count()),
      f_(grid.cell_count()),
      distance_(grid.cell_count(), kUnreachable),
      color_(grid.cell_count(), boost::white_color) {}

Cost BoostAstar::solve(const Query& query) {
  const CellIndex start = grid_.cell(query.start);
  const CellIndex goal = grid_.cell(query.goal);
  search(start, goal);
  const Cost cost = distance_[goal];
  cells_.clear();
  if (cost != kUnreachable) read_path(start, goal);
  forget();
  return cost;
}

void BoostAstar::search(CellIndex start, CellIndex goal) {
  const OctileDistance h{grid_, grid_.position(goal)};
  distance_[start] = 0;
  f_[start] = h(start);
  const auto weight = boost::make_function_property_map<Edge>(std::mem_fn(&Edge::cost));
  try {
    boost::astar_search_no_init(
        Graph{grid_}, start, h, Visitor(goal, touched_), property_map(predecessor_),
        property_map(f_), property_map(distance_), weight, property_map(color_), Index{},
        std::less<>{}, std::plus<>{}, kUnreachable, Cost{0});
  } catch (const GoalReached&) {
  }
}

void BoostAstar::read_path(CellIndex start, CellIndex goal) {
  for (CellIndex cell = goal; cell != start; cell = predecessor_[cell])
    cells_.push_back(cell);
  cells_.push_back(start);
  std::reverse(cells_.begin(), cells_.end());
}

void BoostAstar::forget() {
  for (const CellIndex cell : touched_) {
    distance_[cell] = kUnreachable;
    color_[cell] = boost::white_color;
  }
  touched_.clear();
}

}  // namespace throng::bench

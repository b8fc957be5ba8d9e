#include "boost_astar.hpp"

#include "boost_graph.hpp"

#include <algorithm>
#include <boost/graph/astar_search.hpp>
#include <boost/property_map/function_property_map.hpp>
#include <cstdlib>
#include <functional>

namespace throng::bench {
namespace {

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
    if (cell == goal) throw GoalReached{};  // Boost's manual ends a search this way
  }

  CellIndex goal;
  std::vector<CellIndex>& touched;
};

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
        property_map(f_), property_map(distance_), weight, property_map(color_),
        VertexIndex{}, std::less<>{}, std::plus<>{}, kUnreachable, Cost{0});
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

#pragma once

#include "../jump/jump_graph.hpp"
#include "../jump/jump_shortcuts.hpp"
#include "../jump/jumps.hpp"
#include "jump_legs.hpp"
#include "search_space.hpp"

#include <throng/grid.hpp>

#include <cstdint>
#include <cstdlib>

namespace throng {

/// Jumps read off a JumpGraph and its shortcuts. Nodes are its nodes, and the start, which
/// comes after them: only the start's jumps are scanned for. See jump_search.
class GraphJumps {
 public:
  struct Ends {
    std::uint32_t start;  ///< node
    CellIndex start_cell;
    JumpGoal start_place;
    JumpGoal goal;
  };

  /// node_of: by cell; right for the cells of the graph, larger than them elsewhere.
  GraphJumps(const Grid& grid, const SearchSpace& space, const JumpMap& map,
             const JumpGraph& graph, const JumpShortcuts& shortcuts,
             const std::uint32_t* node_of)
      : space_(&space),
        walker_(grid, map, &graph.diagonals()),
        graph_(&graph),
        all_shortcuts_(&shortcuts),
        shortcuts_(shortcuts.shortcuts().data()),
        nodes_(graph.nodes().data()),
        edges_(graph.edges().data()),
        places_(graph.places().data()),
        start_(static_cast<std::uint32_t>(graph.nodes().size())),
        node_of_(node_of) {}

  std::size_t node_count() const noexcept { return std::size_t{start_} + 1; }
  StepCosts costs() const noexcept { return space_->costs; }
  Ends ends(CellIndex start, CellIndex goal) const noexcept {
    return {start_, start, place_of_cell(start), place_of_cell(goal)};
  }

  /// Has what an expansion reads first brought near.
  void prefetch(std::uint32_t node) const noexcept { __builtin_prefetch(&nodes_[node]); }

  JumpGoal place(std::uint32_t node, const Ends& ends) const noexcept {
    return node == start_ ? ends.start_place : place_of_node(node);
  }

  template <class H>
  Cost start_bound(const Ends& ends, const H& h) const noexcept {
    return h(node_of_[ends.start_cell], ends.start_place.x - ends.goal.x,
             ends.start_place.y - ends.goal.y);
  }
  template <class H>
  Cost bound(std::uint32_t node, const Ends& ends, const H& h) const noexcept {
    const JumpGoal at = place_of_node(node);
    return h(node, at.x - ends.goal.x, at.y - ends.goal.y);
  }

  template <class H, class Reach, class ReachGoal>
  void expand(std::uint32_t node, unsigned direction, Cost h, const Ends& ends,
              const Reach& reach, const ReachGoal& reach_goal) const {
    if (direction == kFromNowhere) return expand_start(ends, reach, reach_goal);
    const JumpNode& here = nodes_[node];
    look_for_goal<H>(node, direction, h, ends.goal, reach_goal);
    here.for_each_stretch(direction, [&](std::uint32_t begin, std::uint32_t end) {
      for (std::uint32_t i = begin; i != end; ++i) {
        const JumpShortcut& shortcut = shortcuts_[i];
        if (shortcut.box.contains(ends.goal.x, ends.goal.y))
          reach(edges_[i].target >> 2, edges_[i].target & 3U, edges_[i].cost, i);
        else if (shortcut.target != JumpShortcut::kNowhere)
          reach(shortcut.target >> 2, shortcut.target & 3U, shortcut.cost, i);
      }
    });
  }

  /// Appends, last move first, what lies between a node and the first jump point after its
  /// parent, when it was reached by the shortcut of an edge; gives the place of that first
  /// one.
  JumpGoal append_passed(std::uint32_t node, std::uint32_t edge, const Ends& ends,
                         std::vector<Move>& moves) const {
    JumpGoal to = place(node, ends);
    if (edge == kNoJumpEdge || edges_[edge].target >> 2 == node) return to;
    JumpShortcuts::Chain passed;
    for (std::size_t i = all_shortcuts_->passed(*graph_, edge, passed); i-- > 0;) {
      const JumpGoal from = place_of_node(passed[i]);
      append_leg_backwards(to.x - from.x, to.y - from.y, moves);
      to = from;
    }
    return to;
  }

 private:
  JumpGoal place_of_cell(CellIndex cell) const noexcept {
    const std::int32_t y = space_->row(cell);
    return {space_->column(cell, y), y};
  }
  JumpGoal place_of_node(std::uint32_t node) const noexcept {
    return {places_[node].x, places_[node].y};
  }

  template <class Reach, class ReachGoal>
  void expand_start(const Ends& ends, const Reach& reach,
                    const ReachGoal& reach_goal) const {
    walker_.walk(
        ends.start_place.x, ends.start_place.y, space_->moves[ends.start_cell], ends.goal,
        [&](std::int32_t x, std::int32_t y, unsigned entered, Cost cost) {
          const CellIndex cell =
              static_cast<CellIndex>(y) * space_->stride + static_cast<CellIndex>(x);
          const std::uint32_t stop = node_of_[cell];  // no node: the cell is closed
          if (stop < start_) reach(stop, entered, cost, kNoJumpEdge);
        },
        reach_goal);
  }

  /// Whether some steps diagonally and then straight lead from the node to the goal, by
  /// moves worth trying. A goal that is seen lies at the distance of an open map; a bound
  /// that is never less and has more to say about this node rules that out at once.
  template <class H, class ReachGoal>
  void look_for_goal(std::uint32_t node, unsigned direction, Cost h, JumpGoal goal,
                     const ReachGoal& reach_goal) const {
    const JumpGoal at = place_of_node(node);
    const std::int32_t dx = goal.x - at.x, dy = goal.y - at.y;
    const std::int32_t ax = std::abs(dx), ay = std::abs(dy);
    const std::int32_t diagonal = std::min(ax, ay), straight = std::max(ax, ay) - diagonal;
    const StepCosts costs = space_->costs;
    const Cost cost = static_cast<Cost>(diagonal) * costs.diagonal +
                      static_cast<Cost>(straight) * costs.straight;
    if (H::kAtLeastOctile && h > cost) return;

    const JumpNode& here = nodes_[node];
    const unsigned along = ax > ay ? (dx > 0 ? 1U : 3U) : (dy > 0 ? 2U : 0U);
    JumpGoal turn = at;
    if (diagonal != 0) {
      // Clockwise from north-east: +-, ++, -+, --.
      const unsigned quadrant = dx > 0 ? (dy > 0 ? 1U : 0U) : (dy > 0 ? 2U : 3U);
      if (!here.tries(direction, 2 * quadrant + 1)) return;
      if (here.run[quadrant] < static_cast<std::uint32_t>(diagonal)) return;
      turn.x += dx > 0 ? diagonal : -diagonal;
      turn.y += dy > 0 ? diagonal : -diagonal;
    } else if (!here.tries(direction, 2 * along)) {
      return;
    }
    if (straight == 0 || walker_.stop(along, turn.x, turn.y).steps >= straight)
      reach_goal(cost);
  }

  const SearchSpace* space_;
  JumpWalker walker_;
  const JumpGraph* graph_;
  const JumpShortcuts* all_shortcuts_;
  const JumpShortcut* shortcuts_;
  const JumpNode* nodes_;
  const JumpEdge* edges_;
  const JumpGraph::Place* places_;
  std::uint32_t start_;
  const std::uint32_t* node_of_;
};

}  // namespace throng

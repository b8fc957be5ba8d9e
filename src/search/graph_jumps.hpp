#pragma once

#include "../jump/jump_graph.hpp"
#include "../jump/jump_shortcuts.hpp"
#include "../jump/jumps.hpp"
#include "../jump/numbered_cells.hpp"
#include "jump_legs.hpp"
#include "jump_table.hpp"
#include "search_space.hpp"

#include <throng/grid.hpp>

#include <cstdint>
#include <cstdlib>

namespace throng {

/// Jumps read from a JumpGraph and its shortcuts. The nodes are the nodes of the graph,
/// followed by the start; only the start's jumps are scanned. See jump_search.
class GraphJumps {
 public:
  struct Ends {
    std::uint32_t start;  ///< node
    CellIndex start_cell;
    PaddedPosition start_place;
    PaddedPosition goal;
  };

  /// node_of: of the graph.
  GraphJumps(const Grid& grid, const SearchSpace& space, const JumpMap& map,
             const JumpGraph& graph, const JumpShortcuts& shortcuts, NodesByCell node_of)
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

  static constexpr bool kKnowsDeadEnds = true;
  static constexpr bool kAlwaysCanonical = true;  ///< whatever steps cost

  std::size_t node_count() const noexcept { return nodes() + 1; }
  std::size_t nodes() const noexcept { return start_; }  ///< of the graph
  StepCosts costs() const noexcept { return space_->costs; }
  Ends ends(CellIndex start, CellIndex goal) const noexcept {
    return {start_, start, place_of_cell(start), place_of_cell(goal)};
  }

  /// Prefetches what an expansion reads first.
  void prefetch(std::uint32_t node) const noexcept { __builtin_prefetch(&nodes_[node]); }

  PaddedPosition place(std::uint32_t node, const Ends& ends) const noexcept {
    return node == start_ ? ends.start_place : place_of_node(node);
  }

  template <class H>
  Cost start_bound(const Ends& ends, const H& h) const noexcept {
    if constexpr (requires { h.of_start(); }) return h.of_start();
    return h(node_of_[ends.start_cell], ends.start_place.x - ends.goal.x,
             ends.start_place.y - ends.goal.y);
  }
  template <class H>
  Cost bound(std::uint32_t node, const Ends& ends, const H& h) const noexcept {
    const PaddedPosition at = place_of_node(node);
    return h(node, at.x - ends.goal.x, at.y - ends.goal.y);
  }

  /// Whether the canonical way from the start to the goal is free.
  bool start_sees_goal(const Ends& ends) const noexcept {
    const PaddedPosition at = ends.start_place;
    return walker_.sees(at.x, at.y, space_->moves[ends.start_cell], ends.goal);
  }

  template <class H, class Reach, class ReachGoal>
  void expand(std::uint32_t node, unsigned direction, Cost h, const Ends& ends,
              const Reach& reach, const ReachGoal& reach_goal) const {
    if (direction == kFromNowhere) return expand_start<H>(h, ends, reach, reach_goal);
    if (direction == kFromSeveral) [[unlikely]]
      return expand_several<H>(node, h, ends, reach, reach_goal);
    expand_entered<H>(node, direction, h, ends, reach, reach_goal);
  }

  template <class H, class Reach, class ReachGoal>
  [[gnu::always_inline]] void expand_entered(std::uint32_t node, unsigned direction, Cost h,
                                             const Ends& ends, const Reach& reach,
                                             const ReachGoal& reach_goal) const {
    const JumpNode& here = nodes_[node];
    if (look_for_goal<H>(node, direction, h, ends.goal, reach_goal)) return;
    here.for_each_stretch(direction, [&](std::uint32_t begin, std::uint32_t end) {
      for (std::uint32_t i = begin; i != end; ++i) {
        const JumpShortcut& shortcut = shortcuts_[i];
        if (shortcut.box.contains(ends.goal.x, ends.goal.y))
          reach(edge_way(i));
        else if (!shortcut.dead_end())
          reach(JumpWay{shortcut.target >> 2, shortcut.target & 3U, shortcut.cost, i});
      }
    });
  }

  /// Whether diagonal steps followed by straight steps lead from the node to the goal, by
  /// moves worth trying. A visible goal lies at its distance on an open map. A bound that
  /// is at least that distance everywhere and exceeds it at this node rules that out at
  /// once.
  template <class H, class ReachGoal>
  bool look_for_goal(std::uint32_t node, unsigned direction, Cost h, PaddedPosition goal,
                     const ReachGoal& reach_goal) const {
    const JumpNode& here = nodes_[node];
    const JumpLine line(goal.x - here.x, goal.y - here.y);
    const Cost cost = line.cost(space_->costs);
    if (H::kAtLeastOctile && h > cost) return false;

    const unsigned quadrant = line.across - 4;
    const unsigned first = line.diagonal != 0 ? 2 * quadrant + 1 : 2 * line.along;
    if (!here.tries(direction, first)) return false;
    if (line.diagonal != 0 &&
        here.run[quadrant] < static_cast<std::uint32_t>(line.diagonal))
      return false;
    if (!walker_.clear(line, here.x + line.diagonal * kMoveX[line.across],
                       here.y + line.diagonal * kMoveY[line.across]))
      return false;
    reach_goal(cost);
    return true;
  }

  /// In a dead end: the way towards the goal if there is exactly one, else a way without an
  /// edge.
  JumpWay only_way(std::uint32_t node, unsigned direction, const Ends& ends) const {
    int ways = 0;
    std::uint32_t only = 0;
    nodes_[node].for_each_stretch(direction, [&](std::uint32_t begin, std::uint32_t end) {
      for (std::uint32_t i = begin; i != end; ++i)
        if (shortcuts_[i].box.contains(ends.goal.x, ends.goal.y)) {
          ++ways;
          only = i;
        }
    });
    return ways == 1 ? edge_way(only) : JumpWay{};
  }

  /// If `node` was reached by the shortcut of an edge, puts the legs between the first jump
  /// point after its parent and `node` before the legs so far. Returns the place of that
  /// jump point.
  PaddedPosition put_passed(std::uint32_t node, std::uint32_t edge, const Ends& ends,
                            LegWriter& legs) const {
    PaddedPosition to = place(node, ends);
    if (edge == kNoJumpEdge || shortcuts_[edge].dead_end() ||
        edges_[edge].target >> 2 == node)
      return to;
    JumpShortcuts::Chain passed;
    for (std::size_t i = all_shortcuts_->passed(*graph_, edge, passed); i-- > 0;) {
      const PaddedPosition from = place_of_node(passed[i]);
      legs.put(JumpLine(to.x - from.x, to.y - from.y));
      to = from;
    }
    return to;
  }

 private:
  /// Apart, so that expand() is small enough to be inlined.
  template <class H, class Reach, class ReachGoal>
  [[gnu::noinline, gnu::cold]] void expand_several(std::uint32_t node, Cost h,
                                                   const Ends& ends, const Reach& reach,
                                                   const ReachGoal& reach_goal) const {
    for (unsigned d = 0; d < 4; ++d) expand_entered<H>(node, d, h, ends, reach, reach_goal);
  }

  /// The plain edge if the goal lies in the box of its shortcut.
  JumpWay edge_way(std::uint32_t edge) const noexcept {
    const JumpShortcut& shortcut = shortcuts_[edge];
    if (shortcut.dead_end()) {  // the shortcut holds all of it: saves a cache line
      const std::uint32_t target = shortcut.target & ~JumpShortcut::kDeadEnd;
      return {target >> 2, (target & 3U) | JumpTable::kDeadEnd, shortcut.cost, edge};
    }
    const JumpEdge& way = edges_[edge];
    return {way.target >> 2, way.target & 3U, way.cost, edge};
  }

  PaddedPosition place_of_cell(CellIndex cell) const noexcept {
    const Position place = space_->place(cell);
    return {place.x, place.y};
  }
  PaddedPosition place_of_node(std::uint32_t node) const noexcept { return places_[node]; }

  template <class H, class Reach, class ReachGoal>
  void expand_start(Cost h, const Ends& ends, const Reach& reach,
                    const ReachGoal& reach_goal) const {
    const PaddedPosition at = ends.start_place;
    const unsigned moves = space_->moves[ends.start_cell];
    const Cost direct =
        JumpLine(ends.goal.x - at.x, ends.goal.y - at.y).cost(space_->costs);
    if (!(H::kAtLeastOctile && h > direct) && start_sees_goal(ends))
      return reach_goal(direct);
    walker_.walk(
        at.x, at.y, moves, ends.goal,
        [&](std::int32_t x, std::int32_t y, unsigned entered, Cost cost) {
          const CellIndex cell = cell_at({x, y}, space_->stride);
          const std::uint32_t stop = node_of_[cell];  // no node: the cell is closed
          if (stop < start_) reach(JumpWay{stop, entered, cost, kNoJumpEdge});
        },
        reach_goal);
  }

  const SearchSpace* space_;
  JumpWalker walker_;
  const JumpGraph* graph_;
  const JumpShortcuts* all_shortcuts_;
  const JumpShortcut* shortcuts_;
  const JumpNode* nodes_;
  const JumpEdge* edges_;
  const PaddedPosition* places_;
  std::uint32_t start_;
  NodesByCell node_of_;
};

}  // namespace throng

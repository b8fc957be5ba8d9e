#pragma once

#include "../core/memory.hpp"
#include "cell_box.hpp"
#include "jump_graph.hpp"
#include "jump_shortcuts.hpp"
#include "jump_states.hpp"
#include "jump_views.hpp"

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace throng {

/// The dead ends of a whole jump graph, found backwards from the ends of its trees, and the
/// shortcuts that follow from them. In steps: begin(); count() for each node; list() for
/// each node; spread() until spread_all(). Then shortcut() may be called for each edge, on
/// several threads at once.
///
/// Bytes: 28 a state, 4 for each state that an edge belongs to.
class JumpDeadEnds {
 public:
  explicit JumpDeadEnds(Memory memory)
      : ways_(memory), boxes_(memory), first_(memory), sources_(memory), dead_(memory) {}

  void begin(const JumpGraph& graph) {
    ways_.assign(4 * graph.nodes().size(), 0);
    boxes_.resize(ways_.size());
    first_.assign(ways_.size() + 2, 0);
    dead_.clear();
  }
  /// views: what the states of the node see.
  void count(const JumpGraph& graph, const JumpViews& views, std::uint32_t node) {
    for (JumpState state = 4 * node; state < 4 * node + 4; ++state) {
      boxes_[state] = views.of(state);
      for_each_edge(graph, state, [&](std::uint32_t edge) {
        ++first_[graph.edges()[edge].target + 2];
        ++ways_[state];
      });
      if (ways_[state] == 0) dead_.push_back(state);
    }
  }
  /// Between the last count() and the first list().
  void sum() {
    std::partial_sum(first_.begin(), first_.end(), first_.begin());
    sources_.resize(first_.back());
  }
  void list(const JumpGraph& graph, std::uint32_t node) {
    for (JumpState state = 4 * node; state < 4 * node + 4; ++state)
      for_each_edge(graph, state, [&](std::uint32_t edge) {
        sources_[first_[graph.edges()[edge].target + 1]++] = state;
      });
  }
  bool spread_all() const noexcept { return dead_.empty(); }
  /// From one dead end to the states that lead to it. Pre: !spread_all().
  void spread() {
    const JumpState end = dead_.back();
    dead_.pop_back();
    for (std::uint32_t i = first_[end]; i < first_[end + 1]; ++i) {
      boxes_[sources_[i]].add(boxes_[end]);
      if (--ways_[sources_[i]] == 0) dead_.push_back(sources_[i]);
    }
  }

  JumpShortcut shortcut(const JumpGraph& graph, std::uint32_t edge) const {
    const States states{*this, graph};
    const auto& [target, cost] = graph.edges()[edge];
    if (states.dead_end(edge))
      return {target | JumpShortcut::kDeadEnd, cost, states.box(target)};
    return follow_edge(graph, edge, states, JumpShortcuts::kMostEdges);
  }

  std::size_t memory_bytes() const noexcept {
    return boxes_.capacity() * sizeof(JumpBox) +
           (ways_.capacity() + first_.capacity() + sources_.capacity() + dead_.capacity()) *
               sizeof(std::uint32_t);
  }

 private:
  /// What follow_edge() needs.
  struct States {
    const JumpDeadEnds& all;
    const JumpGraph& graph;

    std::uint32_t ways(JumpState state) const { return all.ways_[state]; }
    bool dead_end(std::uint32_t edge) const {
      return ways(graph.edges()[edge].target) == 0;
    }
    const JumpBox& box(JumpState state) const { return all.boxes_[state]; }
  };

  std::pmr::vector<std::uint32_t> ways_;  ///< by state: edges that are not dead ends
  std::pmr::vector<JumpBox> boxes_;  ///< by state: its view and the dead ends behind it
  std::pmr::vector<std::uint32_t> first_;  ///< by state: of its sources
  std::pmr::vector<JumpState> sources_;    ///< the predecessors of each state
  std::pmr::vector<JumpState> dead_;       ///< a stack
};

}  // namespace throng

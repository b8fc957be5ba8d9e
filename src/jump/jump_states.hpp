#pragma once

#include "jump_graph.hpp"
#include "jump_shortcuts.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace throng {

using JumpState = std::uint32_t;  ///< node << 2 | direction of entry

/// Calls visit(edge) for each edge to follow after entering a state.
template <class Visit>
void for_each_edge(const JumpGraph& graph, JumpState state, const Visit& visit) {
  graph.nodes()[state >> 2].for_each_stretch(
      state & 3U, [&](std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t edge = begin; edge < end; ++edge) visit(edge);
      });
}

/// The shortcut of an edge that is not a dead end: leads to the first state with a choice.
/// It skips fewer than `most` states. States: ways(state), the number of edges that are not
/// dead ends, or 2 for any more; dead_end(edge); and box(state), around what a state that
/// is skipped and the dead ends behind it see. Pre: most <= JumpShortcuts::kMostEdges.
template <class States>
JumpShortcut follow_edge(const JumpGraph& graph, std::uint32_t edge, States&& states,
                         std::size_t most) {
  JumpShortcut shortcut = JumpShortcut::plain(graph.edges()[edge]);
  JumpShortcuts::Chain passed;
  for (std::size_t count = 0; states.ways(shortcut.target) == 1; ++count) {
    const JumpEdge* only = nullptr;
    for_each_edge(graph, shortcut.target, [&](std::uint32_t way) {
      if (!states.dead_end(way)) only = &graph.edges()[way];
    });
    passed[count] = shortcut.target >> 2;
    const std::span before = std::span(passed).first(count + 1);
    // At the maximum length, or in a cycle.
    if (before.size() == most || std::ranges::count(before, only->target >> 2) != 0) break;
    shortcut.box.add(states.box(shortcut.target));
    shortcut.cost += only->cost;
    shortcut.target = only->target;
  }
  return shortcut;
}

}  // namespace throng

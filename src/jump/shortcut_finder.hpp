#pragma once

#include "../core/memory.hpp"
#include "jump_graph.hpp"
#include "jump_shortcuts.hpp"
#include "jumps.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

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

/// Finds the shortcuts of a jump graph; see JumpShortcuts. Call resize(), look() for all
/// nodes, begin_dead_ends(), find_dead_ends() until all are known, and follow() for each
/// edge. Later, look() is only necessary for nodes that see other cells than before. The
/// result does not depend on the numbers of nodes and edges.
///
/// Threads: look() of different nodes, and follow(), may run concurrently.
class ShortcutFinder {
 public:
  explicit ShortcutFinder(Memory memory = heap_memory())
      : views_(memory),
        boxes_(memory),
        ways_(memory),
        dead_(memory),
        first_(memory),
        sources_(memory) {}

  /// nodes: JumpGraph::nodes().size(). A new node sees nothing.
  void resize(std::size_t nodes) { views_.resize(nodes); }

  /// Finds the cells that a node sees: canonical ways lead there without another jump point
  /// in between.
  void look(const JumpWalker& walker, std::uint32_t node, const JumpNode& here) {
    views_[node] = view_of(walker, here);
  }
  /// The same for one state of a node.
  void look_from_state(const JumpWalker& walker, JumpState state, const JumpNode& here);

  /// The box around the cells that a node saw when look() was called last.
  JumpBox view(std::uint32_t node) const noexcept {
    JumpBox all;
    for (const JumpBox& box : views_[node]) all.add(box);
    return all;
  }
  /// The same for one state of a node.
  const JumpBox& view_of_state(JumpState state) const noexcept {
    return views_[state >> 2][state & 3U];
  }
  /// Makes a node see only itself.
  void forget(std::uint32_t node, const JumpNode& here) noexcept {
    views_[node] = itself(here);
  }

  /// Forgets which states are dead ends.
  void begin_dead_ends(const JumpGraph& graph);
  /// Finds the dead ends, backwards from the ends of the trees. This is a part of it: about
  /// `most` states are visited, each two or three times in all. Returns the number of
  /// visits: less than `most` once all dead ends are known.
  std::size_t find_dead_ends(const JumpGraph& graph, std::size_t most);

  /// The shortcut of an edge: leads to the first state with a choice.
  JumpShortcut follow(const JumpGraph& graph, std::uint32_t edge) const;

  std::size_t memory_bytes() const noexcept;

 private:
  /// The boxes around the cells that a node sees after it is entered in each direction.
  using View = std::array<JumpBox, 4>;

  /// The stages of find_dead_ends().
  enum class Stage : std::uint8_t { count_sources, list_sources, spread };

  /// Each state sees at least its node, even if it cannot be entered now.
  static View itself(const JumpNode& here) noexcept {
    JumpBox box;
    box.add(here.x, here.y);
    return {box, box, box, box};
  }
  static View view_of(const JumpWalker& walker, const JumpNode& here);
  void count_sources(const JumpGraph& graph, JumpState state);
  void end_lists();
  void list_source(const JumpGraph& graph, JumpState state);
  void spread();

  std::pmr::vector<View> views_;  ///< by node
  // Of find_dead_ends():
  Stage stage_ = Stage::count_sources;
  JumpState next_ = 0;               ///< of the stage
  std::pmr::vector<JumpBox> boxes_;  ///< by state: its view and the dead ends behind it
  std::pmr::vector<std::uint32_t> ways_;   ///< by state: edges that are not dead ends
  std::pmr::vector<JumpState> dead_;       ///< a stack
  std::pmr::vector<std::uint32_t> first_;  ///< by state: of its sources
  std::pmr::vector<JumpState> sources_;    ///< the predecessors of each state
};

}  // namespace throng

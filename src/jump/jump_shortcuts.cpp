#include "jump_shortcuts.hpp"

#include "jump_states.hpp"
#include "jump_views.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace throng {
namespace {

constexpr std::size_t kShortcutsPerBlock = 256;

/// The dead ends of a jump graph, found backwards from the ends of its trees; and what
/// follow_edge() needs.
class DeadEnds {
 public:
  DeadEnds(const JumpGraph& graph, const JumpViews& views);

  std::uint32_t ways(JumpState state) const { return ways_[state]; }
  bool dead_end(std::uint32_t edge) const { return ways(graph_.edges()[edge].target) == 0; }
  const JumpBox& box(JumpState state) const { return boxes_[state]; }

  JumpShortcut shortcut(std::uint32_t edge) const {
    const auto& [target, cost] = graph_.edges()[edge];
    if (dead_end(edge)) return {target | JumpShortcut::kDeadEnd, cost, box(target)};
    return follow_edge(graph_, edge, *this, JumpShortcuts::kMostEdges);
  }

 private:
  const JumpGraph& graph_;
  std::vector<std::uint32_t> ways_;  ///< by state: edges that are not dead ends
  std::vector<JumpBox> boxes_;       ///< by state: its view and the dead ends behind it
};

DeadEnds::DeadEnds(const JumpGraph& graph, const JumpViews& views)
    : graph_(graph), ways_(4 * graph.nodes().size()), boxes_(ways_.size()) {
  std::vector<JumpState> dead;                         // a stack
  std::vector<std::uint32_t> first(ways_.size() + 2);  // by state: of its sources
  for (JumpState state = 0; state < ways_.size(); ++state) {
    boxes_[state] = views.of(state);
    for_each_edge(graph, state, [&](std::uint32_t edge) {
      ++first[graph.edges()[edge].target + 2];
      ++ways_[state];
    });
    if (ways_[state] == 0) dead.push_back(state);
  }
  for (std::size_t i = 2; i < first.size(); ++i) first[i] += first[i - 1];
  std::vector<JumpState> sources(first.back());  // the predecessors of each state
  for (JumpState state = 0; state < ways_.size(); ++state)
    for_each_edge(graph, state, [&](std::uint32_t edge) {
      sources[first[graph.edges()[edge].target + 1]++] = state;
    });
  while (!dead.empty()) {
    const JumpState end = dead.back();
    dead.pop_back();
    for (std::uint32_t i = first[end]; i < first[end + 1]; ++i) {
      boxes_[sources[i]].add(boxes_[end]);
      if (--ways_[sources[i]] == 0) dead.push_back(sources[i]);
    }
  }
}

}  // namespace

JumpShortcuts::JumpShortcuts(const Grid& grid, const JumpMap& map, const JumpGraph& graph,
                             Crew& crew) {
  const std::size_t nodes = graph.nodes().size();
  JumpViews views;
  views.resize(nodes);
  const JumpWalker walker(grid, map, nullptr);
  crew.for_each_block(
      nodes, kShortcutsPerBlock, [&](int, std::size_t begin, std::size_t end) {
        for (std::size_t node = begin; node < end; ++node)
          views.look(walker, static_cast<std::uint32_t>(node), graph.nodes()[node]);
      });
  const DeadEnds dead_ends(graph, views);
  VersionedArray<JumpShortcut> shortcuts(graph.edges().size());
  const std::span<JumpShortcut> values = shortcuts.write(0, shortcuts.size());
  crew.for_each_block(
      values.size(), kShortcutsPerBlock, [&](int, std::size_t begin, std::size_t end) {
        for (std::size_t edge = begin; edge < end; ++edge)
          values[edge] = dead_ends.shortcut(static_cast<std::uint32_t>(edge));
      });
  shortcuts_ = shortcuts.publish();
}

std::size_t JumpShortcuts::passed(const JumpGraph& graph, std::uint32_t edge,
                                  Chain& nodes) const noexcept {
  std::size_t count = 0;
  JumpState state = graph.edges()[edge].target;
  while (state != shortcuts_[edge].target) {
    nodes[count++] = state >> 2;
    JumpState next = state;
    for_each_edge(graph, state, [&](std::uint32_t way) {
      if (!shortcuts_[way].dead_end()) next = graph.edges()[way].target;
    });
    state = next;
  }
  return count;
}

}  // namespace throng

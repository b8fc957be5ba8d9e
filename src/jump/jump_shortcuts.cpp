#include "jump_shortcuts.hpp"

#include "../core/memory.hpp"
#include "jump_dead_ends.hpp"
#include "jump_states.hpp"
#include "jump_views.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace throng {
namespace {

constexpr std::size_t kNodesAtOnce = 256;

}  // namespace

JumpShortcuts::JumpShortcuts(const Grid& grid, const JumpMap& map, const JumpGraph& graph,
                             Crew& crew) {
  const std::size_t nodes = graph.nodes().size();
  JumpViews views;
  views.resize(nodes);
  const JumpWalker walker(grid, map, nullptr);
  crew.for_each_block(nodes, kNodesAtOnce, [&](int, std::size_t begin, std::size_t end) {
    for (std::size_t node = begin; node < end; ++node)
      views.look(walker, static_cast<std::uint32_t>(node), graph.nodes()[node]);
  });
  JumpDeadEnds dead_ends(heap_memory());
  dead_ends.begin(graph);
  for (std::uint32_t node = 0; node < nodes; ++node) dead_ends.count(graph, views, node);
  dead_ends.sum();
  for (std::uint32_t node = 0; node < nodes; ++node) dead_ends.list(graph, node);
  while (!dead_ends.spread_all()) dead_ends.spread();
  VersionedArray<JumpShortcut> shortcuts(graph.edges().size());
  const std::span<JumpShortcut> values = shortcuts.write(0, shortcuts.size());
  crew.for_each_block(nodes, kNodesAtOnce, [&](int, std::size_t begin, std::size_t end) {
    for (const JumpNode& node : graph.nodes().subspan(begin, end - begin))
      for (std::uint32_t edge = node.first.front(); edge < node.first.back(); ++edge)
        values[edge] = dead_ends.shortcut(graph, edge);
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

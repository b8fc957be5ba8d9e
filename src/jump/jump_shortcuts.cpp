#include "jump_shortcuts.hpp"

#include "shortcut_finder.hpp"

#include <limits>

namespace throng {
namespace {

constexpr std::size_t kShortcutsPerBlock = 256;

}  // namespace

JumpShortcuts::JumpShortcuts(const Grid& grid, const JumpMap& map, const JumpGraph& graph,
                             Crew& crew) {
  const std::size_t nodes = graph.nodes().size();
  ShortcutFinder finder;
  finder.resize(nodes);
  const JumpWalker walker(grid, map, nullptr);
  crew.for_each_block(
      nodes, kShortcutsPerBlock, [&](int, std::size_t begin, std::size_t end) {
        for (std::size_t node = begin; node < end; ++node)
          finder.look(walker, static_cast<std::uint32_t>(node), graph.nodes()[node]);
      });
  finder.begin_dead_ends(graph);
  finder.find_dead_ends(graph, std::numeric_limits<std::size_t>::max());
  VersionedArray<JumpShortcut> shortcuts(graph.edges().size());
  const std::span<JumpShortcut> values = shortcuts.write(0, shortcuts.size());
  crew.for_each_block(
      values.size(), kShortcutsPerBlock, [&](int, std::size_t begin, std::size_t end) {
        for (std::size_t edge = begin; edge < end; ++edge)
          values[edge] = finder.follow(graph, static_cast<std::uint32_t>(edge));
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

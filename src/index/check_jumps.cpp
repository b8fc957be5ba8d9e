#include "check_jumps.hpp"

#include "damaged.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <span>

namespace throng {
namespace {

/// Finds the states that have exactly one edge that is not a dead end, and follows them.
class ShortcutCheck {
 public:
  ShortcutCheck(const JumpGraph& graph, std::span<const JumpShortcut> shortcuts)
      : graph_(graph), shortcuts_(shortcuts) {}

  /// Whether a shortcut leads where its edge leads, or farther along a chain of edges
  /// without a choice, at the cost of these edges.
  bool good(std::uint32_t number) const {
    const JumpEdge& edge = graph_.edges()[number];
    const JumpShortcut& shortcut = shortcuts_[number];
    const std::uint32_t target = shortcut.target & ~JumpShortcut::kDeadEnd;
    if (target == edge.target && shortcut.cost == edge.cost) return true;
    if (shortcut.dead_end() || target >> 2 >= graph_.nodes().size()) return false;
    std::uint32_t state = edge.target;
    std::uint64_t cost = edge.cost;
    for (std::size_t passed = 0; state != target; ++passed) {
      const JumpEdge* const way = last_way(state);
      if (way == nullptr || passed == JumpShortcuts::kMostEdges) return false;
      state = way->target;
      cost += way->cost;
    }
    return cost == shortcut.cost;
  }

 private:
  /// The edge that JumpShortcuts::passed() follows; null if there is none.
  const JumpEdge* last_way(std::uint32_t state) const {
    const JumpEdge* last = nullptr;
    graph_.nodes()[state >> 2].for_each_stretch(
        state & 3U, [&](std::uint32_t begin, std::uint32_t end) {
          for (std::uint32_t edge = begin; edge < end; ++edge)
            if (!shortcuts_[edge].dead_end()) last = &graph_.edges()[edge];
        });
    return last;
  }

  const JumpGraph& graph_;
  std::span<const JumpShortcut> shortcuts_;
};

/// Whether searches can read a node.
bool good_node(const JumpNode& node, PaddedPosition at) {
  static_assert(kMoves == 8 && sizeof node.arc == sizeof(std::uint32_t));
  constexpr std::uint32_t kEach = 0x0101'0101;  // one bit in each arc
  std::uint32_t arcs;
  std::memcpy(&arcs, node.arc.data(), sizeof arcs);
  const std::uint32_t moves = arcs >> 4 & 0xF * kEach;
  const std::uint32_t wrong = (arcs & 8 * kEach) | ((moves + 7 * kEach) & 16 * kEach);
  return node.x == at.x && node.y == at.y && wrong == 0;
}

/// Whether the edges of a node are the next ones, from the first-th on.
bool next_edges(const JumpNode& node, std::uint32_t first, std::size_t edges) {
  bool good = node.first[0] == first && node.first[kMoves] <= edges;
  for (unsigned k = 0; k < kMoves; ++k) good &= node.first[k] <= node.first[k + 1];
  return good;
}

/// Whether the number-th edge is a way from its node, among those that begin with its move.
/// Without branches, which no processor foresees: edges lead everywhere.
bool good_edge(const JumpEdge& edge, std::uint32_t number, const JumpNode& node,
               std::span<const PaddedPosition> places, StepCosts costs) {
  if (edge.target >> 2 >= places.size()) return false;
  const PaddedPosition to = places[edge.target >> 2];
  const std::int32_t dx = to.x - node.x, dy = to.y - node.y;
  const unsigned move = edge.target & 3U;  // of the last steps, which are straight
  const bool vertical = move % 2 == 0;
  const std::int32_t along = vertical ? dy : dx, across = vertical ? dx : dy;
  const std::int32_t ahead = ((move + 1) & 2U) == 0 ? -along : along;
  const std::int32_t right = move >= 2 ? -across : across;
  const std::int32_t diagonal = std::abs(right), straight = ahead - diagonal;
  const unsigned turn = static_cast<unsigned>(right > 0) - static_cast<unsigned>(right < 0);
  const unsigned k = (2 * move + turn) & 7U;
  const Cost cost = static_cast<Cost>(diagonal) * costs.diagonal +
                    static_cast<Cost>(straight) * costs.straight;
  const unsigned wrong = unsigned{straight <= 0} | unsigned{number < node.first[k]} |
                         unsigned{number >= node.first[k + 1]} |
                         unsigned{cost != edge.cost};
  return wrong == 0;
}

}  // namespace

Outcome check_jumps(const Grid& grid, const JumpGraph& graph,
                    const JumpShortcuts& shortcuts) {
  const std::span<const JumpNode> nodes = graph.nodes();
  const std::span<const JumpEdge> edges = graph.edges();
  if (nodes.size() != graph.cells().size())
    return damaged(SectionId::jump_nodes, "not one for each corner of the map");
  if (shortcuts.shortcuts().size() != edges.size())
    return damaged(SectionId::jump_shortcuts, "not one for each edge");
  std::uint32_t first = 0;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const JumpNode& node = nodes[i];
    if (!good_node(node, graph.places()[i]))
      return damaged(SectionId::jump_nodes, i, "is not the corner of the map");
    if (!next_edges(node, first, edges.size()))
      return damaged(SectionId::jump_nodes, i, "has edges out of range");
    for (; first < node.first[kMoves]; ++first)
      if (!good_edge(edges[first], first, node, graph.places(), grid.costs()))
        return damaged(SectionId::jump_edges, first, "is no way from its node");
  }
  if (first != edges.size())
    return damaged(SectionId::jump_edges, "some belong to no node");
  const ShortcutCheck check(graph, shortcuts.shortcuts());
  for (std::uint32_t edge = 0; edge < edges.size(); ++edge)
    if (!check.good(edge))
      return damaged(SectionId::jump_shortcuts, edge, "leads elsewhere");
  return ok();
}

}  // namespace throng

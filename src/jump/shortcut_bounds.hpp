#pragma once

#include "../core/memory.hpp"
#include "jump_shortcuts.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace throng {

/// An edge of a jump graph.
struct OwnEdge {
  std::uint32_t node;
  std::uint32_t edge;
};

/// The boxes of all shortcuts, the boxes around those of each node, and of blocks of nodes:
/// finds the shortcuts whose box meets a window. Kept beside the graph, because a search
/// through that mostly waits for memory.
class ShortcutBounds {
 public:
  explicit ShortcutBounds(Memory memory)
      : of_edge_(memory),
        edges_(memory),
        of_node_(memory),
        of_block_(memory),
        met_(memory) {}

  /// A new node has no edges.
  void resize_nodes(std::size_t nodes) {
    edges_.resize(nodes);
    of_node_.resize(nodes);
    of_block_.resize((nodes + kBlock - 1) / kBlock);
  }
  /// Removes the edges of all nodes.
  void clear() {
    std::ranges::fill(edges_, Edges{});
    std::ranges::fill(of_node_, JumpBox{});
    std::ranges::fill(of_block_, JumpBox{});
  }
  void resize_edges(std::size_t edges) { of_edge_.resize(edges); }

  /// Sets the edges of a node, which have the numbers from `first` on.
  void set_edges(std::size_t node, std::uint32_t first,
                 std::span<const JumpShortcut> shortcuts) {
    edges_[node] = {first, first + static_cast<std::uint32_t>(shortcuts.size())};
    for (const JumpShortcut& shortcut : shortcuts) of_edge_[first++] = shortcut.box;
    bound_node(node);
  }
  /// The same, where all boxes are empty.
  void set_empty(std::size_t node, std::uint32_t first, std::uint32_t count) {
    edges_[node] = {first, first + count};
    std::fill_n(&of_edge_[first], count, JumpBox{});
    of_node_[node] = {};
  }
  /// Sets the box of an edge.
  void set(const OwnEdge& at, const JumpBox& box) {
    of_edge_[at.edge] = box;
    bound_node(at.node);
  }

  /// Appends the edges whose box meets(box) to `found`, and makes these boxes empty.
  template <class Meets>
  void take(const Meets& meets, std::pmr::vector<OwnEdge>& found) {
    find_nodes(meets);
    for (std::size_t k = 0; k < met_.size(); ++k) {
      read_ahead(k);
      const std::uint32_t node = met_[k];
      const std::size_t before = found.size();
      for (std::uint32_t edge = edges_[node].first; edge < edges_[node].end; ++edge) {
        if (!meets(of_edge_[edge])) continue;
        found.push_back({node, edge});
        of_edge_[edge] = {};
      }
      if (found.size() != before) bound_node(node);
    }
    for (std::size_t k = 0; k < met_.size(); ++k)
      if (k == 0 || met_[k] / kBlock != met_[k - 1] / kBlock) bound_block(met_[k] / kBlock);
  }

  std::size_t memory_bytes() const noexcept {
    return (of_edge_.capacity() + of_node_.capacity() + of_block_.capacity()) *
               sizeof(JumpBox) +
           edges_.capacity() * sizeof(Edges) + met_.capacity() * sizeof(std::uint32_t);
  }

 private:
  static constexpr std::size_t kBlock = 32;

  struct Edges {
    std::uint32_t first = 0, end = 0;
  };

  template <class Meets>
  void find_nodes(const Meets& meets) {
    met_.clear();
    for (std::size_t block = 0; block < of_block_.size(); ++block) {
      if (!meets(of_block_[block])) continue;
      const std::size_t end = std::min((block + 1) * kBlock, of_node_.size());
      for (std::size_t node = block * kBlock; node < end; ++node)
        if (meets(of_node_[node])) met_.push_back(static_cast<std::uint32_t>(node));
    }
  }
  /// The boxes of edges lie anywhere in memory.
  void read_ahead(std::size_t k) const noexcept {
    constexpr std::size_t kAhead = 8;
    if (k + kAhead < met_.size())
      __builtin_prefetch(of_edge_.data() + edges_[met_[k + kAhead]].first);
  }
  void bound_node(std::size_t node) {
    JumpBox all;
    for (std::uint32_t edge = edges_[node].first; edge < edges_[node].end; ++edge)
      all.add(of_edge_[edge]);
    of_node_[node] = all;
    of_block_[node / kBlock].add(all);
  }
  void bound_block(std::size_t block) {
    JumpBox all;
    const std::size_t end = std::min((block + 1) * kBlock, of_node_.size());
    for (std::size_t node = block * kBlock; node < end; ++node) all.add(of_node_[node]);
    of_block_[block] = all;
  }

  std::pmr::vector<JumpBox> of_edge_;
  std::pmr::vector<Edges> edges_;      ///< by node
  std::pmr::vector<JumpBox> of_node_;  ///< as small as possible, unlike those of blocks
  std::pmr::vector<JumpBox> of_block_;
  std::pmr::vector<std::uint32_t> met_;  ///< nodes, of take()
};

}  // namespace throng

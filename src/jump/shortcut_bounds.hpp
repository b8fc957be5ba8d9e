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
      : of_edge_(memory), edges_(memory), of_node_(memory), of_block_(memory) {}

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
    add_to_block(node, set_own_edges(node, first, shortcuts));
  }
  /// The same without the box of the block: returns what to add_to_block() afterwards.
  /// Different nodes may be set at the same time.
  JumpBox set_own_edges(std::size_t node, std::uint32_t first,
                        std::span<const JumpShortcut> shortcuts) noexcept {
    edges_[node] = {first, first + static_cast<std::uint32_t>(shortcuts.size())};
    JumpBox all;
    for (const JumpShortcut& shortcut : shortcuts) {
      of_edge_[first++] = shortcut.box;
      all.add(shortcut.box);
    }
    of_node_[node] = all;
    return all;
  }
  void add_to_block(std::size_t node, const JumpBox& box) noexcept {
    of_block_[node / kBlock].add(box);
  }
  /// Sets the edges of a node, whose boxes are all empty.
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

  /// What take() finds.
  struct Met {
    explicit Met(Memory memory) : nodes(memory), edges(memory) {}

    std::pmr::vector<std::uint32_t> nodes;  ///< whose boxes meet
    std::pmr::vector<OwnEdge> edges;
  };
  /// The number of blocks of nodes.
  std::size_t blocks() const noexcept { return of_block_.size(); }
  /// Finds the edges of some blocks whose box meets(box), and makes these boxes empty.
  /// Different blocks may be searched at the same time.
  template <class Meets>
  void take(const Meets& meets, std::size_t first_block, std::size_t end_block,
            Met& found) {
    found.edges.clear();
    find_nodes(meets, first_block, end_block, found.nodes);
    const std::span<const std::uint32_t> nodes = found.nodes;
    for (std::size_t k = 0; k < nodes.size(); ++k) {
      read_ahead(nodes, k);
      const std::uint32_t node = nodes[k];
      const std::size_t before = found.edges.size();
      for (std::uint32_t edge = edges_[node].first; edge < edges_[node].end; ++edge) {
        if (!meets(of_edge_[edge])) continue;
        found.edges.push_back({node, edge});
        of_edge_[edge] = {};
      }
      if (found.edges.size() != before) bound_node(node);
    }
    for (std::size_t k = 0; k < nodes.size(); ++k)
      if (k == 0 || nodes[k] / kBlock != nodes[k - 1] / kBlock)
        bound_block(nodes[k] / kBlock);
  }

  std::size_t memory_bytes() const noexcept {
    return (of_edge_.capacity() + of_node_.capacity() + of_block_.capacity()) *
               sizeof(JumpBox) +
           edges_.capacity() * sizeof(Edges);
  }

 private:
  static constexpr std::size_t kBlock = 32;

  struct Edges {
    std::uint32_t first = 0, end = 0;
  };

  template <class Meets>
  void find_nodes(const Meets& meets, std::size_t first_block, std::size_t end_block,
                  std::pmr::vector<std::uint32_t>& found) const {
    found.clear();
    for (std::size_t block = first_block; block < end_block; ++block) {
      if (!meets(of_block_[block])) continue;
      const std::size_t end = std::min((block + 1) * kBlock, of_node_.size());
      for (std::size_t node = block * kBlock; node < end; ++node)
        if (meets(of_node_[node])) found.push_back(static_cast<std::uint32_t>(node));
    }
  }
  /// The boxes of edges lie anywhere in memory.
  void read_ahead(std::span<const std::uint32_t> nodes, std::size_t k) const noexcept {
    constexpr std::size_t kAhead = 8;
    if (k + kAhead < nodes.size())
      __builtin_prefetch(of_edge_.data() + edges_[nodes[k + kAhead]].first);
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
};

}  // namespace throng

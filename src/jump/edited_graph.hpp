#pragma once

#include "../core/memory.hpp"
#include "../core/versioned_array.hpp"
#include "../grid/padded_position.hpp"
#include "diagonal_stops.hpp"
#include "edge_blocks.hpp"
#include "jump_graph.hpp"

#include <throng/grid.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace throng {

/// The nodes and edges of a jump graph that changes; see JumpEditor for what they mean.
///
/// A node keeps its number while it exists. The number of a removed node is used again,
/// once it was freed. The edges of a node lie in a block with room for more. An unbuilt
/// node has no edges yet.
///
/// Memory:  per buffer of VersionedArray 4 bytes a cell, 76 a node, 8 an edge; besides, 12
///          a node.
/// Threads: one thread at a time, except for fits() and write_in_place(): several threads
///          may write different nodes.
/// Throws:  std::bad_alloc. Afterwards the object can only be destroyed.
class EditedGraph {
 public:
  static constexpr std::uint32_t kNoNode = 0xFFFF'FFFF;

  /// Copies a graph of `grid`.
  EditedGraph(const Grid& grid, const JumpGraph& graph, Memory memory);

  std::size_t node_count() const noexcept { return extra_.size() - free_.size(); }
  /// The number of the node in a cell of the padded map, or kNoNode.
  std::uint32_t node_at(CellIndex cell) const noexcept { return node_of_.values()[cell]; }
  std::span<const std::uint32_t> node_of() const noexcept { return node_of_.values(); }
  CellIndex stride() const noexcept { return stride_; }

  // By number; those of no node too.
  std::span<const JumpNode> nodes() const noexcept { return nodes_.values(); }
  std::span<const CellIndex> cells() const noexcept { return cells_.values(); }
  std::span<const PaddedPosition> places() const noexcept { return places_.values(); }
  std::span<const JumpEdge> edges() const noexcept { return edges_.values(); }
  /// By bit k: the k-th move clockwise is tried.
  unsigned tries(std::uint32_t number) const noexcept { return extra_[number].tries; }

  /// Adds a node without edges. Returns its number.
  std::uint32_t create(PaddedPosition at);
  /// Removes a node and its edges. Until free_removed() its place is known, because edges
  /// may still lead there, and its number is not that of another node.
  void remove(std::uint32_t number);
  void free_removed();
  /// Replaces a node and its edges; node.first counts from the first edge of the node.
  /// Returns where its edges begin. tries: see tries().
  std::uint32_t write(std::uint32_t number, JumpNode& node, std::span<const JumpEdge> edges,
                      unsigned tries);

  // write() on several threads. First begin_edges(). Then write_in_place() of different
  // nodes at the same time, if their edges fit. Then touch() what was written.
  void begin_edges() {
    writable_nodes_ = nodes_.write(0, 0).data();
    writable_edges_ = edges_.write(0, 0).data();
  }
  /// Whether a node can have so many edges where its edges are.
  bool fits(std::uint32_t number, std::size_t edges) const noexcept {
    return edges <= extra_[number].capacity && !is_unbuilt(nodes()[number]);
  }
  std::uint32_t write_in_place(std::uint32_t number, JumpNode& node,
                               std::span<const JumpEdge> edges, unsigned tries) noexcept {
    const std::uint32_t begin = nodes()[number].first.front();
    put(number, begin, node, edges, tries);
    return begin;
  }
  /// begin: of the edges.
  void touch(std::uint32_t number, std::uint32_t begin, std::size_t count) {
    nodes_.write(number, 1);
    edges_.write(begin, count);
  }

  /// Replaces all nodes by unbuilt ones in these cells, numbered in this order.
  void number(std::span<const CellIndex> cells);
  /// Makes a node unbuilt.
  void forget_edges(std::uint32_t number);

  static bool is_unbuilt(const JumpNode& node) noexcept { return node.run[0] == kUnbuilt; }
  std::size_t unbuilt() const noexcept { return unbuilt_; }  ///< nodes

  /// Nodes and edges lie anywhere in memory.
  void prefetch(std::uint32_t number) const noexcept {
    __builtin_prefetch(&nodes_.values()[number]);
    __builtin_prefetch(&extra_[number]);
  }

  JumpGraph publish(const DiagonalStops& diagonals) noexcept {
    return {diagonals,
            {cells_.publish(), places_.publish(), nodes_.publish(), edges_.publish()}};
  }
  VersionedArray<std::uint32_t>::Snapshot publish_node_of() noexcept {
    return node_of_.publish();
  }
  void prepare();

  std::size_t memory_bytes() const noexcept;

 private:
  /// JumpNode::run of an unbuilt node: longer than any walk.
  static constexpr std::uint32_t kUnbuilt = 0xFFFF'FFFF;

  struct Extra {
    std::uint32_t capacity = 0;  ///< of its block of edges
    std::uint8_t tries = 0;
  };

  void put(std::uint32_t number, std::uint32_t begin, JumpNode& node,
           std::span<const JumpEdge> edges, unsigned tries) noexcept;

  CellIndex stride_;
  VersionedArray<std::uint32_t> node_of_;  ///< by cell
  VersionedArray<CellIndex> cells_;        ///< by node, as the next two
  VersionedArray<PaddedPosition> places_;
  VersionedArray<JumpNode> nodes_;
  VersionedArray<JumpEdge> edges_;
  JumpNode* writable_nodes_ = nullptr;  ///< since begin_edges()
  JumpEdge* writable_edges_ = nullptr;
  EdgeBlocks blocks_;
  std::pmr::vector<Extra> extra_;         ///< by node
  std::pmr::vector<std::uint32_t> free_;  ///< numbers without a node: a stack
  std::pmr::vector<std::uint32_t> removed_;
  std::size_t unbuilt_ = 0;
};

/// Room for half as much again, so that edits seldom copy the whole array.
template <class T>
VersionedArray<T> with_room(std::size_t size, const T& fill, Memory memory) {
  VersionedArray<T> values(0, fill, memory);
  values.reserve(size + size / 2);
  values.resize(size, fill);
  return values;
}

}  // namespace throng

#pragma once

#include "../core/memory.hpp"

#include <throng/query.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng {

/// Memory of jump point searches, kept from query to query: 16 bytes a node, forgotten in
/// O(1).
class JumpTable {
 public:
  struct Node {
    Cost g;
    std::uint32_t parent;
    std::uint32_t stamp;  ///< query << 5 | flags | direction of entry
    std::uint32_t edge;   ///< by which it was entered, or kNoJumpEdge
  };

  explicit JumpTable(Memory memory = {}) : nodes_(memory) {}

  static constexpr std::uint32_t kExpanded = 8;
  static constexpr std::uint32_t kDeadEnd = 16;  ///< entered by a way that is one
  /// Flags and direction together.
  static constexpr std::uint32_t kFlags = 31;
  static constexpr unsigned direction(std::uint32_t stamp) noexcept { return stamp & 7U; }

  /// Makes ready for a search among so many nodes: none is touched. Gives its stamp.
  std::uint32_t forget(std::size_t node_count) {
    if (nodes_.size() < node_count) nodes_.resize(node_count);
    if (++query_ == 1U << 27) {
      std::fill(nodes_.begin(), nodes_.end(), Node{});
      query_ = 1;
    }
    return stamp();
  }
  std::uint32_t stamp() const noexcept { return query_ << 5; }

  Node* data() noexcept { return nodes_.data(); }
  const Node* data() const noexcept { return nodes_.data(); }

  /// The node before the goal, once one is found.
  std::uint32_t goal_parent = 0;

 private:
  std::pmr::vector<Node> nodes_;
  std::uint32_t query_ = 0;
};

}  // namespace throng

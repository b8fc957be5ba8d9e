#pragma once

#include "../core/memory.hpp"

#include <throng/query.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng {

/// Memory of jump point searches, reused across queries: 16 bytes per node, reset in O(1).
class JumpTable {
 public:
  struct Node {
    Cost g;
    std::uint32_t parent;
    std::uint32_t stamp;  ///< query << 5 | flags | direction of entry
    std::uint32_t edge;   ///< the edge of entry, or kNoJumpEdge
  };

  explicit JumpTable(Memory memory = {}) : nodes_(memory) {}

  static constexpr std::uint32_t kExpanded = 8;
  static constexpr std::uint32_t kDeadEnd = 16;  ///< entered by a way into a dead end
  /// Flags and direction together.
  static constexpr std::uint32_t kFlags = 31;
  static constexpr unsigned direction(std::uint32_t stamp) noexcept { return stamp & 7U; }

  /// Prepares a search over `node_count` nodes: none is touched. Returns the stamp of the
  /// search.
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

  /// The node before the goal, once the search has found one.
  std::uint32_t goal_parent = 0;

 private:
  std::pmr::vector<Node> nodes_;
  std::uint32_t query_ = 0;
};

}  // namespace throng

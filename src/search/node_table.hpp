#pragma once

#include "../core/memory.hpp"

#include <throng/grid.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace throng {

/// In a wide node, replaces the move if a link led to its cell.
inline constexpr unsigned kByLink = kMoves;

/// The search state of every cell of a map in 4 bytes per cell, reset in O(1).
///
///   bits 31..20  generation: the cell is untouched unless this is the current one
///   bit  19      the cell has been expanded
///   bits 18..16  the move that led here
///   bits 15..0   g modulo 2^16
///
/// g modulo 2^16 suffices: two costs of one cell that a search compares differ by at most
/// two steps, which kMaxStepCost keeps below 2^15. The reason is that a cell and the
/// neighbour that reaches it have costs at most a step apart once the neighbour is
/// expanded. (This requires symmetric step costs and a consistent heuristic.)
class NodeTable {
 public:
  using Node = std::uint32_t;

  explicit NodeTable(Memory memory = {}) : nodes_(memory) {}

  /// Prepares a search on a map of `cell_count` cells: no cell is touched.
  void forget(std::size_t cell_count) {
    if (nodes_.size() < cell_count) nodes_.resize(cell_count);
    if (++generation_ < (1U << 12)) return;
    std::fill(nodes_.begin(), nodes_.end(), 0);
    generation_ = 1;
  }

  Node* data() noexcept { return nodes_.data(); }
  const Node* data() const noexcept { return nodes_.data(); }

  /// The generation in its bits, to be combined with a move and a cost.
  Node stamp() const noexcept { return generation_ << 20; }

  static constexpr Node kExpanded = Node{1} << 19;

  static constexpr Node make(Node stamp, unsigned move, Cost g) noexcept {
    return stamp | move << 16 | (g & 0xFFFFU);
  }
  static constexpr unsigned move_of(Node node) noexcept { return node >> 16 & 7U; }
  static constexpr bool touched(Node node, Node stamp) noexcept {
    return (node ^ stamp) >> 20 == 0;
  }
  /// Whether g is less than the cost in `node`.
  static constexpr bool less(Cost g, Node node) noexcept {
    return static_cast<std::int16_t>(static_cast<std::uint16_t>(g - node)) < 0;
  }
  static constexpr bool same(Cost g, Node node) noexcept {
    return static_cast<std::uint16_t>(g - node) == 0;
  }

 private:
  std::pmr::vector<Node> nodes_;
  Node generation_ = 0;
};

/// A NodeTable with whole costs, in 8 bytes per cell. It serves inconsistent bounds, with
/// which a cell may be reached again at any lower cost, weighted steps, and links.
///
///   bits 63..37  generation
///   bit  36      the cell has been expanded
///   bits 35..32  the move that led here; kByLink: a link, see link_into()
///   bits 31..0   g
class WideNodeTable {
 public:
  using Node = std::uint64_t;

  explicit WideNodeTable(Memory memory = {}) : nodes_(memory), links_(memory) {}

  void forget(std::size_t cell_count) {
    if (nodes_.size() < cell_count) nodes_.resize(cell_count);
    if (++generation_ < (Node{1} << 27)) return;
    std::fill(nodes_.begin(), nodes_.end(), 0);
    generation_ = 1;
  }

  Node* data() noexcept { return nodes_.data(); }
  const Node* data() const noexcept { return nodes_.data(); }

  Node stamp() const noexcept { return generation_ << 37; }

  static constexpr Node kExpanded = Node{1} << 36;

  static constexpr Node make(Node stamp, unsigned move, Cost g) noexcept {
    return stamp | Node{move} << 32 | g;
  }
  static constexpr unsigned move_of(Node node) noexcept { return node >> 32 & 15U; }
  static constexpr bool touched(Node node, Node stamp) noexcept {
    return (node ^ stamp) >> 37 == 0;
  }
  static constexpr bool less(Cost g, Node node) noexcept {
    return g < static_cast<Cost>(node);
  }
  static constexpr bool same(Cost g, Node node) noexcept {
    return g == static_cast<Cost>(node);
  }

  /// The link that led to a cell reached by a link. mark: LinkGraph::Way::mark, which
  /// distinguishes such cells. The slots of other cells hold arbitrary values.
  std::uint32_t link_into(std::uint32_t mark) const noexcept { return links_[mark]; }
  void note_link(std::uint32_t mark, std::uint32_t link) noexcept { links_[mark] = link; }
  void make_room_for_links(std::size_t links) {
    if (links_.size() < links) links_.resize(links);
  }

 private:
  std::pmr::vector<Node> nodes_;
  std::pmr::vector<std::uint32_t> links_;
  Node generation_ = 0;
};

}  // namespace throng

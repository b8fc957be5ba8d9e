#pragma once

#include "../core/memory.hpp"

#include <throng/grid.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace throng {

/// What a wide node has instead of a move where a link led to its cell.
inline constexpr unsigned kByLink = kMoves;

/// The search state of every cell of a map in 4 bytes a cell, forgotten in O(1).
///
///   bits 31..20  generation: the cell is untouched unless it is the current one
///   bit  19      the cell has been expanded
///   bits 18..16  the move that led here
///   bits 15..0   g modulo 2^16
///
/// g may be kept modulo 2^16 because two costs of one cell that a search compares differ by
/// at most two steps, which kMaxStepCost keeps below 2^15: a cell and the neighbour that
/// reaches it have costs at most a step apart, once the neighbour is expanded. (That takes
/// symmetric step costs and a consistent heuristic.)
class NodeTable {
 public:
  using Node = std::uint32_t;

  explicit NodeTable(Memory memory = {}) : nodes_(memory) {}

  /// Makes ready for a search on a map of so many cells: nothing is touched.
  void forget(std::size_t cell_count) {
    if (nodes_.size() < cell_count) nodes_.resize(cell_count);
    if (++generation_ < (1U << 12)) return;
    std::fill(nodes_.begin(), nodes_.end(), 0);
    generation_ = 1;
  }

  Node* data() noexcept { return nodes_.data(); }
  const Node* data() const noexcept { return nodes_.data(); }

  /// The generation in place, to be combined with a move and a cost.
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

/// The same with whole costs, in 8 bytes a cell, for bounds that are not consistent, with
/// which a cell may be reached again at any lower cost, for steps that have weights, and
/// for links.
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

  /// Which link led to a cell that was reached by one. mark: LinkTable::Way::mark, which
  /// tells such cells apart; the slots of those that were not hold anything.
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

#pragma once

#include "../core/memory.hpp"

#include <throng/query.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng {

/// What the searches of one query know of a node.
struct NodeLabel {
  static constexpr std::uint32_t kNone = 0xFFFF'FFFF;

  /// One search: the cost from where it began, and how it came here.
  struct Reached {
    Cost cost = kUnreachable;
    std::uint32_t before = kNone;  ///< label; kNone: the end of the query sees the node
    std::uint32_t arc = 0;         ///< position of the arc from there
  };

  std::uint32_t node = kNone;
  Cost bound = 0;   ///< from the node to the goal; of a node of the core
  Reached start{};  ///< climbs from the start
  Reached goal{};   ///< climbs from the goal
  Reached core{};   ///< from the start, over arcs of the core
};

/// The labels of the nodes that a query reached: a hash table of a size that follows the
/// query, not the map, and so stays in the cache. Memory is kept.
class NodeLabels {
 public:
  explicit NodeLabels(Memory memory) : slots_(memory), labels_(memory) {}

  /// Removes all labels. Call it before the first use.
  void clear() {
    labels_.clear();
    if (slots_.empty()) slots_.resize(kLeastSlots);
    if (++round_ != 0) return;
    slots_.assign(slots_.size(), Slot{});
    round_ = 1;
  }

  /// Takes at least as much memory as another table has.
  void reserve_as(const NodeLabels& other) {
    if (slots_.size() < other.slots_.size()) slots_.assign(other.slots_.size(), Slot{});
    labels_.reserve(other.labels_.capacity());
  }

  NodeLabel& operator[](std::uint32_t label) noexcept { return labels_[label]; }
  const NodeLabel& operator[](std::uint32_t label) const noexcept { return labels_[label]; }

  /// The label of a node; kNone if it has none.
  std::uint32_t find(std::uint32_t node) const noexcept {
    const Slot& slot = slots_[place_of(node)];
    return slot.round == round_ ? slot.label : NodeLabel::kNone;
  }
  /// The label of a node, made if it has none.
  std::uint32_t make(std::uint32_t node) {
    Slot& slot = slots_[place_of(node)];
    if (slot.round == round_) return slot.label;
    const auto label = static_cast<std::uint32_t>(labels_.size());
    slot = {round_, node, label};
    labels_.push_back({.node = node});
    if (2 * labels_.size() > slots_.size()) grow();
    return label;
  }

 private:
  static constexpr std::size_t kLeastSlots = 1024;

  struct Slot {
    std::uint32_t round = 0;  ///< in use if it is that of the table
    std::uint32_t node = 0;
    std::uint32_t label = 0;
  };

  /// Of a node, or of the free slot for it.
  std::size_t place_of(std::uint32_t node) const noexcept {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = node * 0x9E37'79B9'7F4A'7C15U >> 32 & mask;
    while (slots_[at].round == round_ && slots_[at].node != node) at = (at + 1) & mask;
    return at;
  }

  void grow() {
    slots_.assign(2 * slots_.size(), Slot{});
    for (std::uint32_t label = 0; label < labels_.size(); ++label)
      slots_[place_of(labels_[label].node)] = {round_, labels_[label].node, label};
  }

  std::uint32_t round_ = 1;
  std::pmr::vector<Slot> slots_;
  std::pmr::vector<NodeLabel> labels_;
};

}  // namespace throng

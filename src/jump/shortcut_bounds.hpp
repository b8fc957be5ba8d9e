#pragma once

#include "../core/memory.hpp"
#include "jump_shortcuts.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace throng {

/// Boxes around the boxes of all shortcuts of a node, and of blocks of nodes: finds the
/// shortcuts whose box meets a window without a look at all of them. The boxes may be
/// larger than necessary.
class ShortcutBounds {
 public:
  explicit ShortcutBounds(Memory memory)
      : of_node_(memory), of_block_(memory), found_(memory) {}

  /// A new node has an empty box.
  void resize(std::size_t nodes) {
    of_node_.resize(nodes);
    of_block_.resize((nodes + kBlock - 1) / kBlock);
  }

  /// Makes the box of a node larger.
  void add(std::size_t node, const JumpBox& box) {
    of_node_[node].add(box);
    of_block_[node / kBlock].add(box);
  }
  /// Removes all boxes.
  void clear() {
    std::ranges::fill(of_node_, JumpBox{});
    std::ranges::fill(of_block_, JumpBox{});
  }
  void swap(ShortcutBounds& other) noexcept {
    of_node_.swap(other.of_node_);
    of_block_.swap(other.of_block_);
  }

  /// Calls reset(node) for each node whose box meets(box). It returns the box of the
  /// shortcuts that remain, or none if all do. Calls prefetch(k, nodes) before, for the
  /// k-th of them.
  template <class Meets, class Prefetch, class Reset>
  void reset(const Meets& meets, const Prefetch& prefetch, const Reset& reset) {
    found_.clear();
    for (std::size_t block = 0; block < of_block_.size(); ++block) {
      if (!meets(of_block_[block])) continue;
      const std::size_t end = std::min((block + 1) * kBlock, of_node_.size());
      for (std::size_t node = block * kBlock; node < end; ++node)
        if (meets(of_node_[node])) found_.push_back(static_cast<std::uint32_t>(node));
    }
    for (std::size_t k = 0; k < found_.size(); ++k) {
      prefetch(k, std::span<const std::uint32_t>(found_));
      const std::optional<JumpBox> box = reset(found_[k]);
      if (box) of_node_[found_[k]] = *box;
    }
    for (std::size_t k = 0; k < found_.size(); ++k)
      if (k == 0 || found_[k] / kBlock != found_[k - 1] / kBlock) bound(found_[k] / kBlock);
  }

  std::size_t memory_bytes() const noexcept {
    return (of_node_.capacity() + of_block_.capacity()) * sizeof(JumpBox) +
           found_.capacity() * sizeof(std::uint32_t);
  }

 private:
  static constexpr std::size_t kBlock = 32;

  void bound(std::size_t block) {
    JumpBox all;
    const std::size_t end = std::min((block + 1) * kBlock, of_node_.size());
    for (std::size_t node = block * kBlock; node < end; ++node) all.add(of_node_[node]);
    of_block_[block] = all;
  }

  std::pmr::vector<JumpBox> of_node_;
  std::pmr::vector<JumpBox> of_block_;
  std::pmr::vector<std::uint32_t> found_;  ///< of reset()
};

}  // namespace throng

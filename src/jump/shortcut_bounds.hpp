#pragma once

#include "../core/memory.hpp"
#include "jump_shortcuts.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace throng {

/// Boxes around the boxes of all shortcuts of a node, and of blocks of nodes: finds the
/// shortcuts whose box meets a window without a look at all of them. The boxes may be
/// larger than necessary.
class ShortcutBounds {
 public:
  explicit ShortcutBounds(Memory memory) : of_node_(memory), of_block_(memory) {}

  /// A new node has an empty box.
  void resize(std::size_t nodes) {
    of_node_.resize(nodes);
    of_block_.resize((nodes + kBlock - 1) / kBlock);
  }

  void assign(std::size_t node, const JumpBox& box) {
    of_node_[node] = box;
    of_block_[node / kBlock].add(box);
  }
  /// Removes all boxes.
  void clear() {
    std::ranges::fill(of_node_, JumpBox{});
    std::ranges::fill(of_block_, JumpBox{});
  }

  /// Calls reset(node) for each node whose box meets(box). It returns the box of the
  /// shortcuts that remain.
  template <class Meets, class Reset>
  void reset(const Meets& meets, const Reset& reset) {
    for (std::size_t block = 0; block < of_block_.size(); ++block) {
      if (!meets(of_block_[block])) continue;
      JumpBox all;
      const std::size_t end = std::min((block + 1) * kBlock, of_node_.size());
      for (std::size_t node = block * kBlock; node < end; ++node) {
        if (meets(of_node_[node])) of_node_[node] = reset(node);
        all.add(of_node_[node]);
      }
      of_block_[block] = all;
    }
  }

  std::size_t memory_bytes() const noexcept {
    return (of_node_.capacity() + of_block_.capacity()) * sizeof(JumpBox);
  }

 private:
  static constexpr std::size_t kBlock = 32;

  std::pmr::vector<JumpBox> of_node_;
  std::pmr::vector<JumpBox> of_block_;
};

}  // namespace throng

#pragma once

#include "../core/memory.hpp"
#include "jump_graph.hpp"
#include "jump_shortcuts.hpp"
#include "jump_states.hpp"
#include "jumps.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng {

/// Boxes around the cells that the states of a jump graph see: canonical ways lead there
/// without another jump point in between. Each state sees its node, even if it cannot be
/// entered now.
///
/// Threads: look() of different nodes may run concurrently.
class JumpViews {
 public:
  explicit JumpViews(Memory memory = heap_memory()) : views_(memory) {}

  /// nodes: JumpGraph::nodes().size(). A new node sees nothing.
  void resize(std::size_t nodes) { views_.resize(nodes); }

  /// Finds what all states of a node see. here: the node.
  void look(const JumpWalker& walker, std::uint32_t node, const JumpNode& here);
  /// Finds what one state sees.
  void look_from_state(const JumpWalker& walker, JumpState state, const JumpNode& here);
  /// Makes all states of a node see only the node.
  void forget(std::uint32_t node, const JumpNode& here) noexcept {
    views_[node] = itself(here);
  }

  /// What a state saw when it looked last.
  const JumpBox& of(JumpState state) const noexcept {
    return views_[state >> 2][state & 3U];
  }

  std::size_t memory_bytes() const noexcept {
    return views_.capacity() * sizeof(views_[0]);
  }

 private:
  using View = std::array<JumpBox, 4>;  ///< by direction of entry

  static View itself(const JumpNode& here) noexcept {
    JumpBox box;
    box.add(here.x, here.y);
    return {box, box, box, box};
  }

  std::pmr::vector<View> views_;  ///< by node
};

}  // namespace throng

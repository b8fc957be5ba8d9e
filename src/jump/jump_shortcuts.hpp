#pragma once

#include "../core/crew.hpp"
#include "jump_graph.hpp"
#include "jump_map.hpp"

#include <throng/grid.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace throng {

/// A rectangle of cells in padded coordinates, both ends included. Coordinates beyond 16
/// bits count as the last ones, in the box and in the question, so that contains() errs
/// towards yes only.
struct JumpBox {
  static constexpr std::int32_t kMost = 0xFFFF;

  std::uint16_t left = kMost, top = kMost, right = 0, bottom = 0;

  void add(std::int32_t x, std::int32_t y) noexcept {
    const auto cx = static_cast<std::uint16_t>(std::min(x, kMost));
    const auto cy = static_cast<std::uint16_t>(std::min(y, kMost));
    left = std::min(left, cx);
    right = std::max(right, cx);
    top = std::min(top, cy);
    bottom = std::max(bottom, cy);
  }
  void add(const JumpBox& box) noexcept {
    left = std::min(left, box.left);
    right = std::max(right, box.right);
    top = std::min(top, box.top);
    bottom = std::max(bottom, box.bottom);
  }
  bool contains(std::int32_t x, std::int32_t y) const noexcept {
    const std::int32_t cx = std::min(x, kMost), cy = std::min(y, kMost);
    return left <= cx && cx <= right && top <= cy && cy <= bottom;
  }
};

/// What an edge of a jump graph comes to when the goal does not lie in `box`.
struct JumpShortcut {
  /// Of target: the edge leads into a dead end and is not worth following. Its own target
  /// and cost stand here, for goals inside.
  static constexpr std::uint32_t kDeadEnd = 0x8000'0000;
  bool dead_end() const noexcept { return (target & kDeadEnd) != 0; }

  std::uint32_t target = kDeadEnd;  ///< as of JumpEdge; the first one with a choice
  Cost cost = 0;
  JumpBox box;
};

/// Shortcuts of a jump graph, one for each edge. A state is a node and the direction of
/// entry. A state is a dead end when nothing but dead ends can be reached from it; it
/// matters only to a goal that can be seen on the way, which a box about all that can be
/// seen tells. A state with one edge that is no dead end is passed through: what lies in
/// its dead ends and can be seen from it goes into the box of the shortcut that skips it.
///
/// On maps whose jump points form chains and trees (mazes, dense noise) searches then go
/// from one crossing to the next; elsewhere little changes.
///
/// Bytes: 16 an edge. Cost to build: about that of the graph.
/// Source: bounding boxes are the geometric containers of D. Wagner, T. Willhalm and C.
/// Zaroliagis, JEA 10, 2005 (JPS+ with goal bounding: S. Rabin, GDC 2015), here only where
/// they come for free, along trees; skipping states of degree one is the first step of a
/// contraction.
class JumpShortcuts {
 public:
  JumpShortcuts(const Grid& grid, const JumpMap& map, const JumpGraph& graph, Crew& crew);

  std::span<const JumpShortcut> shortcuts() const noexcept { return shortcuts_; }

  /// The most edges that one shortcut stands for.
  static constexpr std::size_t kMostEdges = 64;
  using Chain = std::array<std::uint32_t, kMostEdges>;

  /// The nodes that the shortcut of an edge passes through, in order; gives how many.
  std::size_t passed(const JumpGraph& graph, std::uint32_t edge,
                     Chain& nodes) const noexcept;

  std::size_t memory_bytes() const noexcept {
    return shortcuts_.capacity() * sizeof(JumpShortcut);
  }

 private:
  std::vector<JumpShortcut> shortcuts_;  ///< by edge
};

}  // namespace throng

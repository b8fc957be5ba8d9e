#pragma once

#include "../core/crew.hpp"
#include "../core/versioned_array.hpp"
#include "jump_graph.hpp"
#include "jump_map.hpp"

#include <throng/grid.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace throng {

/// A rectangle of cells in padded coordinates, both ends included. Coordinates beyond 16
/// bits are clamped, in the box and in contains(), so that contains() can only err towards
/// true.
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
  bool operator==(const JumpBox&) const = default;

  /// Whether the two have a cell in common. An empty box has none. Without branches: no
  /// comparison is likely to decide.
  bool meets(const JumpBox& box) const noexcept {
    return ((left <= box.right) & (box.left <= right) & (top <= box.bottom) &
            (box.top <= bottom)) != 0;
  }
  bool contains(std::int32_t x, std::int32_t y) const noexcept {
    const std::int32_t cx = std::min(x, kMost), cy = std::min(y, kMost);
    return left <= cx && cx <= right && top <= cy && cy <= bottom;
  }
};

/// The replacement of an edge of a jump graph for goals outside `box`.
struct JumpShortcut {
  /// A bit of target: the edge leads into a dead end and need not be followed. Target and
  /// cost are then those of the edge itself, for goals inside the box.
  static constexpr std::uint32_t kDeadEnd = 0x8000'0000;
  bool dead_end() const noexcept { return (target & kDeadEnd) != 0; }

  /// The edge itself, for all goals.
  static JumpShortcut plain(const JumpEdge& edge) noexcept {
    return {edge.target, edge.cost, {}};
  }

  std::uint32_t target = kDeadEnd;  ///< as in JumpEdge; the first state with a choice
  Cost cost = 0;
  JumpBox box;

  bool operator==(const JumpShortcut&) const = default;
};

/// The shortcuts of a jump graph, one for each edge. A state is a node and the direction of
/// entry. A state is a dead end when it leads only to dead ends; it matters only to a goal
/// that is visible on the way, which a box around all visible cells detects. A state with
/// only one edge that is not a dead end is skipped: the box of the shortcut that skips it
/// includes the cells visible from it and from its dead ends.
///
/// On maps whose jump points form chains and trees (mazes, dense noise) searches then go
/// from one crossing to the next; elsewhere little changes.
///
/// Bytes: 16 an edge. Cost to build: about that of the graph. Source: bounding boxes are
/// the geometric containers of D. Wagner, T. Willhalm and C. Zaroliagis, JEA 10, 2005 (JPS+
/// with goal bounding: S. Rabin, GDC 2015), here only along trees, where they cost nothing
/// extra; skipping states of degree one is the first step of a contraction.
///
/// Immutable. On a map that changes, a JumpEditor keeps the shortcuts correct; there, a
/// shortcut may also be the plain edge: the target and cost of the edge, and an empty box.
class JumpShortcuts {
 public:
  using Shortcuts = VersionedArray<JumpShortcut>::Snapshot;

  /// The graph may be one of a JumpEditor, with edges that belong to no node; their
  /// shortcuts mean nothing.
  JumpShortcuts(const Grid& grid, const JumpMap& map, const JumpGraph& graph, Crew& crew);
  /// shortcuts: by edge.
  explicit JumpShortcuts(Shortcuts shortcuts) noexcept : shortcuts_(std::move(shortcuts)) {}

  std::span<const JumpShortcut> shortcuts() const noexcept { return shortcuts_.values(); }

  /// The maximum number of edges in one shortcut.
  static constexpr std::size_t kMostEdges = 64;
  using Chain = std::array<std::uint32_t, kMostEdges>;

  /// Writes the nodes that the shortcut of an edge skips, in order; returns their number.
  std::size_t passed(const JumpGraph& graph, std::uint32_t edge,
                     Chain& nodes) const noexcept;

  std::size_t memory_bytes() const noexcept { return shortcuts().size_bytes(); }

 private:
  Shortcuts shortcuts_;  ///< by edge
};

}  // namespace throng

#pragma once

#include "borders.hpp"

#include <throng/grid.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace throng {

/// Determines which areas can matter to a path between two others.
///
/// Areas and borders are the nodes and edges of a multigraph. Blocks are its parts that
/// stay connected when any one border is removed; the other borders, the bridges, connect
/// them to a forest. An area is relevant for a start and a goal when its block lies on the
/// path through this forest from the start's block to the goal's. From any other area the
/// only way back is the border of entry.
///
/// Why an optimal path does not enter an irrelevant area: the path would leave some area
/// through a border at a cell p and return through it at a cell q. Both lie on this side of
/// the border, so the straight walk from p to q stays inside the area; let it take k steps.
/// The detour has at least k steps, since each step moves along the border by at most one
/// cell, and at least two of them are not straight along it. So it costs at least (D - S)
/// more for each diagonal step, and S for each step straight across.
///
/// - Tile grids, and octile grids with D > S: the detour costs more. Every optimal path
///   from start to goal lies entirely in relevant areas, so that no search can miss the
///   others.
/// - D = S: the detour may cost the same. Some optimal path is left and distances do not
///   change. But a search that skips cells may leave a dead end, at no higher cost, in a
///   direction after which it prunes the rest of that path. So allowed() is false.
///
/// Corner rules do not matter: a cell beside a diagonal step between relevant areas has a
/// border with either end of it, and two borders are no dead end.
///
/// Bytes: 8 an area, 8 a block; while it is built 48 more an area and 8 a border. Cost to
/// build: O(areas + borders) time. Threads: any number may call const members at once.
/// Source: Y. Bjornsson, K. Halldorsson, "Improved Heuristics for Optimal Pathfinding on
/// Game Maps", AIIDE 2006 (dead-end heuristic; there by a search over all paths); R.
/// Tarjan, "A Note on Finding the Bridges of a Graph", Information Processing Letters 2,
/// 1974; D. Sleator, R. Tarjan, "A Data Structure for Dynamic Trees", JCSS 26(3), 1983
/// (heavy paths).
class DeadEnds {
 public:
  /// The number of an area's block, and the last number in the block's subtree. Blocks are
  /// numbered in preorder, so the block of x.first lies in the subtree of y when y.first <=
  /// x.first <= y.last.
  struct Span {
    std::uint32_t first, last;

    bool holds(std::uint32_t block) const noexcept {
      return first <= block && block <= last;
    }
    friend constexpr bool operator==(Span, Span) = default;
  };

  /// The path through the forest from one block to another.
  class Path {
   public:
    /// Whether an area lies on it: its subtree contains exactly one end, or it is the
    /// lowest one that contains both.
    bool passes(Span area) const noexcept {
      return area.holds(start_) != area.holds(goal_) || area.first == top_;
    }

   private:
    friend class DeadEnds;
    Path(std::uint32_t start, std::uint32_t goal, std::uint32_t top)
        : start_(start), goal_(goal), top_(top) {}

    std::uint32_t start_;
    std::uint32_t goal_;
    std::uint32_t top_;  ///< lowest common ancestor
  };

  /// Whether searches may drop irrelevant areas, see above.
  static bool allowed(const Grid& grid) noexcept {
    const StepCosts costs = grid.costs();
    return grid.rules().topology == Topology::tile || costs.straight < costs.diagonal;
  }

  /// Pre: the borders connect areas below `areas`.
  DeadEnds(std::uint32_t areas, std::span<const Border> borders);

  std::span<const Span> spans() const noexcept { return spans_; }  ///< by area
  std::uint32_t blocks() const noexcept {
    return static_cast<std::uint32_t>(links_.size());
  }

  /// Pre: the two areas are connected, for example by a path between two of their cells.
  /// Cost: O(log areas); does not allocate.
  Path path(std::uint32_t start_area, std::uint32_t goal_area) const noexcept;

  std::size_t memory_bytes() const noexcept {
    return spans_.capacity() * sizeof(Span) + links_.capacity() * sizeof(Link);
  }

 private:
  /// A heavy path goes from a block to the child with the most blocks below it, and so on
  /// down. Preorder visits that child first, so the numbers of a heavy path are
  /// consecutive.
  struct Link {
    std::uint32_t head;   ///< first block of the heavy path
    std::uint32_t above;  ///< the parent of head; 0xFFFFFFFF at a root
  };

  struct Forest;
  void number(const Forest& forest);

  std::vector<Span> spans_;
  std::vector<Link> links_;  ///< by block
};

}  // namespace throng

#pragma once

#include "../core/memory.hpp"
#include "../lines/clear_line.hpp"

#include <throng/grid.hpp>
#include <throng/query.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace throng {

/// Memory of theta_star(), reused across searches: 16 bytes per padded cell, reset in O(1),
/// and the open list.
class ThetaScratch {
 public:
  struct Node {
    Length g = 0;
    CellIndex parent = 0;
    std::uint32_t stamp = 0;  ///< generation; the lowest bit: expanded
  };

  struct Entry {
    Length f;
    Length g;  ///< when pushed: the entry is stale once the g of the node differs
    CellIndex cell;
  };

  explicit ThetaScratch(Memory memory = {}) : nodes_(memory), open_(memory) {}

  /// Prepares a search on a map of `cell_count` cells: no cell is touched.
  void forget(std::size_t cell_count);

  Node& operator[](CellIndex cell) noexcept { return nodes_[cell]; }
  std::uint32_t reached() const noexcept { return generation_; }
  std::uint32_t expanded() const noexcept { return generation_ | 1U; }

  /// The open list: least f first, then the largest g, then the least cell.
  void push(const Entry& entry);
  bool pop(Entry& entry);

 private:
  std::pmr::vector<Node> nodes_;
  std::pmr::vector<Entry> open_;
  std::uint32_t generation_ = 0;  ///< even
};

/// Lazy Theta*: an A* in which the parent of a cell is any cell that sees it (the leg
/// between them is legal), not only a neighbour. Appends the cells of the path, both ends
/// included. Returns false if there is no path, or if the limit of expansions is reached
/// first.
///
/// A reached cell inherits the parent of the cell it is reached from, without a check. The
/// leg is checked only when the cell is taken from the open list. If the parent
/// is hidden, the cell falls back on its best expanded neighbour. Unlike in the paper, the
/// cell then goes back onto the open list under its true length; the paper expands it at
/// once, with a length that other parents could still improve.
///
/// Hence the path is no longer than any path from cell to cell. Let d be the lengths of
/// shortest such paths, and s the first cell to be expanded with g(s) > d(s). On a shortest
/// path to s, take the cell after the last of those expanded in a row from the start. It
/// was reached from a cell with g = d, so that its key is at most d + h, by the triangle
/// inequality, both before and after its check; h is consistent, so this is at most d(s) +
/// h(s), and less than the key of s: the cell would have been expanded before s. (Length is
/// rounded up, so all of this holds in integers. A true length is shorter by less than
/// 2^-24 per leg. A path of steps is too long by at most that much per diagonal step.)
///
/// Pre:  start and goal are open.
/// Cost: a check, O(log n) and eight lengths per expanded cell.
/// Source: A. Nash, S. Koenig, C. Tovey, "Lazy Theta*: Any-Angle Path Planning and Path
///       Length Analysis in 3D", AAAI 2010; A. Nash, K. Daniel, S. Koenig, A. Felner,
///       "Theta*: Any-Angle Path Planning on Grids", AAAI 2007.
bool theta_star(const Legs& legs, CellIndex start, CellIndex goal,
                std::uint32_t max_expansions, ThetaScratch& scratch,
                std::pmr::vector<CellIndex>& path);

}  // namespace throng

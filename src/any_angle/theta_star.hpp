#pragma once

#include "../core/memory.hpp"
#include "line_of_sight.hpp"

#include <throng/grid.hpp>
#include <throng/query.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace throng {

/// Memory of theta_star(), kept from search to search: 16 bytes a padded cell, forgotten in
/// O(1), and the open list.
class ThetaScratch {
 public:
  struct Node {
    Length g = 0;
    CellIndex parent = 0;
    std::uint32_t stamp = 0;  ///< generation, and in the lowest bit: expanded
  };

  struct Entry {
    Length f;
    Length g;  ///< when pushed: the entry is stale once the node has another one
    CellIndex cell;
  };

  explicit ThetaScratch(Memory memory = {}) : nodes_(memory), open_(memory) {}

  /// Makes ready for a search on a map of so many cells: nothing is touched.
  void forget(std::size_t cell_count);

  Node& operator[](CellIndex cell) noexcept { return nodes_[cell]; }
  std::uint32_t reached() const noexcept { return generation_; }
  std::uint32_t expanded() const noexcept { return generation_ | 1U; }

  /// The open list: least f first, then the largest g, then the least cell.
  void push(const Entry& entry);
  bool pop(Entry& entry);

  std::size_t open_capacity() const noexcept { return open_.capacity(); }
  void reserve_open(std::size_t entries) { open_.reserve(entries); }

 private:
  std::pmr::vector<Node> nodes_;
  std::pmr::vector<Entry> open_;
  std::uint32_t generation_ = 0;  ///< even
};

/// Lazy Theta*: an A* in which the parent of a cell is any cell that sees it, not only a
/// neighbour. Appends the cells of the path, both ends included; false when there is none,
/// or none is found by so many expansions.
///
/// A cell that is reached takes over the parent of the cell it is reached from, unseen;
/// only when it is taken from the open list is the line of sight checked, and where there
/// is none, it falls back on its best expanded neighbour. Different from the paper, it then
/// goes back onto the open list under its true length, instead of being expanded at once
/// with a length that others could still improve on.
///
/// Hence the path is no longer than any path from cell to cell. Let d be the lengths of
/// shortest such paths, and s the first cell to be expanded with g(s) > d(s). On a shortest
/// path to it, the cell after the last one of those expanded in a row from the start was
/// reached from a cell with g = d, so that its key is d + h at most, by the triangle
/// inequality, both before and after its check; h is consistent, so that this is no more
/// than d(s) + h(s), and less than the key of s: it would have come first. (Length is
/// rounded up, so that all of this holds in integers; a true length is shorter than that,
/// by less than 2^-24 for each leg. A path of steps is too long by that much a diagonal
/// step, at most.)
///
/// Pre:  start and goal are open.
/// Cost: a check, O(log n) and eight lengths for each cell expanded.
/// Source: A. Nash, S. Koenig, C. Tovey, "Lazy Theta*: Any-Angle Path Planning and Path
///       Length Analysis in 3D", AAAI 2010; A. Nash, K. Daniel, S. Koenig, A. Felner,
///       "Theta*: Any-Angle Path Planning on Grids", AAAI 2007.
bool theta_star(const LineOfSight& sight, CellIndex start, CellIndex goal,
                std::uint32_t max_expansions, ThetaScratch& scratch,
                std::pmr::vector<CellIndex>& path);

}  // namespace throng

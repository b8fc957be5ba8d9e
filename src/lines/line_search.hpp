#pragma once

#include "../core/memory.hpp"
#include "clear_line.hpp"
#include "cone_scan.hpp"
#include "line_board.hpp"
#include "line_graph.hpp"
#include "line_model.hpp"

#include <throng/query.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace throng {

/// Memory of line searches, reused from search to search. Bytes: 4 a padded cell, or with a
/// LineGraph 4 a corner; 32 for each corner that the largest search reached; its open list.
class LineScratch {
 public:
  explicit LineScratch(Memory memory = {})
      : cones(memory), slots_(memory), nodes_(memory), open_(memory) {}

  /// A corner that was seen, from the goal or from an expanded corner.
  struct Node {
    LineLength cost = kNoLine;  ///< from the start; kNoLine: not reached
    LineLength key = 0;         ///< of its last entry in the open list
    std::uint32_t parent = 0;   ///< a node, or kStart
    std::uint32_t place = 0;    ///< see node_at()
    std::uint16_t x = 0, y = 0;
    bool sees_goal = false;
    bool expanded = false;  ///< at this cost

    LinePoint point() const noexcept { return {2 * x, 2 * y}; }
  };
  static_assert(sizeof(Node) == 32 && LineBoard::kMostSide + 3 <= 0xFFFF);
  static constexpr std::uint32_t kStart = 0xFFFF'FFFF;

  struct Entry {
    LineLength key;
    LineLength cost;
    std::uint32_t node;

    /// Whether it is taken after another one: the greater key; if these are equal, the
    /// smaller cost, and then the later node.
    bool operator<(const Entry& other) const noexcept {
      if (key != other.key) return key > other.key;
      if (cost != other.cost) return cost < other.cost;
      return node > other.node;
    }
  };

  /// Prepares a search on a map with so many places of corners. Touches none of them.
  void forget(std::size_t places);
  /// The node of the corner with this place, which is at this vertex; a new one unless it
  /// is there. Other nodes may move.
  std::uint32_t node_at(std::uint32_t place, LineVertex vertex);
  Node& operator[](std::uint32_t node) noexcept { return nodes_[node]; }

  void push(const Entry& entry);
  /// False: the open list is empty.
  bool pop(Entry& entry);

  /// Raises the capacity to that of another one.
  void reserve_as(const LineScratch& other);

  ConeScratch cones;

 private:
  std::pmr::vector<std::uint32_t> slots_;  ///< by place; valid if that node is of it
  std::pmr::vector<Node> nodes_;
  std::pmr::vector<Entry> open_;
};

/// What ends a search early.
struct LineLimits {
  std::uint32_t expansions = std::numeric_limits<std::uint32_t>::max();
  const std::atomic<bool>* cancel = nullptr;  ///< null: nothing cancels it
};

/// What a search found.
struct LineFound {
  /// found, out_of_budget or cancelled; unreachable if the cells lie in different
  /// components.
  Status status = Status::unreachable;
  LineLength length = kNoLine;  ///< of the line as it was searched; kNoLine: none was found
  std::uint32_t expanded = 0;   ///< corners
};

/// The line between two cells that see each other, or of which both are one. Appends its
/// points.
LineFound find_straight(LineModel model, Position start, Position goal,
                        std::pmr::vector<LinePoint>& points);

/// Appends the points of a shortest any-angle path between two open cells, both ends
/// included, without points at which it does not turn. Appends none unless found.
///
/// It is an A* over the corners of obstacles. Without a graph (null), the edges of a corner
/// are found by a scan when it is expanded. A shortest line turns at a corner only around
/// its obstacle, which limits the scan to a part of one quadrant: between straight on and
/// the axis beside the obstacle. Lengths are rounded, so a corner may be expanded again.
///
/// Each leg and each bound is rounded to 2^-32 cells. Of paths whose lengths differ by no
/// more than these roundings, any may be found.
///
/// Pre:  board, graph and legs are of one grid, with both ends in one component.
/// Cost: a scan of what both ends see, and one for each expanded corner; with a graph,
///       O(its edges) instead.
/// Source: the taut edges of S. Oh, H. W. Leong, "Edge N-level sparse visibility graphs:
///         fast optimal any-angle pathfinding using hierarchical taut paths", SoCS 2017;
///         the search over intervals without a graph of D. Harabor, A. Grastien, D. Öz, V.
///         Aksakalli, "Optimal any-angle pathfinding in practice", JAIR 56, 2016.
LineFound find_line(const LineBoard& board, const LineGraph* graph, const Legs& legs,
                    Query ends, const LineLimits& limits, LineScratch& scratch,
                    std::pmr::vector<LinePoint>& points);

}  // namespace throng

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

  /// Raises the capacity to what most searches on this board need.
  void reserve(const LineBoard& board);
  /// Raises the capacity to that of another one.
  void reserve_as(const LineScratch& other);

  ConeScratch cones;
  LineGraph::Goal to_landmarks;  ///< of the goal, in a graph

 private:
  std::pmr::vector<std::uint32_t> slots_;  ///< by place; valid if that node is of it
  std::pmr::vector<Node> nodes_;
  std::pmr::vector<Entry> open_;
};

/// State of a search that has done its work, so that it can go on.
struct LinePause {
  bool waiting = false;  ///< a search can go on
  std::uint32_t last = 0, expanded = 0;
  LineLength best = kNoLine;
  std::uint64_t owed = 0;  ///< work beyond the limits so far
};

/// What ends a search early.
struct LineLimits {
  std::uint32_t expansions = std::numeric_limits<std::uint32_t>::max();
  std::uint64_t work = std::numeric_limits<std::uint64_t>::max();  ///< see LineFound
  const std::atomic<bool>* cancel = nullptr;  ///< null: nothing cancels it
  /// Null: a search that has done its work is over. Else it stores its state here, and goes
  /// on when it is called again with the same ends and memory, on a board with the same
  /// bits; the result is that of one search. It ends its last scan before it pauses, and
  /// does so much less in the next call: `work` is how much more it may do on average.
  LinePause* pause = nullptr;
};

/// What a search found.
struct LineFound {
  /// found, out_of_budget or cancelled; unreachable if the cells lie in different
  /// components.
  Status status = Status::unreachable;
  LineLength length = kNoLine;  ///< of the line as it was searched; kNoLine: none was found
  std::uint32_t expanded = 0;   ///< corners
  /// Rows of cones that were scanned, and what takes as long as these: at most
  /// LineLimits::work. Depends on the map and the cells only.
  std::uint64_t work = 0;
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

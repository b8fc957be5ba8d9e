#pragma once

#include "../core/memory.hpp"
#include "../grid/padded_position.hpp"
#include "cell_box.hpp"
#include "diagonal_editor.hpp"
#include "edited_graph.hpp"
#include "jump_map.hpp"
#include "jumps.hpp"
#include "node_edges.hpp"
#include "stop_editor.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace throng {

/// Finds the nodes of a jump graph whose edges an edit changes, from the windows that
/// enclose the changed cells (see StopEditor).
///
/// A straight walk ends at the first stop ahead, so it changes only if a stop that changed
/// is not behind another stop. Such walks begin in the shadow of a window: the cells from
/// the last stop before the window up to the window, in one row or column. A diagonal walk
/// ends at the first cell that does not allow the next step, so its length changes only if
/// it passes a window. So the edges of a node change only if
/// - the node lies in a window, or
/// - it tries a straight move and lies in a shadow of that direction, or
/// - it tries a diagonal move, and that walk passes a window or, for one of the two
///   straight components, a shadow.
/// All walks from a shadow end at the same stop. A shadow does not matter if that stop was
/// closed before the edit and is closed after it, because no edge leads there.
///
/// The nodes are found backwards from the windows and shadows. If another window lies
/// between, and the walk differs before it reaches the shadow, then it passes that window.
///
/// Memory:  8 bytes a node.
/// Threads: one thread at a time.
class AffectedNodes {
 public:
  static constexpr unsigned kAllMoves = 0xFF;

  struct Node {
    std::uint32_t number;
    /// By diagonal direction: where the walk may turn differently. Empty if the walk is not
    /// affected. The last step is unlimited if the walk may have another length.
    std::array<NodeEdges::Turns, 4> turns;
  };

  /// The map and the walks before and after an edit. The nodes are those after it.
  struct Edit {
    const JumpMap& map;  ///< after
    JumpWalker before;
    JumpWalker after;
    const std::uint32_t* node_before;  ///< by cell
    const StopEditor& stops;
    const EditedGraph& graph;
  };

  explicit AffectedNodes(Memory memory) : marks_(memory), nodes_(memory), rays_(memory) {}

  /// nodes: their number. A new node is not affected.
  void resize(std::size_t nodes) { marks_.resize(nodes); }
  /// The same, and no node is affected.
  void reset(std::size_t nodes) {
    marks_.assign(nodes, {});
    nodes_.clear();
  }

  /// Marks a node that lies in a window.
  void mark_all(std::uint32_t number) { mark(number, kAllMoves).turns = {}; }
  /// Marks the nodes outside of a window that it affects. Updates the diagonal stops of the
  /// cells in the window and its shadows. Pre: all nodes in windows are marked.
  void find(const Edit& edit, DiagonalEditor& diagonals, const CellBox& window);

  std::span<const Node> nodes() const noexcept { return nodes_; }
  /// By bit k: the k-th move clockwise of a marked node is to be walked again. Removes the
  /// marks of the node.
  unsigned take_moves(std::uint32_t number) noexcept {
    return std::exchange(marks_[number].moves, 0);
  }
  /// Forgets all nodes, whose marks were taken.
  void clear() noexcept { nodes_.clear(); }

  void prefetch(std::uint32_t number) const noexcept {
    __builtin_prefetch(&marks_[number]);
  }
  std::size_t memory_bytes() const noexcept {
    return marks_.capacity() * sizeof(Mark) + nodes_.capacity() * sizeof(Node) +
           rays_.capacity() * sizeof(Ray);
  }

 private:
  struct Mark {
    std::uint32_t slot = 0;  ///< in nodes_, if there are moves
    std::uint8_t moves = 0;  ///< see take_moves()
  };
  /// A diagonal walk from a node that passes a cell, if it is so long.
  struct Ray {
    CellIndex cell;  ///< of the node
    unsigned move;
    std::int32_t steps;  ///< to the cell
    bool length;         ///< whether the walk may have another length
  };
  /// One call of find().
  class Search;

  Node& mark(std::uint32_t number, unsigned moves);

  std::pmr::vector<Mark> marks_;  ///< by node
  std::pmr::vector<Node> nodes_;
  std::pmr::vector<Ray> rays_;
};

}  // namespace throng

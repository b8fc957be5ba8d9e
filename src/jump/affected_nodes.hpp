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
/// The search from a window is divided into parts, which only read what they share. What
/// they find is marked afterwards, in the order in which one thread finds it.
///
/// Memory:  8 bytes a node.
/// Threads: one thread at a time, except for find().
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

  explicit AffectedNodes(Memory memory)
      : marks_(memory), nodes_(memory), parts_(memory), found_(memory) {}

  /// nodes: their number. A new node is not affected.
  void resize(std::size_t nodes) { marks_.resize(nodes); }
  /// The same, and no node is affected.
  void reset(std::size_t nodes) {
    marks_.assign(nodes, {});
    nodes_.clear();
  }

  /// Marks a node that lies in a window.
  void mark_all(std::uint32_t number) { mark(number, kAllMoves).turns = {}; }
  /// Divides the search for the nodes outside of some windows that these affect. Returns
  /// the number of parts. Pre: all nodes in windows are marked.
  std::size_t begin_find(std::span<const CellBox> windows);
  /// Does one part. Different parts at the same time.
  void find(std::size_t part, const Edit& edit, const DiagonalEditor& diagonals);
  /// Once all parts are done, for each window in turn: marks the nodes that it affects, and
  /// updates the diagonal stops of the cells in the window and its shadows.
  void mark_found(std::size_t window, DiagonalEditor& diagonals);

  std::span<const Node> nodes() const noexcept { return nodes_; }
  /// By bit k: the k-th move clockwise of a marked node is to be walked again. Removes the
  /// marks of the node.
  unsigned take_moves(std::uint32_t number) noexcept {
    return std::exchange(marks_[number].moves, 0);
  }
  /// Forgets all nodes. Pre: their marks were taken, or reset() comes before the next ones.
  void clear() noexcept { nodes_.clear(); }

  void prefetch(std::uint32_t number) const noexcept {
    __builtin_prefetch(&marks_[number]);
  }
  std::size_t memory_bytes() const noexcept;

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
  /// Some rows of a window, from which shadows lead east and west, some of its columns, or
  /// the window itself.
  struct Part {
    enum class Kind : std::uint8_t { rows, columns, window };

    CellBox window;
    Kind kind;
    std::int32_t first, last;  ///< rows or columns
    std::size_t number;        ///< of the window
  };
  /// A node that a part of the search found.
  struct FoundNode {
    std::uint32_t number;
    unsigned move;           ///< clockwise
    NodeEdges::Turns turns;  ///< if it is diagonal
  };
  struct FoundStop {
    unsigned diagonal;
    std::int32_t x, y;
    bool stop;
  };
  /// What a part of the search found.
  struct Found {
    explicit Found(Memory memory)
        : nodes(memory), ends(memory), stops(memory), rays(memory) {}

    void clear() noexcept;

    std::pmr::vector<FoundNode> nodes;
    /// The nodes that are found first, those that are found by rays from them or from the
    /// window, those behind them, and so on: where each of these ends in `nodes`.
    std::pmr::vector<std::size_t> ends;
    std::pmr::vector<FoundStop> stops;  ///< that change
    std::pmr::vector<Ray> rays;
  };
  /// One call of find().
  class Search;

  Node& mark(std::uint32_t number, unsigned moves);
  void mark(const FoundNode& found);

  std::pmr::vector<Mark> marks_;  ///< by node
  std::pmr::vector<Node> nodes_;
  std::pmr::vector<Part> parts_;   ///< window by window
  std::pmr::vector<Found> found_;  ///< by part; some unused
};

}  // namespace throng

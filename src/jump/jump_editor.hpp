#pragma once

#include "../core/kept_blocks.hpp"
#include "../core/memory.hpp"
#include "../core/versioned_array.hpp"
#include "../grid/rectangle.hpp"
#include "affected_nodes.hpp"
#include "cell_box.hpp"
#include "diagonal_editor.hpp"
#include "edited_graph.hpp"
#include "jump_graph.hpp"
#include "jump_map.hpp"
#include "jump_repair_state.hpp"
#include "jump_shortcuts.hpp"
#include "node_edges.hpp"
#include "shortcut_editor.hpp"
#include "stop_editor.hpp"
#include "window_index.hpp"

#include <throng/grid.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace throng {

/// One version of the jumps of a map that changes, with a complete graph. Immutable.
struct JumpVersion {
  JumpMap map;
  JumpGraph graph;
  JumpShortcuts shortcuts;
  /// Node by cell of the padded map; JumpEditor::kNoNode elsewhere.
  VersionedArray<std::uint32_t>::Snapshot node_of;
};

/// The jump points of a map, their graph and its shortcuts, updated locally after edits.
///
/// Map and graph equal those of a new build, except for the numbers of nodes and edges. A
/// node keeps its number while it exists, unless the graph is built again. The number of a
/// removed node is used again, from the next edit on.
///
/// edit() encloses the changed cells in windows (StopEditor): stops and moves outside of
/// the windows stay as they were. It finds the nodes whose edges may differ
/// (AffectedNodes), walks their affected moves again, and replaces the shortcuts that may
/// have changed (ShortcutEditor). Each of these classes says why that suffices.
///
/// Large edits: if more nodes are affected than a share of all, a new build is cheaper.
/// Then edit() drops the graph, and only the map follows edits. number() and build() make
/// the graph again, node after node. Meanwhile edits update what is built already: an
/// unbuilt node has no edges, is not affected, and lets all diagonal walks pass to the
/// nodes behind it. Nodes that appear, or lie in a window, are built at once.
///
/// Memory:  per buffer of VersionedArray 4 bytes a cell and 12 bits, 76 bytes a node, 24
///          bytes an edge; besides, 6 bits a cell, 140 bytes a node, 20 an edge; after the
///          graph was built again, 112 a node, 16 an edge, and 4 for each state that an
///          edge belongs to. Nothing is allocated once the largest sizes were reached.
/// Threads: one thread at a time, except for the shares of an edit or of settling. A
///          JumpVersion may be used on any thread.
/// Throws:  std::bad_alloc. Afterwards the object can only be destroyed.
class JumpEditor {
 public:
  static constexpr std::uint32_t kNoNode = EditedGraph::kNoNode;

  /// map, graph, shortcuts: those of `grid`; copied. Pre: JumpMap::allowed(grid).
  JumpEditor(const Grid& grid, const JumpMap& map, const JumpGraph& graph,
             const JumpShortcuts& shortcuts, Memory memory = heap_memory());

  /// Updates everything after an edit. after: the map after the edit; not used after the
  /// call. edited: rectangles that contain all cells that opened or closed; parts outside
  /// of the map are ignored. The result does not depend on how the cells are divided into
  /// rectangles, except for the numbers of nodes and edges and for shortcuts. Afterwards
  /// the graph may not be complete().
  /// Pre:  `after` has the size and the rules of the first map, and is plain.
  /// Cost: O(cells of windows and shadows + affected nodes and their walks + edges of nodes
  ///       whose shortcuts pass a window + nodes / 32), and no more than about half of a
  ///       new build.
  void edit(const Grid& after, std::span<const Rectangle> edited);

  // edit() for several threads, in rounds. First begin_edit(). While it or continue_edit()
  // returns a number of shares, edit_share() for each of these, at the same time or one
  // after the other, and then continue_edit(). `after` is not used after the last call.

  std::size_t begin_edit(const Grid& after, std::span<const Rectangle> edited);
  void edit_share(std::size_t share, const Grid& after);
  std::size_t continue_edit(const Grid& after);

  /// Whether the graph has the edges of all nodes.
  bool complete() const noexcept { return stage_ == Stage::complete; }
  /// Whether number() was called since the graph was dropped. It is undivided, and takes
  /// about so many expansions of a search.
  bool numbered() const noexcept { return stage_ != Stage::dropped; }
  std::size_t number_work() const noexcept {
    return graph_.node_of().size() / kCellsPerWork + 1;
  }
  /// Begins to build the graph again. Numbers the nodes like a new build.
  /// Pre: not numbered(). Cost: O(cells / 64 + nodes).
  void number();
  /// Builds nodes, at least one, until about so much work is done or the graph is complete.
  /// Returns the work done, in expansions of a search. Does nothing if complete().
  /// after: the map after the last edit. Pre: numbered().
  std::size_t build(const Grid& after, std::size_t work);

  /// Finds all shortcuts; afterwards they equal those of a new build. after: the map after
  /// the last edit. Cost: O(nodes + edges), most of it to count them, and the walks of the
  /// states that the new shortcuts skip; nothing if settled(). Pre: complete().
  void settle(const Grid& after);
  /// The work of settle() in expansions of a search, about. Depends only on the grid.
  std::size_t settle_work() const noexcept {
    return kExpansionsPerNode * graph_.node_count();
  }
  /// Does about so much work of the next settle() in advance. No shortcut changes. An edit
  /// makes it void. after: as for settle(). Pre: complete().
  void prepare_settle(const Grid& after, std::size_t work);

  /// The work that number(), build() and settle() have left, in expansions, about. 0 only
  /// if settled(). Before number() it estimates the number of nodes.
  std::size_t debt() const noexcept {
    if (settled()) return 0;
    if (complete()) return settle_work() + 1;
    if (numbered()) return kExpansionsPerBuilt * graph_.unbuilt() + settle_work() + 1;
    return number_work() +
           (kExpansionsPerBuilt + kExpansionsPerNode) * stops_.states() / kStatesPerNode;
  }

  /// The node of each cell of the padded map, or kNoNode, as of the last edit. Valid until
  /// the next one. Pre: complete().
  std::span<const std::uint32_t> nodes() const noexcept { return graph_.node_of(); }
  /// Whether the graph is complete, and all shortcuts equal those of a new build.
  bool settled() const noexcept { return shortcuts_.settled(); }

  /// What a new JumpEditor of the same grid needs to continue from here.
  /// Cost: O(cells) if not settled.
  JumpRepairState state() const { return state(nullptr); }
  /// The same with the shortcuts of a new build in mind, which has more of them.
  /// built: by edge of the graph. Pre: complete().
  JumpRepairState state(const JumpShortcuts& built) const { return state(&built); }
  /// Continues from the state of an editor of the same grid. False if the state is not
  /// one of this grid: a shortcut that no edges make up, or a dead end that leads on. Does
  /// not examine boxes. Pre: settled().
  bool restore(const JumpRepairState& state);

  /// Returns the newest state as an immutable version. Cost: O(1). Pre: complete().
  JumpVersion publish() noexcept;
  /// The same of the map alone, complete or not.
  JumpMap publish_map() noexcept { return stops_.publish(); }
  /// Saves the next edit copies of whole arrays, see VersionedArray::prepare.
  void prepare();

  std::size_t memory_bytes() const noexcept;

 private:
  /// What settle() does for a node takes about as long as so many expansions.
  static constexpr std::size_t kExpansionsPerNode = 2;
  /// number() takes about as long as one expansion for each kCellsPerWork cells, and
  /// build() as long as kExpansionsPerBuilt expansions for each node.
  static constexpr std::size_t kCellsPerWork = 16;
  static constexpr std::size_t kExpansionsPerBuilt = 16;
  /// Jump points of the straight directions for each node, on game maps.
  static constexpr std::size_t kStatesPerNode = 2;

  using Stage = JumpRepairState::Graph;

  /// An edit in progress.
  struct Editing {
    JumpMap map_before, map;
    VersionedArray<std::uint32_t>::Snapshot nodes_before;
    std::size_t searched = 0;   ///< windows whose nodes are known
    std::size_t searching = 0;  ///< windows of this round
    std::size_t find_parts = 0;
    std::optional<DiagonalStops> diagonals = {};  ///< once all nodes are known
  };
  /// What edit_share() finds of some nodes.
  struct Piece {
    explicit Piece(Memory memory)
        : edges(memory), shortcuts(memory), written(memory), moved(memory) {}

    struct Written {
      std::uint32_t number, begin, count;
      JumpBox box;
    };
    struct Moved {
      std::uint32_t number;
      unsigned tries;
      std::size_t first, end;  ///< in `edges`, and of the shortcuts
      JumpNode node;
    };
    void clear() noexcept {
      edges.clear();
      shortcuts.clear();
      written.clear();
      moved.clear();
    }
    std::size_t memory_bytes() const noexcept {
      return edges.capacity() * sizeof(JumpEdge) + shortcuts.memory_bytes() +
             written.capacity() * sizeof(Written) + moved.capacity() * sizeof(Moved);
    }

    std::pmr::vector<JumpEdge> edges;  ///< of `moved`, then of the node at hand
    ShortcutEditor::Found shortcuts;   ///< the same
    std::pmr::vector<Written> written;
    std::pmr::vector<Moved> moved;  ///< whose edges need more room
  };

  JumpRepairState state(const JumpShortcuts* built) const;
  bool too_many_windows() const noexcept;
  bool too_many_affected(std::size_t windows) const noexcept;
  void drop() noexcept;
  void find_complete() noexcept;
  void update_nodes(const CellBox& window);
  void update_node(std::int32_t x, std::int32_t y);
  void read_ahead(std::size_t k, std::size_t end) const noexcept;
  AffectedNodes::Edit walks(const Grid& after) const noexcept;
  std::size_t share_windows();
  std::size_t share_nodes();
  void find_edges(std::size_t number, const Grid& after);
  void find_edges(const NodeEdges& finder, const AffectedNodes::Node& affected,
                  Piece& piece);
  void find_edges(const NodeEdges& finder, std::uint32_t number, const JumpNode& node,
                  unsigned k, NodeEdges::Turns turns,
                  const std::array<std::uint32_t, 9>& before, Piece& piece) const;
  void keep_edges(std::uint32_t begin, std::uint32_t end, Piece& piece) const;
  void write_pieces();
  std::uint32_t write_edges(std::uint32_t number, JumpNode& node,
                            std::span<const JumpEdge> edges, unsigned tries);
  JumpGraph publish_graph() noexcept { return graph_.publish(diagonals_.publish()); }

  StopEditor stops_;
  DiagonalEditor diagonals_;
  EditedGraph graph_;
  AffectedNodes affected_;
  ShortcutEditor shortcuts_;
  Stage stage_ = Stage::complete;
  std::uint32_t next_unbuilt_ = 0;  ///< no node before it is unbuilt

  // Of edit():
  std::pmr::vector<CellBox> windows_;
  WindowIndex index_;  ///< of the windows
  std::optional<Editing> editing_;
  std::pmr::vector<Piece> pieces_;  ///< of the affected nodes
  std::size_t pieces_in_use_ = 0;

  std::pmr::vector<JumpEdge> built_edges_;  ///< of one node, of build()

  /// What number() computes in. Never null.
  std::unique_ptr<KeptBlocks> numbering_ = std::make_unique<KeptBlocks>();
};

}  // namespace throng

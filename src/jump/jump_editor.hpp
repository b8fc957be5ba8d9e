#pragma once

#include "../core/kept_blocks.hpp"
#include "../core/memory.hpp"
#include "../core/versioned_array.hpp"
#include "../grid/padded_position.hpp"
#include "../grid/rectangle.hpp"
#include "cell_box.hpp"
#include "diagonal_editor.hpp"
#include "edge_blocks.hpp"
#include "jump_dead_ends.hpp"
#include "jump_graph.hpp"
#include "jump_map.hpp"
#include "jump_repair_state.hpp"
#include "jump_shortcuts.hpp"
#include "jump_states.hpp"
#include "jump_views.hpp"
#include "node_edges.hpp"
#include "shortcut_bounds.hpp"
#include "stop_editor.hpp"
#include "window_index.hpp"

#include <throng/grid.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
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
/// removed node is used again, from the next edit on. The edges of a node lie in a block
/// with room for more.
///
/// Large edits: if more nodes are affected than a share of all, a new build is cheaper.
/// Then edit() drops the graph, and only the map follows edits. number() and build() make
/// the graph again, node after node. Meanwhile edits update what is built already: an
/// unbuilt node has no edges, is not affected, and lets all diagonal walks pass to the
/// nodes behind it. Nodes that appear, or lie in a window, are built at once.
///
/// Windows: edit() encloses the changed cells in windows (see StopEditor). Stops and moves
/// outside of the windows stay as they were.
///
/// Affected nodes: a straight walk ends at the first stop ahead, so it changes only if a
/// stop that changed is not behind another stop. Such walks begin in the shadow of a
/// window: the cells from the last stop before the window up to the window, in one row or
/// column. A diagonal walk ends at the first cell that does not allow the next step, so its
/// length changes only if it passes a window. So the edges of a node change only if
/// - the node lies in a window, or
/// - it tries a straight move and lies in a shadow of that direction, or
/// - it tries a diagonal move, and that walk passes a window or, for one of the two
///   straight components, a shadow.
/// All walks from a shadow end at the same stop. A shadow does not matter if that stop was
/// closed before the edit and is closed after it, because no edge leads there.
/// edit() finds these nodes backwards from the windows and shadows. If another window lies
/// between, and the walk differs before it reaches the shadow, then it passes that window.
///
/// Shortcuts: a state is a node with a direction of entry. Its edges and the cells that it
/// sees change only if it sees a cell of a window: walks from shadows lead into the window,
/// walks that change their length pass it, and a node sees itself. A shortcut is computed
/// from the states that it skips and from the dead ends behind these; its box contains the
/// cells that they see. The end of the shortcut is a cell seen, so its number is valid as
/// long as the box does not meet a window. edit() replaces the shortcuts whose box meets a
/// window by the plain edge, and new edges have no shortcut. What remains was computed from
/// states that did not change since:
/// - a dead end is still one, and everything behind it still lies in its box;
/// - a skipped state still has one edge that is not a dead end. The boxes of its dead ends
///   lie in the box of the shortcut, so they were not replaced: JumpShortcuts::passed()
///   finds that one edge, because all others are marked as dead ends.
/// Then edit() finds shortcuts for the edges that have none now, unless they are many, from
/// the shortcuts that remain: the edges of a state that are marked as dead ends tell how
/// many others it has. An edge is marked only if it is new or was marked before the edit,
/// because no shortcut that remains skips a state with such an edge: the state saw a cell
/// of a window, or its dead ends did, so that shortcut was replaced. edit() does not find
/// states that see no window but lose a way: the dead end that begins there now, or the
/// choice that is none.
/// settle() finds those, and the shortcuts that are still missing. First all dead ends,
/// from those that are marked: each edge that leads to a state with no other edges than
/// dead ends. Then it follows again only the edges whose shortcut leads to a state that has
/// no choice now. A shortcut to a state with a choice equals that of a new build, because
/// the states that it skips and the dead ends behind these did not change. Until all are
/// known, the shortcuts stay as they are: a few new ones among old ones could skip states
/// that are no longer skipped, or not yet.
///
/// Memory:  per buffer of VersionedArray 4 bytes a cell and 12 bits, 76 bytes a node, 24
///          bytes an edge; besides, 6 bits a cell, 140 bytes a node, 20 an edge; after the
///          graph was built again, 112 a node, 16 an edge, and 4 for each state that an
///          edge belongs to. Nothing is allocated once the largest sizes were reached.
/// Threads: one thread at a time. A JumpVersion may be used on any thread.
/// Throws:  std::bad_alloc. Afterwards the object can only be destroyed.
class JumpEditor {
 public:
  static constexpr std::uint32_t kNoNode = 0xFFFF'FFFF;

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

  /// Whether the graph has the edges of all nodes.
  bool complete() const noexcept { return stage_ == Stage::complete; }
  /// Whether number() was called since the graph was dropped. It is undivided, and takes
  /// about so many expansions of a search.
  bool numbered() const noexcept { return stage_ != Stage::dropped; }
  std::size_t number_work() const noexcept { return node_of_.size() / kCellsPerWork + 1; }
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
  std::size_t settle_work() const noexcept { return kExpansionsPerNode * node_count(); }
  /// Does about so much work of the next settle() in advance. No shortcut changes. An edit
  /// makes it void. after: as for settle(). Pre: complete().
  void prepare_settle(const Grid& after, std::size_t work);

  /// The node of each cell of the padded map, or kNoNode, as of the last edit. Valid until
  /// the next one. Pre: complete().
  std::span<const std::uint32_t> nodes() const noexcept { return node_of_.values(); }
  /// Whether the graph is complete, and all shortcuts equal those of a new build.
  bool settled() const noexcept { return settled_; }

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
  /// So many visits of nodes or dead ends take about as long as an expansion. What is
  /// missing at the end is done by settle().
  static constexpr std::size_t kVisitsPerWork = 2;
  static constexpr unsigned kAllMoves = 0xFF;
  static constexpr std::uint32_t kNoEdge = 0xFFFF'FFFF;
  /// number() takes about as long as one expansion for each kCellsPerWork cells, and
  /// build() as long as kExpansionsPerBuilt expansions for each node.
  static constexpr std::size_t kCellsPerWork = 16;
  static constexpr std::size_t kExpansionsPerBuilt = 16;
  /// JumpNode::run of a node without edges: longer than any walk.
  static constexpr std::uint32_t kUnbuilt = 0xFFFF'FFFF;
  static bool is_unbuilt(const JumpNode& node) noexcept { return node.run[0] == kUnbuilt; }

  using Stage = JumpRepairState::Graph;
  /// The steps of a repair of shortcuts.
  enum class Step : std::uint8_t { begin, count, list, spread, follow, done };

  /// What the editor knows of a node besides the graph.
  struct Extra {
    std::uint32_t capacity = 0;  ///< of its block of edges
    std::uint8_t tries = 0;      ///< by bit k: the k-th move clockwise is tried
    std::uint8_t affected = 0;   ///< by bit k: the move is to be walked again
    std::uint32_t slot = 0;      ///< in affected_, unless no move is affected
    /// By direction of entry: the windows of seen_ before that state looked.
    std::array<std::uint8_t, 4> looked{};
  };

  /// A node that edit() changes.
  struct Affected {
    std::uint32_t number;
    /// By diagonal direction: where the walk may turn differently. Empty if the walk is not
    /// affected. The last step is unlimited if the walk may have another length.
    std::array<NodeEdges::Turns, 4> turns;
  };
  /// A diagonal walk from a node that passes a cell, if it is so long.
  struct Ray {
    CellIndex cell;  ///< of the node
    unsigned move;
    std::int32_t steps;  ///< to the cell
    bool length;         ///< whether the walk may have another length
  };
  /// An edge without a shortcut: edit() replaced it, or the edge is new.
  struct Plain {
    std::uint32_t number;  ///< of the node
    JumpState target;
    bool may_be_dead_end;    ///< new, or a dead end before
    std::uint32_t edge = 0;  ///< set by find_edge()
  };
  class MarkedStates;
  class SettledStates;
  struct ListedEdge {
    OwnEdge edge;
    std::uint32_t before;  ///< the next one that leads to the same state, or kNoEdge
  };
  struct NewShortcut {
    OwnEdge at;
    JumpShortcut shortcut;
  };
  /// Straight walks before and after an edit.
  struct Walks {
    const JumpMap& map;  ///< after
    JumpWalker before;
    JumpWalker after;
    const std::uint32_t* node_before;  ///< by cell
  };

  JumpRepairState state(const JumpShortcuts* built) const;
  void copy_node(const JumpGraph& graph, const JumpShortcuts& shortcuts,
                 std::uint32_t number);
  // The steps of edit(), in this order:
  void remember_windows();
  void update_nodes(const CellBox& window);
  void update_diagonals(const JumpWalker& walker, const CellBox& window);
  void visit_shadows(const Walks& walks, const CellBox& window);
  void add_rays_into(const CellBox& window);
  void mark_rays();
  void reset_shortcuts();
  template <class NumberOf>
  void read_ahead(std::size_t k, std::size_t count,
                  const NumberOf& number_of) const noexcept;
  void find_edges(const NodeEdges& finder, const Affected& affected);
  void find_edges(const NodeEdges& finder, std::uint32_t number, const JumpNode& node,
                  unsigned k, NodeEdges::Turns turns, std::uint32_t begin,
                  std::uint32_t end);
  void keep_edges(std::uint32_t begin, std::uint32_t end);
  void clear_removed_nodes();
  void repair_shortcuts(const JumpWalker& walker);

  std::size_t node_count() const noexcept { return extra_.size() - free_nodes_.size(); }
  bool too_many_windows() const noexcept;
  bool too_many_affected(std::size_t windows) const noexcept;
  void drop() noexcept;
  void find_complete() noexcept;
  void write_plain_shortcuts();
  void build_node(const NodeEdges& finder, std::uint32_t number);
  void forget_edges(std::uint32_t number);
  bool restore_unbuilt(std::span<const CellIndex> cells);
  void update_node(std::int32_t x, std::int32_t y);
  std::uint32_t create_node(std::int32_t x, std::int32_t y);
  void remove_node(std::uint32_t number);
  void visit_shadow(const Walks& walks, unsigned direction, PaddedPosition from,
                    std::int32_t count);
  void add_ray(unsigned move, PaddedPosition at, std::int32_t steps, bool length);
  Affected& mark(std::uint32_t number, unsigned moves);
  void write_edges(std::uint32_t number, JumpNode& node);
  bool find_edge(Plain& plain) const noexcept;
  const JumpBox& view(const JumpWalker& walker, JumpState state);
  void begin_settle();
  template <class Visit>
  void visit_nodes(Step step, Step next, std::size_t& visits, const Visit& visit);
  void find_all(const JumpGraph& graph, const JumpWalker& walker, std::size_t visits);
  void find_missing(const JumpGraph& graph, const JumpWalker& walker, std::size_t visits);
  void count_ways(const JumpGraph& graph, std::uint32_t number);
  void list_edges(const JumpGraph& graph, SettledStates& states, std::uint32_t number);
  void spread(const JumpGraph& graph, SettledStates& states);
  void follow_edges(const JumpGraph& graph, SettledStates& states, std::uint32_t number);
  void find_shortcuts(const JumpGraph& graph, std::uint32_t number);
  void write_all_shortcuts();
  void look(const JumpWalker& walker, std::uint32_t number);
  bool restore(const JumpRepairState::Shortcut& saved);
  bool leads_on(std::uint32_t edge) const noexcept;
  bool marked_dead_end(std::uint32_t edge) const noexcept {
    return shortcuts_.values()[edge].dead_end();
  }

  std::uint32_t node_at(std::int32_t x, std::int32_t y) const noexcept {
    return node_of_.values()[cell_at({x, y}, stride_)];
  }
  JumpGraph publish_graph() noexcept;

  CellIndex stride_;
  StopEditor stops_;
  DiagonalEditor diagonals_;

  VersionedArray<std::uint32_t> node_of_;  ///< by cell
  VersionedArray<CellIndex> cells_;        ///< by node, as the next two
  VersionedArray<PaddedPosition> places_;
  VersionedArray<JumpNode> nodes_;
  VersionedArray<JumpEdge> edges_;
  VersionedArray<JumpShortcut> shortcuts_;  ///< by edge
  EdgeBlocks blocks_;
  std::pmr::vector<Extra> extra_;               ///< by node
  std::pmr::vector<std::uint32_t> free_nodes_;  ///< a stack

  ShortcutBounds bounds_;
  JumpViews views_;
  std::pmr::vector<JumpBox> seen_;  ///< windows; see Extra::looked
  Stage stage_ = Stage::complete;
  std::size_t unbuilt_ = 0;         ///< nodes
  std::uint32_t next_unbuilt_ = 0;  ///< no node before it is unbuilt
  bool settled_ = true;             ///< all shortcuts equal those of a new build
  bool all_plain_ = false;          ///< no shortcut was found since the graph was dropped
  bool written_ = true;             ///< the shortcuts, plain or not; if complete()
  // Of prepare_settle():
  Step step_ = Step::begin;
  std::uint32_t next_node_ = 0;              ///< of the step
  std::pmr::vector<std::uint32_t> ways_;     ///< by state: edges not known as dead ends
  std::pmr::vector<JumpBox> dead_boxes_;     ///< by state that was found to be a dead end
  std::pmr::vector<std::uint32_t> last_to_;  ///< by state: in listed_, or kNoEdge
  std::pmr::vector<ListedEdge> listed_;      ///< those that are no dead ends so far
  std::pmr::vector<OwnEdge> dead_;           ///< a stack of those not marked
  std::pmr::vector<NewShortcut> changes_;
  // The same if all_plain_, instead of the six above:
  JumpDeadEnds dead_ends_;
  std::pmr::vector<JumpShortcut> all_shortcuts_;  ///< by edge

  // Of edit():
  std::pmr::vector<CellBox> windows_;
  WindowIndex index_;                ///< of the windows
  std::pmr::vector<OwnEdge> reset_;  ///< edges whose box meets a window
  std::pmr::vector<Plain> plain_;
  std::pmr::vector<Affected> affected_;
  std::pmr::vector<Ray> rays_;
  std::pmr::vector<std::uint32_t> removed_;  ///< nodes
  std::pmr::vector<JumpEdge> found_edges_;   ///< of one node, as the next one
  std::pmr::vector<JumpShortcut> found_shortcuts_;

  /// What number() computes in. Never null.
  std::unique_ptr<KeptBlocks> numbering_ = std::make_unique<KeptBlocks>();
};

}  // namespace throng

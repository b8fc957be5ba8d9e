#pragma once

#include "../core/memory.hpp"
#include "../core/versioned_array.hpp"
#include "cell_box.hpp"
#include "edited_graph.hpp"
#include "jump_dead_ends.hpp"
#include "jump_graph.hpp"
#include "jump_repair_state.hpp"
#include "jump_shortcuts.hpp"
#include "jump_states.hpp"
#include "jump_views.hpp"
#include "jumps.hpp"
#include "shortcut_bounds.hpp"
#include "window_index.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace throng {

/// The shortcuts of a jump graph that changes: correct after each edit, and equal to those
/// of a new build once they are settled.
///
/// A state is a node with a direction of entry. Its edges and the cells that it sees change
/// only if it sees a cell of a window: walks from shadows lead into the window, walks that
/// change their length pass it, and a node sees itself (see AffectedNodes). A shortcut is
/// computed from the states that it skips and from the dead ends behind these; its box
/// contains the cells that they see. The end of the shortcut is a cell seen, so its number
/// is valid as long as the box does not meet a window. replace_met() replaces the shortcuts
/// whose box meets a window by the plain edge, and new edges have no shortcut. What remains
/// was computed from states that did not change since:
/// - a dead end is still one, and everything behind it still lies in its box;
/// - a skipped state still has one edge that is not a dead end. The boxes of its dead ends
///   lie in the box of the shortcut, so they were not replaced: JumpShortcuts::passed()
///   finds that one edge, because all others are marked as dead ends.
///
/// repair() then finds shortcuts for the edges that have none now, unless they are many,
/// from the shortcuts that remain: the edges of a state that are marked as dead ends tell
/// how many others it has. An edge is marked only if it is new or was marked before the
/// edit, because no shortcut that remains skips a state with such an edge: the state saw a
/// cell of a window, or its dead ends did, so that shortcut was replaced. repair() does not
/// find states that see no window but lose a way: the dead end that begins there now, or
/// the choice that is none.
///
/// settle() finds those, and the shortcuts that are still missing. First all dead ends,
/// from those that are marked: each edge that leads to a state with no other edges than
/// dead ends. Then it follows again only the edges whose shortcut leads to a state that has
/// no choice now. A shortcut to a state with a choice equals that of a new build, because
/// the states that it skips and the dead ends behind these did not change. Until all are
/// known, the shortcuts stay as they are: a few new ones among old ones could skip states
/// that are no longer skipped, or not yet.
///
/// Memory:  per buffer of VersionedArray 16 bytes an edge; besides, 100 bytes a node, 12 an
///          edge and, between prepare_settle() and settle(), 28 an edge; after the graph
///          was built again, 112 a node, 16 an edge, and 4 for each state that an edge
///          belongs to.
/// Threads: one thread at a time, except for search() and write_in_place(): several threads
///          may call them for different parts and nodes.
/// Throws:  std::bad_alloc. Afterwards the object can only be destroyed.
class ShortcutEditor {
  /// An edge without a shortcut: an edit replaced it, or the edge is new.
  struct Plain {
    std::uint32_t number;  ///< of the node
    JumpState target;
    bool may_be_dead_end;    ///< new, or a dead end before
    std::uint32_t edge = 0;  ///< set by find_edge()
  };

 public:
  /// Copies the shortcuts of the graph `from`, of which `graph` is a copy.
  ShortcutEditor(const EditedGraph& graph, const JumpGraph& from,
                 const JumpShortcuts& shortcuts, const JumpWalker& walker, Memory memory);

  // The numbers of nodes and edges of `graph`, after they grew. A new node sees itself.
  void add_node(const EditedGraph& graph, std::uint32_t number);
  void resize_edges(std::size_t edges);
  /// All nodes are new, and unbuilt: all shortcuts are missing.
  void number(const EditedGraph& graph);

  // An edit, in this order; windows: those that enclose the changed cells.
  void remember(std::span<const CellBox> windows);
  /// Before `graph` removes a node.
  void remove(const EditedGraph& graph, const WindowIndex& windows, std::uint32_t number);
  /// Divides the search for the shortcuts whose box meets a window. Returns the number of
  /// parts, which may be searched at the same time.
  std::size_t begin_search();
  void search(std::size_t part, const WindowIndex& windows);
  /// Replaces the shortcuts that were found by plain edges.
  void replace_met(const EditedGraph& graph);

  /// The shortcuts of the edges of some nodes.
  class Found {
   public:
    explicit Found(Memory memory) : shortcuts_(memory), plain_(memory) {}

    std::span<const JumpShortcut> from(std::size_t first, std::size_t end) const noexcept {
      return std::span(shortcuts_).subspan(first, end - first);
    }
    /// Appends those of edges that were there before.
    void keep(const ShortcutEditor& editor, std::uint32_t begin, std::uint32_t end) {
      const auto own = editor.shortcuts_.values().subspan(begin, end - begin);
      shortcuts_.insert(shortcuts_.end(), own.begin(), own.end());
    }
    /// Appends that of a new edge.
    void add(std::uint32_t number, const JumpEdge& edge) {
      shortcuts_.push_back(JumpShortcut::plain(edge));
      plain_.push_back({number, edge.target, true});
    }
    /// Forgets the shortcuts after the first ones. New edges stay new.
    void resize(std::size_t first) { shortcuts_.resize(first); }
    void clear() noexcept {
      shortcuts_.clear();
      plain_.clear();
    }
    std::size_t memory_bytes() const noexcept {
      return shortcuts_.capacity() * sizeof(JumpShortcut) +
             plain_.capacity() * sizeof(Plain);
    }

   private:
    friend ShortcutEditor;

    std::pmr::vector<JumpShortcut> shortcuts_;
    std::pmr::vector<Plain> plain_;
  };
  /// Stores the shortcuts of a node. begin: its first edge now.
  void write(std::uint32_t number, std::uint32_t begin,
             std::span<const JumpShortcut> shortcuts);
  // write() on several threads. First begin_edges(). Then write_in_place() of different
  // nodes at the same time. Then touch() for each of them, with what that returned.
  void begin_edges() { writable_ = shortcuts_.write(0, 0).data(); }
  JumpBox write_in_place(std::uint32_t number, std::uint32_t begin,
                         std::span<const JumpShortcut> shortcuts) noexcept {
    std::ranges::copy(shortcuts, writable_ + begin);
    return bounds_.set_own_edges(number, begin, shortcuts);
  }
  void touch(std::uint32_t number, std::uint32_t begin, std::size_t count,
             const JumpBox& box) {
    shortcuts_.write(begin, count);
    bounds_.add_to_block(number, box);
  }
  /// The new edges among those that were found have no shortcut.
  void add_plain(const Found& found) {
    plain_.insert(plain_.end(), found.plain_.begin(), found.plain_.end());
  }
  /// Whether some edges have no shortcut, and few enough for repair().
  bool repairable() const noexcept;
  /// Finds shortcuts for these edges. Pre: repairable(); the graph is complete.
  void repair(const JumpGraph& graph, const JumpWalker& walker);
  /// Instead of repair(): these edges wait for settle().
  void leave() noexcept { plain_.clear(); }

  /// The edges of a node are gone.
  void forget_edges(std::uint32_t number);
  /// settled() no longer holds, and what prepare_settle() did is void.
  void unsettle() noexcept {
    settled_ = false;
    step_ = Step::begin;
    next_node_ = 0;
  }
  /// Nothing is written while the graph is built: all shortcuts are plain.
  void set_unwritten() noexcept { written_ = false; }
  /// Writes the plain shortcuts, unless they are written. A settle() that follows at once
  /// saves this. Pre: the graph is complete.
  void write_plain(const EditedGraph& graph);

  /// Whether all shortcuts equal those of a new build.
  bool settled() const noexcept { return settled_; }
  /// Finds all shortcuts. Pre: the graph is complete.
  void settle(const JumpGraph& graph, const JumpWalker& walker);
  /// Does about so much work of the next settle() in advance, in expansions of a search. No
  /// shortcut changes. An edit makes it void. Pre: not settled(); the graph is complete.
  void prepare_settle(const JumpGraph& graph, const JumpWalker& walker, std::size_t work);

  /// Appends the shortcuts of the node in `cell` that differ from those of `built`; null:
  /// from plain ones. See JumpRepairState.
  void save(const EditedGraph& graph, const JumpShortcuts* built, CellIndex cell,
            JumpRepairState& state) const;
  /// Whether no shortcut was found since the graph was built again.
  bool all_plain() const noexcept { return all_plain_; }
  /// Continues from a saved state of the same graph; false if it is not one: a shortcut
  /// that no edges make up, or a dead end that leads on. Does not examine boxes. Between
  /// the two calls nodes may become unbuilt.
  bool begin_restore(const EditedGraph& graph, const JumpRepairState& state);
  bool end_restore(const EditedGraph& graph);

  JumpShortcuts publish() noexcept { return JumpShortcuts(shortcuts_.publish()); }
  void prepare() { shortcuts_.prepare(); }
  void prefetch(std::uint32_t edge) const noexcept {
    __builtin_prefetch(shortcuts_.values().data() + edge);
  }

  std::size_t memory_bytes() const noexcept;

 private:
  static constexpr std::uint32_t kNoEdge = 0xFFFF'FFFF;

  /// The steps of settle().
  enum class Step : std::uint8_t { begin, count, list, spread, follow, done };

  struct ListedEdge {
    OwnEdge edge;
    std::uint32_t before;  ///< the next one that leads to the same state, or kNoEdge
  };
  struct NewShortcut {
    OwnEdge at;
    JumpShortcut shortcut;
  };
  /// By direction of entry: the windows of seen_ before that state looked.
  using Looked = std::array<std::uint8_t, 4>;
  class MarkedStates;
  class SettledStates;

  bool marked_dead_end(std::uint32_t edge) const noexcept {
    return shortcuts_.values()[edge].dead_end();
  }
  const JumpBox& view(const JumpGraph& graph, const JumpWalker& walker, JumpState state);
  void begin_settle(const JumpGraph& graph);
  template <class Visit>
  void visit_nodes(Step step, Step next, std::size_t& visits, const Visit& visit);
  void find_all(const JumpGraph& graph, const JumpWalker& walker, std::size_t visits);
  void find_missing(const JumpGraph& graph, const JumpWalker& walker, std::size_t visits);
  void count_ways(const JumpGraph& graph, std::uint32_t number);
  void list_edges(const JumpGraph& graph, SettledStates& states, std::uint32_t number);
  void spread(const JumpGraph& graph, SettledStates& states);
  void follow_edges(const JumpGraph& graph, SettledStates& states, std::uint32_t number);
  void write_all(const JumpGraph& graph);
  bool restore(const EditedGraph& graph, const JumpRepairState::Shortcut& saved);
  bool leads_on(const EditedGraph& graph, std::uint32_t edge) const noexcept;

  VersionedArray<JumpShortcut> shortcuts_;  ///< by edge
  ShortcutBounds bounds_;
  JumpViews views_;
  std::pmr::vector<Looked> looked_;  ///< by node
  std::pmr::vector<JumpBox> seen_;   ///< windows; see Looked
  bool settled_ = true;              ///< all shortcuts equal those of a new build
  bool all_plain_ = false;           ///< no shortcut was found since the graph was dropped
  bool written_ = true;              ///< shortcuts_ has them; else all are plain

  // Of an edit:
  std::pmr::vector<ShortcutBounds::Met> met_;  ///< by part of the search; some unused
  std::size_t met_parts_ = 0;
  JumpShortcut* writable_ = nullptr;  ///< shortcuts_, since begin_edges()
  std::pmr::vector<Plain> plain_;

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
};

}  // namespace throng

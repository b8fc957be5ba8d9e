#include "jump_editor.hpp"

#include <throng/assert.hpp>

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace throng {
namespace {

/// An edit drops the graph if it affects more than one in kAffectedShare nodes.
constexpr std::size_t kAffectedShare = 4;
/// On small maps a building affects a large share of the nodes, and a repair is short.
constexpr std::size_t kLeastAffected = 256;
/// An edit with more than one window for kNodesPerWindow nodes drops the graph before
/// anything else, except on small maps. In such edits a window affected 33 to 95 nodes on
/// TheFrozenSea, in one of closed ground 3, and 19 to 68 on brc202d.
constexpr std::size_t kNodesPerWindow = 32;
constexpr std::size_t kLeastWindows = 64;
/// After this number of windows, the nodes that all windows affect are estimated. So many
/// are searched at the same time.
constexpr std::size_t kSample = 16;
/// Windows affect the same nodes, so the estimate is too large.
constexpr std::size_t kOverlap = 4;
/// Affected nodes that one thread takes at a time: about 10 us.
constexpr std::size_t kNodesOfPiece = 8;
constexpr std::size_t kMostPieces = 64;

}  // namespace

JumpEditor::JumpEditor(const Grid& grid, const JumpMap& map, const JumpGraph& graph,
                       const JumpShortcuts& shortcuts, Memory memory)
    : stops_(grid, map, memory),
      diagonals_(graph.diagonals(), memory),
      graph_(grid, graph, memory),
      affected_(memory),
      shortcuts_(graph_, graph, shortcuts, JumpWalker(grid, map, nullptr), memory),
      windows_(memory),
      index_(memory),
      pieces_(memory),
      built_edges_(memory) {
  THRONG_ASSERT(JumpMap::allowed(grid));
  affected_.resize(graph_.nodes().size());
  diagonals_.set_blockers(stops_.rows(), graph.cells(), memory);
}

void JumpEditor::prepare() {
  stops_.prepare();
  diagonals_.prepare();
  graph_.prepare();
  shortcuts_.prepare();
}

void JumpEditor::edit(const Grid& after, std::span<const Rectangle> edited) {
  for (std::size_t shares = begin_edit(after, edited); shares != 0;
       shares = continue_edit(after))
    for (std::size_t share = 0; share < shares; ++share) edit_share(share, after);
}

std::size_t JumpEditor::begin_edit(const Grid& after, std::span<const Rectangle> edited) {
  THRONG_ASSERT(JumpMap::allowed(after) && after.cell_count() == graph_.node_of().size());
  windows_.clear();
  for (const Rectangle& some : edited) stops_.find_windows(after, some, windows_);
  if (windows_.empty()) return 0;
  shortcuts_.unsettle();
  if (too_many_windows()) drop();
  if (stage_ == Stage::dropped) {
    for (const CellBox& window : windows_) stops_.update(window);
    return 0;
  }
  if (complete()) shortcuts_.write_plain(graph_);
  shortcuts_.remember(windows_);
  const auto [columns, rows] =
      padded_position(static_cast<CellIndex>(graph_.node_of().size() - 1), graph_.stride());
  index_.assign(windows_, columns + 1, rows + 1);
  JumpMap map_before = stops_.publish();
  auto nodes_before = graph_.publish_node_of();
  for (const CellBox& window : windows_) stops_.update(window);
  for (const CellBox& window : windows_) update_nodes(window);
  editing_.emplace(Editing{.map_before = std::move(map_before),
                           .map = stops_.publish(),
                           .nodes_before = std::move(nodes_before)});
  return share_windows() + shortcuts_.begin_search();
}

/// Divides the search for the nodes that the next windows affect.
std::size_t JumpEditor::share_windows() {
  Editing& now = *editing_;
  now.searching = std::min(kSample, windows_.size() - now.searched);
  now.find_parts =
      affected_.begin_find(std::span(windows_).subspan(now.searched, now.searching));
  return now.find_parts;
}

void JumpEditor::edit_share(std::size_t share, const Grid& after) {
  const Editing& now = *editing_;
  if (now.diagonals)
    find_edges(share, after);
  else if (share < now.find_parts)
    affected_.find(share, walks(after), diagonals_);
  else
    shortcuts_.search(share - now.find_parts, index_);
}

std::size_t JumpEditor::continue_edit(const Grid& after) {
  if (!editing_) return 0;
  Editing& now = *editing_;
  if (!now.diagonals) {
    for (std::size_t k = 0; k < now.searching; ++k) {
      affected_.mark_found(k, diagonals_);
      if (!too_many_affected(++now.searched)) continue;
      drop();
      return 0;
    }
    if (now.searched < windows_.size()) return share_windows();
    shortcuts_.replace_met(graph_);
    now.diagonals = diagonals_.publish();
    if (const std::size_t pieces = share_nodes(); pieces != 0) return pieces;
  }
  write_pieces();
  affected_.clear();
  graph_.free_removed();
  find_complete();
  if (complete()) shortcuts_.write_plain(graph_);
  if (complete() && shortcuts_.repairable())
    shortcuts_.repair(publish_graph(), walks(after).after);
  else
    shortcuts_.leave();
  editing_.reset();
  return 0;
}

/// The walks before and after the edit in progress.
AffectedNodes::Edit JumpEditor::walks(const Grid& after) const noexcept {
  const Editing& now = *editing_;
  return {now.map,
          JumpWalker(after, now.map_before, nullptr),
          JumpWalker(after, now.map, nullptr),
          now.nodes_before.data(),
          stops_,
          graph_};
}

/// Divides the affected nodes into pieces.
std::size_t JumpEditor::share_nodes() {
  const std::size_t nodes = affected_.nodes().size();
  pieces_in_use_ = std::min((nodes + kNodesOfPiece - 1) / kNodesOfPiece, kMostPieces);
  while (pieces_.size() < pieces_in_use_)
    pieces_.emplace_back(Memory(pieces_.get_allocator()));
  graph_.begin_edges();
  shortcuts_.begin_edges();
  return pieces_in_use_;
}

/// Whether an edit drops the graph. windows: of those, the affected nodes are known.
bool JumpEditor::too_many_affected(std::size_t windows) const noexcept {
  const std::size_t most = std::max(kLeastAffected, graph_.node_count() / kAffectedShare);
  if (affected_.nodes().size() > most) return true;
  return windows == kSample &&
         affected_.nodes().size() * windows_.size() > kSample * kOverlap * most;
}

bool JumpEditor::too_many_windows() const noexcept {
  return windows_.size() > std::max(kLeastWindows, graph_.node_count() / kNodesPerWindow);
}

/// Only the map remains. All else is of no use until number().
void JumpEditor::drop() noexcept {
  editing_.reset();
  affected_.clear();
  shortcuts_.leave();
  shortcuts_.unsettle();
  stage_ = Stage::dropped;
}

/// Nodes appear and disappear in windows only. Marks those that are there.
void JumpEditor::update_nodes(const CellBox& window) {
  for (std::int32_t y = window.top; y <= window.bottom; ++y)
    for (std::int32_t x = window.left; x <= window.right; ++x) update_node(x, y);
}

void JumpEditor::update_node(std::int32_t x, std::int32_t y) {
  const bool open = stops_.open(x, y);
  const unsigned stops = open ? stops_.stops(x, y) : 0;
  std::uint32_t number = graph_.node_at(cell_at({x, y}, graph_.stride()));
  if (number == kNoNode && stops != 0) {
    number = graph_.create({x, y});
    affected_.resize(graph_.nodes().size());
    shortcuts_.add_node(graph_, number);
  }
  if (number != kNoNode) {
    if (stops == 0) {
      shortcuts_.remove(graph_, index_, number);
      graph_.remove(number);
    } else {
      affected_.mark_all(number);
    }
  }
  diagonals_.set_blocker(x, y, !open || stops != 0);
}

/// Reads ahead for the affected nodes after the k-th: they lie anywhere in memory.
/// end: other threads write the nodes from there on.
void JumpEditor::read_ahead(std::size_t k, std::size_t end) const noexcept {
  constexpr std::size_t kFar = 8, kNear = 4;
  const std::span<const AffectedNodes::Node> nodes = affected_.nodes();
  if (k + kFar < nodes.size()) {
    graph_.prefetch(nodes[k + kFar].number);
    affected_.prefetch(nodes[k + kFar].number);
  }
  if (k + kNear >= end) return;
  const std::uint32_t edge = graph_.nodes()[nodes[k + kNear].number].first.front();
  __builtin_prefetch(graph_.edges().data() + edge);
  shortcuts_.prefetch(edge);
}

/// Finds the edges of a piece of the affected nodes. Writes those that need no more room
/// than before.
void JumpEditor::find_edges(std::size_t number, const Grid& after) {
  const JumpWalker walker(after, editing_->map, &*editing_->diagonals);
  const NodeEdges finder(after, walker, graph_.node_of().data());
  Piece& piece = pieces_[number];
  piece.clear();
  const std::size_t nodes = affected_.nodes().size();
  const std::size_t end = (number + 1) * nodes / pieces_in_use_;
  for (std::size_t k = number * nodes / pieces_in_use_; k < end; ++k) {
    read_ahead(k, end);
    find_edges(finder, affected_.nodes()[k], piece);
  }
}

/// Walks the affected moves of a node again. The other edges stay.
void JumpEditor::find_edges(const NodeEdges& finder, const AffectedNodes::Node& affected,
                            Piece& piece) {
  const std::uint32_t number = affected.number;
  const unsigned moves = affected_.take_moves(number);
  JumpNode node = graph_.nodes()[number];
  unsigned tries = graph_.tries(number);
  const std::array<std::uint32_t, 9> before = node.first;
  if (moves == AffectedNodes::kAllMoves) {
    finder.set_arcs(node);
    tries = tries_of(node);
  }
  const std::size_t first = piece.edges.size();
  std::uint32_t kept = before[0];  // the edges before it are in the piece, or gone
  for (unsigned k = 0; k < kMoves; ++k) {
    const bool again = (moves >> k & 1U) != 0;
    if (again) keep_edges(std::exchange(kept, before[k + 1]), before[k], piece);
    node.first[k] = static_cast<std::uint32_t>(piece.edges.size() - first) +
                    (again ? 0 : before[k] - kept);
    if (!again) continue;
    const NodeEdges::Turns turns = k % 2 == 1 ? affected.turns[k / 2] : NodeEdges::Turns{};
    if (k % 2 == 1 && turns.last == INT32_MAX) finder.set_run(node, k);
    if ((tries >> k & 1U) != 0) find_edges(finder, number, node, k, turns, before, piece);
  }
  keep_edges(kept, before[kMoves], piece);
  const std::size_t end = piece.edges.size();
  node.first[kMoves] = static_cast<std::uint32_t>(end - first);
  if (!graph_.fits(number, end - first)) {
    piece.moved.push_back({number, tries, first, end, node});
    return;
  }
  const std::uint32_t begin =
      graph_.write_in_place(number, node, std::span(piece.edges).subspan(first), tries);
  JumpBox box;
  if (complete())
    box = shortcuts_.write_in_place(number, begin, piece.shortcuts.from(first, end));
  piece.written.push_back({number, begin, static_cast<std::uint32_t>(end - first), box});
  piece.edges.resize(first);
  piece.shortcuts.resize(first);
}

/// Finds the edges of one move. before: where the edges of each move began before the edit.
/// Edges that turn elsewhere stay; edges that are found again keep their shortcuts.
void JumpEditor::find_edges(const NodeEdges& finder, std::uint32_t number,
                            const JumpNode& node, unsigned k, NodeEdges::Turns turns,
                            const std::array<std::uint32_t, 9>& before,
                            Piece& piece) const {
  const std::uint32_t begin = before[k], end = before[k + 1];
  const std::span<const JumpEdge> edges = graph_.edges();
  const auto turn_of = [&](std::uint32_t edge) {
    const std::uint32_t target = edges[edge].target;
    const PaddedPosition at = graph_.places()[target >> 2];
    return target % 2 == 0 ? std::abs(at.x - node.x) : std::abs(at.y - node.y);
  };
  std::uint32_t old = begin;
  while (turns.first > 1 && old < end && turn_of(old) < turns.first) ++old;
  keep_edges(begin, old, piece);
  std::uint32_t rest = turns.last == INT32_MAX ? end : old;
  while (rest < end && turn_of(rest) <= turns.last) ++rest;
  // No two edges of a move have the same target.
  finder.find(node, k, turns, [&](const JumpEdge& edge) {
    piece.edges.push_back(edge);
    for (std::uint32_t i = old; i < rest; ++i)
      if (edges[i].target == edge.target && edges[i].cost == edge.cost) {
        piece.shortcuts.keep(shortcuts_, i, i + 1);
        old = i + 1;
        return;
      }
    piece.shortcuts.add(number, edge);
  });
  keep_edges(rest, end, piece);
}

void JumpEditor::keep_edges(std::uint32_t begin, std::uint32_t end, Piece& piece) const {
  const auto edges = graph_.edges().subspan(begin, end - begin);
  piece.edges.insert(piece.edges.end(), edges.begin(), edges.end());
  piece.shortcuts.keep(shortcuts_, begin, end);
}

/// Ends what find_edges() began. While the graph is built, all shortcuts are plain, and are
/// not written.
void JumpEditor::write_pieces() {
  for (const Piece& piece : std::span(pieces_).first(pieces_in_use_)) {
    for (const auto& [number, begin, count, box] : piece.written) {
      graph_.touch(number, begin, count);
      if (complete()) shortcuts_.touch(number, begin, count, box);
    }
    for (const Piece::Moved& moved : piece.moved) {
      JumpNode node = moved.node;
      const auto edges =
          std::span(piece.edges).subspan(moved.first, moved.end - moved.first);
      const std::uint32_t begin = write_edges(moved.number, node, edges, moved.tries);
      if (complete())
        shortcuts_.write(moved.number, begin, piece.shortcuts.from(moved.first, moved.end));
    }
    shortcuts_.add_plain(piece.shortcuts);
  }
}

/// Writes a node and its edges. node.first counts from the first edge of the node. Returns
/// where its edges begin.
std::uint32_t JumpEditor::write_edges(std::uint32_t number, JumpNode& node,
                                      std::span<const JumpEdge> edges, unsigned tries) {
  const std::uint32_t begin = graph_.write(number, node, edges, tries);
  shortcuts_.resize_edges(graph_.edges().size());
  return begin;
}

void JumpEditor::number() {
  const JumpMap map = stops_.publish();
  const Memory memory = numbering_.get();
  const std::pmr::vector<CellIndex> ordered =
      ordered_jump_points(stops_.rows(), map, memory);
  diagonals_.set_stops(stops_.rows(), map, memory);
  diagonals_.set_blockers(stops_.rows(), ordered, memory);
  graph_.number(ordered);
  affected_.reset(ordered.size());
  shortcuts_.number(graph_);
  next_unbuilt_ = 0;
  stage_ = Stage::numbered;
  find_complete();
}

/// The last unbuilt node may also be built or removed by an edit.
void JumpEditor::find_complete() noexcept {
  if (stage_ != Stage::numbered || graph_.unbuilt() != 0) return;
  stage_ = Stage::complete;
  shortcuts_.set_unwritten();
}

std::size_t JumpEditor::build(const Grid& after, std::size_t work) {
  if (complete()) return 0;
  const JumpMap map = stops_.publish();
  const DiagonalStops diagonals = diagonals_.publish();
  const NodeEdges finder(after, JumpWalker(after, map, &diagonals),
                         graph_.node_of().data());
  std::size_t done = 0;
  for (; graph_.unbuilt() != 0 && done < work; ++next_unbuilt_) {
    JumpNode node = graph_.nodes()[next_unbuilt_];
    if (!EditedGraph::is_unbuilt(node)) continue;
    built_edges_.clear();
    finder.expand(node, built_edges_);
    write_edges(next_unbuilt_, node, built_edges_, tries_of(node));
    done += kExpansionsPerBuilt;
  }
  find_complete();
  return done;
}

void JumpEditor::settle(const Grid& after) {
  if (settled()) return;
  const JumpMap map = stops_.publish();
  shortcuts_.settle(publish_graph(), JumpWalker(after, map, nullptr));
}

void JumpEditor::prepare_settle(const Grid& after, std::size_t work) {
  if (settled()) return;
  const JumpMap map = stops_.publish();
  shortcuts_.prepare_settle(publish_graph(), JumpWalker(after, map, nullptr), work);
}

JumpRepairState JumpEditor::state(const JumpShortcuts* built) const {
  using Others = JumpRepairState::Others;
  JumpRepairState state;
  if (settled()) return state;
  state.settled = false;
  state.graph = stage_;
  if (!numbered()) return state;
  // Without any shortcut, `built` would list them all.
  if (built != nullptr && !shortcuts_.all_plain()) state.others = Others::built;
  const std::span<const std::uint32_t> node_of = graph_.node_of();
  for (CellIndex cell = 0; cell < node_of.size(); ++cell) {
    if (node_of[cell] == kNoNode) continue;
    if (EditedGraph::is_unbuilt(graph_.nodes()[node_of[cell]]))
      state.unbuilt.push_back(cell);
    shortcuts_.save(graph_, state.others == Others::built ? built : nullptr, cell, state);
  }
  return state;
}

bool JumpEditor::restore(const JumpRepairState& state) {
  THRONG_ASSERT(settled());
  if (state.settled)
    return state.shortcuts.empty() && state.unbuilt.empty() &&
           state.graph == Stage::complete;
  const bool built = state.others == JumpRepairState::Others::built;
  if (state.graph != Stage::complete && (built || !state.shortcuts.empty())) return false;
  if (state.graph == Stage::dropped) {
    drop();
    return state.unbuilt.empty();
  }
  if (!shortcuts_.begin_restore(graph_, state)) return false;
  if (state.unbuilt.empty() != (state.graph == Stage::complete)) return false;
  for (const CellIndex cell : state.unbuilt) {
    const std::uint32_t number =
        cell < graph_.node_of().size() ? graph_.node_at(cell) : kNoNode;
    if (number == kNoNode || EditedGraph::is_unbuilt(graph_.nodes()[number])) return false;
    shortcuts_.forget_edges(number);
    graph_.forget_edges(number);
    stage_ = Stage::numbered;
    shortcuts_.set_unwritten();
  }
  return shortcuts_.end_restore(graph_);
}

JumpVersion JumpEditor::publish() noexcept {
  if (complete()) shortcuts_.write_plain(graph_);
  return {stops_.publish(), publish_graph(), shortcuts_.publish(),
          graph_.publish_node_of()};
}

std::size_t JumpEditor::memory_bytes() const noexcept {
  std::size_t pieces = pieces_.capacity() * sizeof(Piece);
  for (const Piece& piece : pieces_) pieces += piece.memory_bytes();
  return stops_.memory_bytes() + diagonals_.memory_bytes() + graph_.memory_bytes() +
         affected_.memory_bytes() + shortcuts_.memory_bytes() + index_.memory_bytes() +
         windows_.capacity() * sizeof(CellBox) + pieces +
         built_edges_.capacity() * sizeof(JumpEdge) + numbering_->bytes();
}

}  // namespace throng

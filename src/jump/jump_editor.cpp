#include "jump_editor.hpp"

#include <throng/assert.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <new>
#include <utility>

namespace throng {
namespace {

/// Windows that settle() distinguishes.
constexpr std::size_t kMostSeen = 64;

JumpBox box_of(const CellBox& window) noexcept {
  JumpBox box;
  box.add(window.left, window.top);
  box.add(window.right, window.bottom);
  return box;
}

/// Room for half as much again, so that edits seldom copy the whole array: that takes 7 ms
/// in each of two edits on maps of 1024 x 1024.
template <class T>
VersionedArray<T> with_room(std::size_t size, const T& fill, Memory memory) {
  VersionedArray<T> values(0, fill, memory);
  values.reserve(size + size / 2);
  values.resize(size, fill);
  return values;
}

}  // namespace

JumpEditor::JumpEditor(const Grid& grid, const JumpMap& map, const JumpGraph& graph,
                       const JumpShortcuts& shortcuts, Memory memory)
    : stride_(grid.stride()),
      stops_(grid, map, memory),
      diagonals_(graph.diagonals(), memory),
      node_of_(grid.cell_count(), kNoNode, memory),
      cells_(with_room<CellIndex>(graph.cells().size(), 0, memory)),
      places_(with_room<PaddedPosition>(graph.cells().size(), {0, 0}, memory)),
      nodes_(with_room<JumpNode>(graph.cells().size(), {}, memory)),
      edges_(0, {}, memory),
      shortcuts_(0, {}, memory),
      blocks_(memory),
      extra_(graph.cells().size(), memory),
      free_nodes_(memory),
      bounds_(memory),
      views_(memory),
      seen_(memory),
      ways_(memory),
      dead_boxes_(memory),
      last_to_(memory),
      listed_(memory),
      dead_(memory),
      changes_(memory),
      dead_ends_(memory),
      all_shortcuts_(memory),
      windows_(memory),
      index_(memory),
      reset_(memory),
      plain_(memory),
      affected_(memory),
      rays_(memory),
      removed_(memory),
      found_edges_(memory),
      found_shortcuts_(memory) {
  THRONG_ASSERT(JumpMap::allowed(grid));
  std::size_t capacity = 0;
  for (const JumpNode& node : graph.nodes())
    capacity += EdgeBlocks::capacity_for(node.first.back() - node.first.front());
  edges_ = with_room<JumpEdge>(capacity, {}, memory);
  shortcuts_ = with_room<JumpShortcut>(capacity, {}, memory);
  bounds_.resize_nodes(extra_.size());
  bounds_.resize_edges(capacity);
  views_.resize(extra_.size());
  const JumpWalker walker(grid, map, nullptr);
  for (std::uint32_t number = 0; number < extra_.size(); ++number) {
    copy_node(graph, shortcuts, number);
    views_.look(walker, number, graph.nodes()[number]);
  }
  diagonals_.set_blockers(stops_.rows(), graph.cells(), memory);
}

/// Copies a node of the first graph into a block with room for more edges.
void JumpEditor::copy_node(const JumpGraph& graph, const JumpShortcuts& shortcuts,
                           std::uint32_t number) {
  JumpNode node = graph.nodes()[number];
  cells_.write(number, 1)[0] = graph.cells()[number];
  places_.write(number, 1)[0] = graph.places()[number];
  node_of_.write(graph.cells()[number], 1)[0] = number;
  Extra& extra = extra_[number];
  extra.tries = static_cast<std::uint8_t>(tries_of(node));
  const std::uint32_t from = node.first.front();
  const std::uint32_t count = node.first.back() - from;
  const auto edges = graph.edges().subspan(from, count);
  const auto own = shortcuts.shortcuts().subspan(from, count);
  found_edges_.assign(edges.begin(), edges.end());
  found_shortcuts_.assign(own.begin(), own.end());
  for (std::uint32_t& first : node.first) first -= from;
  write_edges(number, node);
}

void JumpEditor::prepare() {
  stops_.prepare();
  diagonals_.prepare();
  node_of_.prepare();
  cells_.prepare();
  places_.prepare();
  nodes_.prepare();
  edges_.prepare();
  shortcuts_.prepare();
}

/// Reads ahead for the nodes after the k-th of `count`: they lie anywhere in memory.
template <class NumberOf>
void JumpEditor::read_ahead(std::size_t k, std::size_t count,
                            const NumberOf& number_of) const noexcept {
  constexpr std::size_t kFar = 8, kNear = 4;
  if (k + kFar >= count) return;
  __builtin_prefetch(&nodes_.values()[number_of(k + kFar)]);
  __builtin_prefetch(&extra_[number_of(k + kFar)]);
  const std::uint32_t edge = nodes_.values()[number_of(k + kNear)].first.front();
  __builtin_prefetch(edges_.values().data() + edge);
  __builtin_prefetch(shortcuts_.values().data() + edge);
}

void JumpEditor::edit(const Grid& after, std::span<const Rectangle> edited) {
  THRONG_ASSERT(JumpMap::allowed(after) && after.cell_count() == node_of_.size());
  windows_.clear();
  for (const Rectangle& some : edited) stops_.find_windows(after, some, windows_);
  if (windows_.empty()) return;
  settled_ = false;
  step_ = Step::begin;
  next_node_ = 0;
  if (too_many_windows()) drop();
  if (stage_ == Stage::dropped) {
    for (const CellBox& window : windows_) stops_.update(window);
    return;
  }
  write_plain_shortcuts();
  remember_windows();
  const auto [columns, rows] =
      padded_position(static_cast<CellIndex>(node_of_.size() - 1), stride_);
  index_.assign(windows_, columns + 1, rows + 1);
  const JumpMap map_before = stops_.publish();
  const auto nodes_before = node_of_.publish();
  for (const CellBox& window : windows_) stops_.update(window);
  for (const CellBox& window : windows_) update_nodes(window);

  const JumpMap map = stops_.publish();
  const Walks walks{map, JumpWalker(after, map_before, nullptr),
                    JumpWalker(after, map, nullptr), nodes_before.data()};
  for (std::size_t k = 0; k < windows_.size(); ++k) {
    update_diagonals(walks.after, windows_[k]);
    visit_shadows(walks, windows_[k]);
    add_rays_into(windows_[k]);
    mark_rays();
    if (too_many_affected(k + 1)) return drop();
  }
  reset_shortcuts();
  const DiagonalStops diagonals = diagonals_.publish();
  const NodeEdges finder(after, JumpWalker(after, map, &diagonals),
                         node_of_.values().data());
  for (std::size_t k = 0; k < affected_.size(); ++k) {
    read_ahead(k, affected_.size(), [&](std::size_t i) { return affected_[i].number; });
    find_edges(finder, affected_[k]);
  }
  affected_.clear();
  clear_removed_nodes();
  find_complete();
  write_plain_shortcuts();
  repair_shortcuts(walks.after);
}

/// If there are many windows, one box contains all of them.
void JumpEditor::remember_windows() {
  for (const CellBox& window : windows_) {
    if (seen_.size() == kMostSeen) {
      for (const JumpBox& other : seen_) seen_.front().add(other);
      seen_.resize(1);
      for (Extra& extra : extra_) extra.looked = {};
    }
    seen_.push_back(box_of(window));
  }
}

/// Replaces the shortcuts whose box meets a window by plain edges. Those of nodes that the
/// edit removed are in plain_ already.
void JumpEditor::reset_shortcuts() {
  reset_.clear();
  bounds_.take([&](const JumpBox& box) { return index_.meets(box); }, reset_);
  for (std::size_t k = 0; k < reset_.size(); ++k) {
    constexpr std::size_t kAhead = 8;
    if (k + kAhead < reset_.size()) {
      __builtin_prefetch(edges_.values().data() + reset_[k + kAhead].edge);
      __builtin_prefetch(shortcuts_.values().data() + reset_[k + kAhead].edge);
    }
    const auto [number, edge] = reset_[k];
    const JumpEdge& plain = edges_.values()[edge];
    plain_.push_back({number, plain.target, shortcuts_.values()[edge].dead_end()});
    shortcuts_.write(edge, 1)[0] = JumpShortcut::plain(plain);
  }
}

/// Nodes appear and disappear in windows only. Marks those that are there.
void JumpEditor::update_nodes(const CellBox& window) {
  for (std::int32_t y = window.top; y <= window.bottom; ++y)
    for (std::int32_t x = window.left; x <= window.right; ++x) update_node(x, y);
}

void JumpEditor::update_node(std::int32_t x, std::int32_t y) {
  const bool open = stops_.open(x, y);
  const unsigned stops = open ? stops_.stops(x, y) : 0;
  std::uint32_t number = node_at(x, y);
  if (number == kNoNode && stops != 0) number = create_node(x, y);
  if (number != kNoNode) {
    if (stops == 0)
      remove_node(number);
    else
      mark(number, kAllMoves).turns = {};
  }
  diagonals_.set_blocker(x, y, !open || stops != 0);
}

std::uint32_t JumpEditor::create_node(std::int32_t x, std::int32_t y) {
  const CellIndex cell = cell_at({x, y}, stride_);
  auto number = static_cast<std::uint32_t>(extra_.size());
  if (free_nodes_.empty()) {
    if (number == JumpGraph::kMostNodes) throw std::bad_alloc();
    extra_.emplace_back();
    cells_.resize(number + std::size_t{1}, 0);
    places_.resize(number + std::size_t{1}, {});
    nodes_.resize(number + std::size_t{1}, {});
    bounds_.resize_nodes(number + std::size_t{1});
    views_.resize(number + std::size_t{1});
  } else {
    number = free_nodes_.back();
    free_nodes_.pop_back();
  }
  node_of_.write(cell, 1)[0] = number;
  cells_.write(number, 1)[0] = cell;
  places_.write(number, 1)[0] = {x, y};
  JumpNode& node = nodes_.write(number, 1)[0];
  node = {};
  node.x = x;
  node.y = y;
  views_.forget(number, node);
  return number;
}

void JumpEditor::remove_node(std::uint32_t number) {
  node_of_.write(cells_.values()[number], 1)[0] = kNoNode;
  const JumpNode& node = nodes_.values()[number];
  if (is_unbuilt(node)) --unbuilt_;
  for (std::uint32_t edge = node.first.front(); edge < node.first.back(); ++edge)
    if (const JumpShortcut& shortcut = shortcuts_.values()[edge];
        index_.meets(shortcut.box))
      plain_.push_back({number, edges_.values()[edge].target, shortcut.dead_end()});
  forget_edges(number);
  nodes_.write(number, 1)[0] = {};
  removed_.push_back(number);
}

/// At the end of an edit: before, edges may still lead to these nodes, so their places are
/// necessary and their numbers must not be those of other nodes.
void JumpEditor::clear_removed_nodes() {
  for (const std::uint32_t number : removed_) {
    cells_.write(number, 1)[0] = 0;
    places_.write(number, 1)[0] = {0, 0};
  }
  free_nodes_.insert(free_nodes_.end(), removed_.begin(), removed_.end());
  removed_.clear();
}

/// Updates the diagonal stops of the cells of a window.
void JumpEditor::update_diagonals(const JumpWalker& walker, const CellBox& window) {
  for (std::int32_t y = window.top; y <= window.bottom; ++y)
    for (std::int32_t x = window.left; x <= window.right; ++x) {
      const bool open = stops_.open(x, y);
      unsigned seen = 0;  // bit d: a jump point in straight direction d
      for (unsigned d = 0; open && d < 4; ++d) {
        const std::int32_t steps = walker.stop(d, x, y).steps;
        seen |=
            static_cast<unsigned>(stops_.open(x + steps * kMoveX[d], y + steps * kMoveY[d]))
            << d;
      }
      for (unsigned move = 4; move < kMoves; ++move) {
        const bool stop = (walker.moves(x, y) >> opposite_of(move) & 1U) == 0 ||
                          (seen >> across_of(move) & 1U) != 0 ||
                          (seen >> along_of(move) & 1U) != 0;
        diagonals_.set_stop(move - 4, x, y, stop);
      }
    }
}

/// Walks the affected moves of a node again. The other edges stay.
void JumpEditor::find_edges(const NodeEdges& finder, const Affected& affected) {
  Extra& extra = extra_[affected.number];
  const unsigned moves = std::exchange(extra.affected, 0);
  JumpNode node = nodes_.values()[affected.number];
  if (is_unbuilt(node)) --unbuilt_;
  const std::array<std::uint32_t, 9> before = node.first;
  if (moves == kAllMoves) {
    finder.set_arcs(node);
    extra.tries = static_cast<std::uint8_t>(tries_of(node));
  }
  found_edges_.clear();
  found_shortcuts_.clear();
  std::uint32_t kept = before[0];  // the edges before it are in found_edges_, or gone
  for (unsigned k = 0; k < kMoves; ++k) {
    const bool again = (moves >> k & 1U) != 0;
    if (again) keep_edges(std::exchange(kept, before[k + 1]), before[k]);
    node.first[k] =
        static_cast<std::uint32_t>(found_edges_.size()) + (again ? 0 : before[k] - kept);
    if (!again) continue;
    const NodeEdges::Turns turns = k % 2 == 1 ? affected.turns[k / 2] : NodeEdges::Turns{};
    if (k % 2 == 1 && turns.last == INT32_MAX) finder.set_run(node, k);
    if ((extra.tries >> k & 1U) != 0)
      find_edges(finder, affected.number, node, k, turns, before[k], before[k + 1]);
  }
  keep_edges(kept, before[kMoves]);
  node.first[kMoves] = static_cast<std::uint32_t>(found_edges_.size());
  write_edges(affected.number, node);
}

/// Finds the edges of one move. begin, end: its edges before the edit. Edges that turn
/// elsewhere stay; edges that are found again keep their shortcuts.
void JumpEditor::find_edges(const NodeEdges& finder, std::uint32_t number,
                            const JumpNode& node, unsigned k, NodeEdges::Turns turns,
                            std::uint32_t begin, std::uint32_t end) {
  const std::span<const JumpEdge> edges = edges_.values();
  const std::span<const JumpShortcut> shortcuts = shortcuts_.values();
  const auto turn_of = [&](std::uint32_t edge) {
    const std::uint32_t target = edges[edge].target;
    const PaddedPosition at = places_.values()[target >> 2];
    return target % 2 == 0 ? std::abs(at.x - node.x) : std::abs(at.y - node.y);
  };
  std::uint32_t old = begin;
  while (turns.first > 1 && old < end && turn_of(old) < turns.first) ++old;
  keep_edges(begin, old);
  std::uint32_t rest = turns.last == INT32_MAX ? end : old;
  while (rest < end && turn_of(rest) <= turns.last) ++rest;
  // No two edges of a move have the same target.
  finder.find(node, k, turns, [&](const JumpEdge& edge) {
    found_edges_.push_back(edge);
    for (std::uint32_t i = old; i < rest; ++i)
      if (edges[i].target == edge.target && edges[i].cost == edge.cost) {
        found_shortcuts_.push_back(shortcuts[i]);
        old = i + 1;
        return;
      }
    found_shortcuts_.push_back(JumpShortcut::plain(edge));
    plain_.push_back({number, edge.target, true});
  });
  keep_edges(rest, end);
}

void JumpEditor::keep_edges(std::uint32_t begin, std::uint32_t end) {
  const auto edges = edges_.values().subspan(begin, end - begin);
  const auto shortcuts = shortcuts_.values().subspan(begin, end - begin);
  found_edges_.insert(found_edges_.end(), edges.begin(), edges.end());
  found_shortcuts_.insert(found_shortcuts_.end(), shortcuts.begin(), shortcuts.end());
}

/// Writes a node and its edges, which are in found_edges_ and found_shortcuts_. node.first
/// counts from the first edge of the node. While the graph is built, all shortcuts are
/// plain, and are not written.
void JumpEditor::write_edges(std::uint32_t number, JumpNode& node) {
  const auto count = static_cast<std::uint32_t>(found_edges_.size());
  Extra& extra = extra_[number];
  std::uint32_t begin = nodes_.values()[number].first.front();
  if (count > extra.capacity) {
    blocks_.give_back(begin, extra.capacity);
    extra.capacity = EdgeBlocks::capacity_for(count);
    const std::size_t first = blocks_.take(extra.capacity);
    if (blocks_.end() > JumpGraph::kMostEdges) throw std::bad_alloc();
    if (blocks_.end() > edges_.size()) {
      edges_.resize(blocks_.end(), {});
      shortcuts_.resize(blocks_.end(), {});
      bounds_.resize_edges(blocks_.end());
    }
    begin = static_cast<std::uint32_t>(first);
  }
  for (std::uint32_t& first : node.first) first += begin;
  std::ranges::copy(found_edges_, edges_.write(begin, count).begin());
  if (complete()) {
    std::ranges::copy(found_shortcuts_, shortcuts_.write(begin, count).begin());
    bounds_.set_edges(number, begin, found_shortcuts_);
  }
  nodes_.write(number, 1)[0] = node;
}

JumpGraph JumpEditor::publish_graph() noexcept {
  return {diagonals_.publish(),
          {cells_.publish(), places_.publish(), nodes_.publish(), edges_.publish()}};
}

JumpVersion JumpEditor::publish() noexcept {
  write_plain_shortcuts();
  return {stops_.publish(), publish_graph(), JumpShortcuts(shortcuts_.publish()),
          node_of_.publish()};
}

std::size_t JumpEditor::memory_bytes() const noexcept {
  const auto bytes = [](const auto& vector) {
    return vector.capacity() * sizeof(vector[0]);
  };
  return stops_.memory_bytes() + diagonals_.memory_bytes() + node_of_.memory_bytes() +
         cells_.memory_bytes() + places_.memory_bytes() + nodes_.memory_bytes() +
         edges_.memory_bytes() + shortcuts_.memory_bytes() + blocks_.memory_bytes() +
         bounds_.memory_bytes() + views_.memory_bytes() + bytes(extra_) +
         bytes(free_nodes_) + bytes(seen_) + bytes(ways_) + bytes(dead_boxes_) +
         bytes(last_to_) + bytes(listed_) + bytes(dead_) + bytes(changes_) +
         dead_ends_.memory_bytes() + bytes(all_shortcuts_) + bytes(reset_) +
         bytes(windows_) + index_.memory_bytes() + bytes(plain_) + bytes(affected_) +
         bytes(rays_) + bytes(removed_) + bytes(found_edges_) + bytes(found_shortcuts_) +
         numbering_->bytes();
}

}  // namespace throng

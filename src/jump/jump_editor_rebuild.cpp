#include "jump_editor.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <new>
#include <span>
#include <vector>

// How JumpEditor drops the graph, and builds it again.

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
/// After this number of windows, the nodes that all windows affect are estimated.
constexpr std::size_t kSample = 16;
/// Windows affect the same nodes, so the estimate is too large.
constexpr std::size_t kOverlap = 4;

}  // namespace

/// Whether an edit drops the graph. windows: of those, the affected nodes are known.
bool JumpEditor::too_many_affected(std::size_t windows) const noexcept {
  const std::size_t most = std::max(kLeastAffected, node_count() / kAffectedShare);
  if (affected_.size() > most) return true;
  return windows == kSample &&
         affected_.size() * windows_.size() > kSample * kOverlap * most;
}

bool JumpEditor::too_many_windows() const noexcept {
  return windows_.size() > std::max(kLeastWindows, node_count() / kNodesPerWindow);
}

/// Only the map remains. All else is of no use until number().
void JumpEditor::drop() noexcept {
  affected_.clear();
  removed_.clear();
  plain_.clear();
  stage_ = Stage::dropped;
  settled_ = false;
}

/// Gives back the edges of a node, and all that was known of it besides the graph.
void JumpEditor::forget_edges(std::uint32_t number) {
  Extra& extra = extra_[number];
  blocks_.give_back(nodes_.values()[number].first.front(), extra.capacity);
  extra = {};
  bounds_.set_edges(number, 0, {});
}

void JumpEditor::number() {
  for (const CellIndex cell : cells_.values())
    if (cell != 0) node_of_.write(cell, 1)[0] = kNoNode;
  const JumpMap map = stops_.publish();
  const Memory memory = numbering_.get();
  const std::pmr::vector<CellIndex> ordered =
      ordered_jump_points(stops_.rows(), map, memory);
  diagonals_.set_stops(stops_.rows(), map, memory);
  diagonals_.set_blockers(stops_.rows(), ordered, memory);

  const std::size_t count = ordered.size();
  if (count > JumpGraph::kMostNodes) throw std::bad_alloc();
  cells_.resize(count, 0);
  places_.resize(count, {});
  nodes_.resize(count, {});
  views_.resize(count);
  bounds_.resize_nodes(count);
  bounds_.clear();
  blocks_.clear();
  extra_.assign(count, {});
  free_nodes_.clear();
  std::ranges::copy(ordered, cells_.write(0, count).begin());
  const std::span<PaddedPosition> places = places_.write(0, count);
  const std::span<JumpNode> nodes = nodes_.write(0, count);
  for (std::uint32_t number = 0; number < count; ++number) {
    node_of_.write(ordered[number], 1)[0] = number;
    places[number] = padded_position(ordered[number], stride_);
    nodes[number] = {.x = places[number].x, .y = places[number].y};
    nodes[number].run.fill(kUnbuilt);
    views_.forget(number, nodes[number]);
  }
  // All states have to look again.
  seen_.assign(1, {0, 0, JumpBox::kMost, JumpBox::kMost});
  all_plain_ = true;
  unbuilt_ = count;
  next_unbuilt_ = 0;
  stage_ = Stage::numbered;
  find_complete();
}

/// The last unbuilt node may also be built or removed by an edit.
void JumpEditor::find_complete() noexcept {
  if (stage_ != Stage::numbered || unbuilt_ != 0) return;
  stage_ = Stage::complete;
  written_ = false;
}

/// Unless the shortcuts are written. A settle() that follows at once saves this.
void JumpEditor::write_plain_shortcuts() {
  if (!complete() || written_) return;
  written_ = true;
  const std::span<JumpShortcut> shortcuts = shortcuts_.write(0, shortcuts_.size());
  for (std::uint32_t number = 0; number < extra_.size(); ++number) {
    const JumpNode& node = nodes_.values()[number];
    const std::uint32_t first = node.first.front(), end = node.first.back();
    for (std::uint32_t edge = first; edge < end; ++edge)
      shortcuts[edge] = JumpShortcut::plain(edges_.values()[edge]);
    bounds_.set_empty(number, first, end - first);
  }
}

std::size_t JumpEditor::build(const Grid& after, std::size_t work) {
  if (complete()) return 0;
  const JumpMap map = stops_.publish();
  const DiagonalStops diagonals = diagonals_.publish();
  const NodeEdges finder(after, JumpWalker(after, map, &diagonals),
                         node_of_.values().data());
  std::size_t done = 0;
  for (; unbuilt_ != 0 && done < work; ++next_unbuilt_) {
    if (!is_unbuilt(nodes_.values()[next_unbuilt_])) continue;
    build_node(finder, next_unbuilt_);
    done += kExpansionsPerBuilt;
  }
  find_complete();
  return done;
}

void JumpEditor::build_node(const NodeEdges& finder, std::uint32_t number) {
  JumpNode node = nodes_.values()[number];
  found_edges_.clear();
  finder.expand(node, found_edges_);
  extra_[number].tries = static_cast<std::uint8_t>(tries_of(node));
  write_edges(number, node);
  --unbuilt_;
}

}  // namespace throng

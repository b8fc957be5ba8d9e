#include "jump_editor.hpp"

#include <throng/assert.hpp>

#include <cstddef>
#include <cstdint>
#include <span>

// The state of a JumpEditor that is not settled.

namespace throng {

JumpRepairState JumpEditor::state(const JumpShortcuts* built) const {
  using Others = JumpRepairState::Others;
  JumpRepairState state;
  if (settled()) return state;
  state.settled = false;
  state.graph = stage_;
  if (!numbered()) return state;
  // Without any shortcut, `built` would list them all.
  if (built != nullptr && !all_plain_) state.others = Others::built;
  for (CellIndex cell = 0; cell < node_of_.size(); ++cell) {
    const std::uint32_t number = node_of_.values()[cell];
    if (number == kNoNode) continue;
    const JumpNode& node = nodes_.values()[number];
    if (is_unbuilt(node)) state.unbuilt.push_back(cell);
    if (all_plain_) continue;
    for (std::uint32_t edge = node.first.front(); edge < node.first.back(); ++edge) {
      const JumpShortcut& shortcut = shortcuts_.values()[edge];
      if (shortcut == (state.others == Others::built
                           ? built->shortcuts()[edge]
                           : JumpShortcut::plain(edges_.values()[edge])))
        continue;
      const JumpState to = shortcut.target & ~JumpShortcut::kDeadEnd;
      state.shortcuts.push_back({.from = cell,
                                 .edge = edge - node.first.front(),
                                 .to = cells_.values()[to >> 2],
                                 .direction = static_cast<std::uint8_t>(to & 3U),
                                 .dead_end = shortcut.dead_end(),
                                 .cost = shortcut.cost,
                                 .box = shortcut.box});
    }
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
  settled_ = false;
  all_plain_ = !built && state.shortcuts.empty();
  for (std::uint32_t number = 0; !built && number < extra_.size(); ++number) {
    const JumpNode& node = nodes_.values()[number];
    for (std::uint32_t edge = node.first.front(); edge < node.first.back(); ++edge)
      shortcuts_.write(edge, 1)[0] = JumpShortcut::plain(edges_.values()[edge]);
  }
  for (const JumpRepairState::Shortcut& saved : state.shortcuts)
    if (!restore(saved)) return false;
  if (state.unbuilt.empty() != (state.graph == Stage::complete) ||
      !restore_unbuilt(state.unbuilt))
    return false;
  for (std::uint32_t number = 0; number < extra_.size(); ++number) {
    const JumpNode& node = nodes_.values()[number];
    const std::uint32_t first = node.first.front(), end = node.first.back();
    for (std::uint32_t edge = first; edge < end; ++edge)
      if (!leads_on(edge)) return false;
    bounds_.set_edges(number, first, shortcuts_.values().subspan(first, end - first));
  }
  return true;
}

/// Removes the edges of these nodes; false if one is no node, or occurs twice.
bool JumpEditor::restore_unbuilt(std::span<const CellIndex> cells) {
  for (const CellIndex cell : cells) {
    const std::uint32_t number = cell < node_of_.size() ? node_of_.values()[cell] : kNoNode;
    if (number == kNoNode || is_unbuilt(nodes_.values()[number])) return false;
    forget_edges(number);
    JumpNode& node = nodes_.write(number, 1)[0];
    node = {.x = node.x, .y = node.y};
    node.run.fill(kUnbuilt);
    ++unbuilt_;
    stage_ = Stage::numbered;
  }
  return true;
}

/// Restores one shortcut; false if its nodes or its edge do not exist.
bool JumpEditor::restore(const JumpRepairState::Shortcut& saved) {
  const auto node_of = [&](CellIndex cell) {
    return cell < node_of_.size() ? node_of_.values()[cell] : kNoNode;
  };
  const std::uint32_t from = node_of(saved.from), to = node_of(saved.to);
  if (from == kNoNode || to == kNoNode || saved.direction > 3) return false;
  const JumpNode& node = nodes_.values()[from];
  if (saved.edge >= node.first.back() - node.first.front()) return false;
  const JumpState target = to << 2 | saved.direction;
  shortcuts_.write(node.first.front() + saved.edge, 1)[0] = {
      saved.dead_end ? target | JumpShortcut::kDeadEnd : target, saved.cost, saved.box};
  return true;
}

/// Whether the edges that a shortcut replaces lead to its target at its cost, so that
/// JumpShortcuts::passed() ends, or all edges behind a dead end are marked as dead ends.
bool JumpEditor::leads_on(std::uint32_t edge) const noexcept {
  const JumpShortcut& shortcut = shortcuts_.values()[edge];
  const std::span<const JumpEdge> edges = edges_.values();
  JumpState state = edges[edge].target;
  Cost cost = edges[edge].cost;
  std::uint32_t ways = 0, way = 0;
  const auto find_ways = [&] {
    ways = 0;
    nodes_.values()[state >> 2].for_each_stretch(
        state & 3U, [&](std::uint32_t first, std::uint32_t last) {
          for (std::uint32_t i = first; i < last; ++i) {
            if (shortcuts_.values()[i].dead_end()) continue;
            ++ways;
            way = i;
          }
        });
  };
  if (shortcut.dead_end()) {
    find_ways();
    return ways == 0 && shortcut.target == (state | JumpShortcut::kDeadEnd) &&
           shortcut.cost == cost;
  }
  for (std::size_t count = 0; state != shortcut.target; ++count) {
    if (count == JumpShortcuts::kMostEdges) return false;
    find_ways();
    if (ways != 1) return false;
    state = edges[way].target;
    cost += edges[way].cost;
  }
  return shortcut.cost == cost;
}

}  // namespace throng

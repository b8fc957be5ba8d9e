#include "jump_editor.hpp"

#include <throng/assert.hpp>

#include <algorithm>
#include <limits>
#include <span>

namespace throng {

void JumpEditor::settle(const Grid& after) {
  if (settled()) return;
  prepare_settle(after, std::numeric_limits<std::size_t>::max());
  bounds_.clear();
  for (std::size_t number = 0; number < extra_.size(); ++number) {
    const JumpNode& node = nodes_.values()[number];
    JumpBox box;
    for (std::uint32_t edge = node.first.front(); edge < node.first.back(); ++edge) {
      const JumpShortcut& shortcut = new_shortcuts_[edge];
      box.add(shortcut.box);
      if (shortcut != shortcuts_.values()[edge]) shortcuts_.write(edge, 1)[0] = shortcut;
    }
    bounds_.add(number, box);
  }
  seen_.clear();
  for (Extra& extra : extra_) extra.looked = {};
  step_ = Step::look;
  next_node_ = 0;
}

void JumpEditor::prepare_settle(const Grid& after, std::size_t work) {
  if (settled()) return;
  const JumpMap map = stops_.publish(states_);
  const JumpGraph graph = publish_graph();
  // At most `work` times `each`; without overflow.
  const auto times = [&](std::size_t each) {
    return work < std::numeric_limits<std::size_t>::max() / each ? work * each : work;
  };
  if (step_ == Step::look) {
    work -=
        look_again(JumpWalker(after, map, nullptr), times(kLooksPerWork)) / kLooksPerWork;
    if (next_node_ == extra_.size()) {
      step_ = Step::find_dead_ends;
      finder_.begin_dead_ends(graph);
    }
  }
  if (step_ == Step::find_dead_ends) {
    const std::size_t most = times(kVisitsPerWork);
    const std::size_t visits = finder_.find_dead_ends(graph, most);
    work -= visits / kVisitsPerWork;
    if (visits < most) {
      step_ = Step::follow;
      next_node_ = 0;
      new_shortcuts_.resize(edges_.size());
    }
  }
  if (step_ == Step::follow) {
    follow_edges(graph, times(kFollowsPerWork));
    if (next_node_ == extra_.size()) step_ = Step::done;
  }
}

/// Looks from nodes that see a cell of a window, among the next `most` nodes. Returns the
/// number of nodes.
std::size_t JumpEditor::look_again(const JumpWalker& walker, std::size_t most) {
  const std::size_t first = next_node_;
  const std::size_t end = std::min(most, extra_.size() - first) + first;
  for (; next_node_ < end; ++next_node_) {
    const JumpBox view = finder_.view(next_node_);
    if (std::ranges::any_of(seen_, [&](const JumpBox& box) { return box.meets(view); }))
      finder_.look(walker, next_node_, nodes_.values()[next_node_]);
  }
  return end - first;
}

/// Finds the new shortcuts of the next `most` nodes.
void JumpEditor::follow_edges(const JumpGraph& graph, std::size_t most) {
  const std::size_t end = std::min(most, extra_.size() - next_node_) + next_node_;
  for (; next_node_ < end; ++next_node_) {
    const JumpNode& node = graph.nodes()[next_node_];
    for (std::uint32_t edge = node.first.front(); edge < node.first.back(); ++edge)
      new_shortcuts_[edge] = finder_.follow(graph, edge);
  }
}

JumpRepairState JumpEditor::state() const {
  JumpRepairState state;
  if (settled()) return state;
  state.seen.assign(seen_.begin(), seen_.end());
  for (CellIndex cell = 0; cell < node_of_.size(); ++cell) {
    const std::uint32_t number = node_of_.values()[cell];
    if (number == kNoNode) continue;
    const JumpNode& node = nodes_.values()[number];
    for (std::uint32_t edge = node.first.front(); edge < node.first.back(); ++edge) {
      const JumpShortcut& shortcut = shortcuts_.values()[edge];
      if (shortcut == JumpShortcut::plain(edges_.values()[edge])) continue;
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
  if (state.seen.empty()) return state.shortcuts.empty();
  seen_.assign(state.seen.begin(), state.seen.end());
  bounds_.clear();
  for (std::uint32_t number = 0; number < extra_.size(); ++number) {
    const JumpNode& node = nodes_.values()[number];
    for (std::uint32_t edge = node.first.front(); edge < node.first.back(); ++edge)
      shortcuts_.write(edge, 1)[0] = JumpShortcut::plain(edges_.values()[edge]);
  }
  for (const JumpRepairState::Shortcut& saved : state.shortcuts)
    if (!restore(saved)) return false;
  for (std::uint32_t number = 0; number < extra_.size(); ++number) {
    const JumpNode& node = nodes_.values()[number];
    JumpBox box;
    for (std::uint32_t edge = node.first.front(); edge < node.first.back(); ++edge) {
      if (!leads_on(edge)) return false;
      box.add(shortcuts_.values()[edge].box);
    }
    bounds_.add(number, box);
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
/// JumpShortcuts::passed() ends.
bool JumpEditor::leads_on(std::uint32_t edge) const noexcept {
  const JumpShortcut& shortcut = shortcuts_.values()[edge];
  const std::span<const JumpEdge> edges = edges_.values();
  JumpState state = edges[edge].target;
  Cost cost = edges[edge].cost;
  if (shortcut.dead_end())
    return shortcut.target == (state | JumpShortcut::kDeadEnd) && shortcut.cost == cost;
  for (std::size_t count = 0; state != shortcut.target; ++count) {
    if (count == JumpShortcuts::kMostEdges) return false;
    std::uint32_t ways = 0, way = 0;
    nodes_.values()[state >> 2].for_each_stretch(
        state & 3U, [&](std::uint32_t first, std::uint32_t last) {
          for (std::uint32_t i = first; i < last; ++i) {
            if (shortcuts_.values()[i].dead_end()) continue;
            ++ways;
            way = i;
          }
        });
    if (ways != 1) return false;
    state = edges[way].target;
    cost += edges[way].cost;
  }
  return shortcut.cost == cost;
}

}  // namespace throng

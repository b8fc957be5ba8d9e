#include "jump_editor.hpp"

#include <algorithm>
#include <cstddef>

// How JumpEditor finds shortcuts at an edit for the edges that have none.

namespace throng {
namespace {

/// If more edges have none, all of them wait for settle(). 1,024 would make an edit on the
/// map of a city (Berlin, 512 x 512) a fifth slower.
constexpr std::size_t kMostRepairs = 256;
/// The states that a shortcut skips are fewer. On game maps as good as 64; in mazes, where
/// chains are long, an edit takes a tenth less.
constexpr std::size_t kMostSkipped = 8;

}  // namespace

/// States as the shortcuts of their edges describe them.
class JumpEditor::MarkedStates {
 public:
  MarkedStates(JumpEditor& editor, const JumpGraph& graph, const JumpWalker& walker)
      : editor_(editor), graph_(graph), walker_(walker) {}

  bool dead_end(std::uint32_t edge) const { return shortcut(edge).dead_end(); }
  /// At most 2.
  std::uint32_t ways(JumpState state) const {
    std::uint32_t ways = 0;
    graph_.nodes()[state >> 2].for_each_stretch(state & 3U,
                                                [&](std::uint32_t edge, std::uint32_t end) {
                                                  for (; edge < end && ways < 2; ++edge)
                                                    ways += dead_end(edge) ? 0U : 1U;
                                                });
    return ways;
  }
  JumpBox box(JumpState state) {
    JumpBox box = editor_.view(walker_, state);
    for_each_edge(graph_, state, [&](std::uint32_t edge) {
      if (dead_end(edge)) box.add(shortcut(edge).box);
    });
    return box;
  }

 private:
  const JumpShortcut& shortcut(std::uint32_t edge) const {
    return editor_.shortcuts_.values()[edge];
  }

  JumpEditor& editor_;
  const JumpGraph& graph_;
  const JumpWalker& walker_;
};

/// Finds shortcuts for the edges of plain_. First the dead ends, until there are no more:
/// an edge that leads into one may make its state another. Then the others, because these
/// depend on all dead ends.
void JumpEditor::repair_shortcuts(const JumpWalker& walker) {
  if (plain_.size() > kMostRepairs || !complete()) plain_.clear();
  if (plain_.empty()) return;
  all_plain_ = false;
  // Targets lie anywhere in memory: reading ahead saves a twentieth of an edit.
  for (const Plain& plain : plain_) __builtin_prefetch(&nodes_.values()[plain.target >> 2]);
  std::erase_if(plain_, [&](Plain& plain) { return !find_edge(plain); });
  for (const Plain& plain : plain_)
    __builtin_prefetch(shortcuts_.values().data() +
                       nodes_.values()[plain.target >> 2].first.front());
  const JumpGraph graph = publish_graph();
  MarkedStates states(*this, graph, walker);
  const auto write = [&](const Plain& plain, const JumpShortcut& shortcut) {
    shortcuts_.write(plain.edge, 1)[0] = shortcut;
    bounds_.set({plain.number, plain.edge}, shortcut.box);
  };
  for (std::size_t before = 0; before != plain_.size();) {
    before = plain_.size();
    std::erase_if(plain_, [&](const Plain& plain) {
      if (!plain.may_be_dead_end || states.ways(plain.target) != 0) return false;
      write(plain, {plain.target | JumpShortcut::kDeadEnd, graph.edges()[plain.edge].cost,
                    states.box(plain.target)});
      return true;
    });
  }
  for (const Plain& plain : plain_) {
    const JumpShortcut shortcut = follow_edge(graph, plain.edge, states, kMostSkipped);
    if (shortcut.target != plain.target) write(plain, shortcut);
  }
  plain_.clear();
}

/// Sets the number of the edge; false if there is no such edge now.
bool JumpEditor::find_edge(Plain& plain) const noexcept {
  const JumpNode& node = nodes_.values()[plain.number];
  for (plain.edge = node.first.front(); plain.edge < node.first.back(); ++plain.edge)
    if (edges_.values()[plain.edge].target == plain.target) return true;
  return false;
}

/// The cells that a state sees. Looks again if a window lies there that is newer.
const JumpBox& JumpEditor::view(const JumpWalker& walker, JumpState state) {
  std::uint8_t& looked = extra_[state >> 2].looked[state & 3U];
  const bool seen =
      std::any_of(seen_.begin() + looked, seen_.end(),
                  [&](const JumpBox& window) { return window.meets(views_.of(state)); });
  if (seen) views_.look_from_state(walker, state, nodes_.values()[state >> 2]);
  looked = static_cast<std::uint8_t>(seen_.size());
  return views_.of(state);
}

}  // namespace throng

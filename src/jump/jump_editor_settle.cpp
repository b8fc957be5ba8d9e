#include "jump_editor.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

// How JumpEditor finds all shortcuts.

namespace throng {

/// States as settle() finds them, once all dead ends are known.
class JumpEditor::SettledStates {
 public:
  SettledStates(JumpEditor& editor, const JumpGraph& graph, const JumpWalker& walker)
      : editor_(editor), graph_(graph), walker_(walker) {}

  std::uint32_t ways(JumpState state) const { return editor_.ways_[state]; }
  bool dead_end(std::uint32_t edge) const { return ways(graph_.edges()[edge].target) == 0; }
  /// Also while dead ends are being found, for a state all of whose edges are known to be
  /// dead ends.
  JumpBox box(JumpState state) {
    JumpBox box = editor_.view(walker_, state);
    for_each_edge(graph_, state, [&](std::uint32_t edge) {
      if (editor_.marked_dead_end(edge))
        box.add(editor_.shortcuts_.values()[edge].box);
      else if (dead_end(edge))
        box.add(editor_.dead_boxes_[graph_.edges()[edge].target]);
    });
    return box;
  }

 private:
  JumpEditor& editor_;
  const JumpGraph& graph_;
  const JumpWalker& walker_;
};

void JumpEditor::settle(const Grid& after) {
  if (settled()) return;
  prepare_settle(after, std::numeric_limits<std::size_t>::max());
  if (all_plain_)
    write_all_shortcuts();
  else
    for (const auto& [at, shortcut] : changes_) {
      shortcuts_.write(at.edge, 1)[0] = shortcut;
      bounds_.set(at, shortcut.box);
    }
  settled_ = true;
  all_plain_ = false;
}

void JumpEditor::prepare_settle(const Grid& after, std::size_t work) {
  if (settled()) return;
  const JumpMap map = stops_.publish();
  const JumpGraph graph = publish_graph();
  const JumpWalker walker(after, map, nullptr);
  if (step_ == Step::begin) {
    begin_settle();
    step_ = Step::count;
  }
  // Each step visits all nodes, or all dead ends that are not marked.
  const std::size_t visits = work < std::numeric_limits<std::size_t>::max() / kVisitsPerWork
                                 ? work * kVisitsPerWork
                                 : work;
  if (all_plain_)
    find_all(graph, walker, visits);
  else
    find_missing(graph, walker, visits);
}

/// Takes a step, if it is the next one: up to `visits` nodes, which are subtracted.
template <class Visit>
void JumpEditor::visit_nodes(Step step, Step next, std::size_t& visits,
                             const Visit& visit) {
  if (step_ != step) return;
  for (; next_node_ < extra_.size() && visits != 0; ++next_node_, --visits)
    visit(next_node_);
  if (next_node_ < extra_.size()) return;
  step_ = next;
  next_node_ = 0;
}

/// Without any shortcut, the steps are those of a new build.
void JumpEditor::find_all(const JumpGraph& graph, const JumpWalker& walker,
                          std::size_t visits) {
  const bool counting = step_ == Step::count;
  visit_nodes(Step::count, Step::list, visits, [&](std::uint32_t number) {
    look(walker, number);
    dead_ends_.count(graph, views_, number);
  });
  if (counting && step_ == Step::list) dead_ends_.sum();
  visit_nodes(Step::list, Step::spread, visits,
              [&](std::uint32_t number) { dead_ends_.list(graph, number); });
  if (step_ == Step::spread) {
    for (; !dead_ends_.spread_all() && visits != 0; --visits) dead_ends_.spread();
    if (dead_ends_.spread_all()) step_ = Step::follow;
  }
  visit_nodes(Step::follow, Step::done, visits,
              [&](std::uint32_t number) { find_shortcuts(graph, number); });
}

void JumpEditor::find_missing(const JumpGraph& graph, const JumpWalker& walker,
                              std::size_t visits) {
  SettledStates states(*this, graph, walker);
  visit_nodes(Step::count, Step::list, visits,
              [&](std::uint32_t number) { count_ways(graph, number); });
  visit_nodes(Step::list, Step::spread, visits,
              [&](std::uint32_t number) { list_edges(graph, states, number); });
  if (step_ == Step::spread) {
    for (; !dead_.empty() && visits != 0; --visits) spread(graph, states);
    if (dead_.empty()) step_ = Step::follow;
  }
  visit_nodes(Step::follow, Step::done, visits,
              [&](std::uint32_t number) { follow_edges(graph, states, number); });
}

void JumpEditor::begin_settle() {
  if (all_plain_) {
    dead_ends_.begin(publish_graph());
    all_shortcuts_.resize(edges_.size());
    return;
  }
  ways_.resize(4 * extra_.size());
  dead_boxes_.resize(ways_.size());
  last_to_.assign(ways_.size(), kNoEdge);
  listed_.clear();
  listed_.reserve(edges_.size());
  dead_.clear();
  changes_.clear();
}

/// Counts the edges of the states of a node that are not marked as dead ends.
void JumpEditor::count_ways(const JumpGraph& graph, std::uint32_t number) {
  const JumpNode& node = graph.nodes()[number];
  for (unsigned d = 0; d < 4; ++d) {
    std::uint32_t ways = 0;
    node.for_each_stretch(d, [&](std::uint32_t edge, std::uint32_t end) {
      for (; edge < end; ++edge) ways += marked_dead_end(edge) ? 0U : 1U;
    });
    ways_[number << 2 | d] = ways;
  }
}

/// Lists the edges of a node that are not marked as dead ends by the states they lead to.
/// Those that are dead ends wait for spread().
void JumpEditor::list_edges(const JumpGraph& graph, SettledStates& states,
                            std::uint32_t number) {
  const JumpNode& node = graph.nodes()[number];
  for (std::uint32_t edge = node.first.front(); edge < node.first.back(); ++edge) {
    if (marked_dead_end(edge)) continue;
    const JumpState target = graph.edges()[edge].target;
    if (ways_[target] == 0) {
      dead_boxes_[target] = states.box(target);
      dead_.push_back({number, edge});
      continue;
    }
    listed_.push_back({{number, edge}, last_to_[target]});
    last_to_[target] = static_cast<std::uint32_t>(listed_.size() - 1);
  }
}

/// From an edge that is a dead end to those that lead to its states.
void JumpEditor::spread(const JumpGraph& graph, SettledStates& states) {
  const OwnEdge end = dead_.back();
  dead_.pop_back();
  const JumpNode& node = graph.nodes()[end.node];
  for (unsigned d = 0; d < 4; ++d)
    node.for_each_stretch(d, [&](std::uint32_t first, std::uint32_t last) {
      const JumpState state = end.node << 2 | d;
      if (end.edge < first || end.edge >= last || --ways_[state] != 0) return;
      dead_boxes_[state] = states.box(state);
      for (std::uint32_t i = last_to_[state]; i != kNoEdge; i = listed_[i].before)
        dead_.push_back(listed_[i].edge);
    });
}

/// Finds the new shortcuts of a node. Where a shortcut leads to a state with a choice, or
/// is marked as a dead end, it stays: the states that it skips did not change since.
void JumpEditor::follow_edges(const JumpGraph& graph, SettledStates& states,
                              std::uint32_t number) {
  const JumpNode& node = graph.nodes()[number];
  for (std::uint32_t edge = node.first.front(); edge < node.first.back(); ++edge) {
    if (marked_dead_end(edge)) continue;
    const auto& [target, cost] = graph.edges()[edge];
    const JumpShortcut& before = shortcuts_.values()[edge];
    if (ways_[before.target] >= 2) continue;
    const JumpShortcut shortcut =
        states.dead_end(edge)
            ? JumpShortcut{target | JumpShortcut::kDeadEnd, cost, dead_boxes_[target]}
            : follow_edge(graph, edge, states, JumpShortcuts::kMostEdges);
    if (shortcut != before) changes_.push_back({{number, edge}, shortcut});
  }
}

void JumpEditor::find_shortcuts(const JumpGraph& graph, std::uint32_t number) {
  const JumpNode& node = graph.nodes()[number];
  for (std::uint32_t edge = node.first.front(); edge < node.first.back(); ++edge)
    all_shortcuts_[edge] = dead_ends_.shortcut(graph, edge);
}

void JumpEditor::write_all_shortcuts() {
  written_ = true;
  const std::span<JumpShortcut> shortcuts = shortcuts_.write(0, shortcuts_.size());
  for (std::uint32_t number = 0; number < extra_.size(); ++number) {
    const JumpNode& node = nodes_.values()[number];
    const std::uint32_t first = node.first.front(), count = node.first.back() - first;
    const std::span own = std::span(all_shortcuts_).subspan(first, count);
    std::ranges::copy(own, shortcuts.subspan(first, count).begin());
    bounds_.set_edges(number, first, own);
  }
}

/// What all states of a node see.
void JumpEditor::look(const JumpWalker& walker, std::uint32_t number) {
  views_.look(walker, number, nodes_.values()[number]);
  extra_[number].looked.fill(static_cast<std::uint8_t>(seen_.size()));
}

}  // namespace throng

#include "shortcut_editor.hpp"

#include <algorithm>
#include <limits>

namespace throng {
namespace {

/// If more edges have none, all of them wait for settle(). 1,024 would make an edit on the
/// map of a city (Berlin, 512 x 512) a fifth slower.
constexpr std::size_t kMostRepairs = 256;
/// The states that a shortcut skips are fewer. On game maps as good as 64; in mazes, where
/// chains are long, an edit takes a tenth less.
constexpr std::size_t kMostSkipped = 8;

/// The search for shortcuts is divided into parts of at least so many blocks of nodes:
/// about 10 us of an edit of five buildings on TheFrozenSea.
constexpr std::size_t kBlocksOfPart = 16;
constexpr std::size_t kMostParts = 64;

/// Windows that settle() distinguishes.
constexpr std::size_t kMostSeen = 64;
/// So many visits of nodes or dead ends take about as long as an expansion. What is missing
/// at the end is done by settle().
constexpr std::size_t kVisitsPerWork = 2;

JumpBox box_of(const CellBox& window) noexcept {
  JumpBox box;
  box.add(window.left, window.top);
  box.add(window.right, window.bottom);
  return box;
}

}  // namespace

/// States as the shortcuts of their edges describe them.
class ShortcutEditor::MarkedStates {
 public:
  MarkedStates(ShortcutEditor& editor, const JumpGraph& graph, const JumpWalker& walker)
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
    JumpBox box = editor_.view(graph_, walker_, state);
    for_each_edge(graph_, state, [&](std::uint32_t edge) {
      if (dead_end(edge)) box.add(shortcut(edge).box);
    });
    return box;
  }

 private:
  const JumpShortcut& shortcut(std::uint32_t edge) const {
    return editor_.shortcuts_.values()[edge];
  }

  ShortcutEditor& editor_;
  const JumpGraph& graph_;
  const JumpWalker& walker_;
};

/// States as settle() finds them, once all dead ends are known.
class ShortcutEditor::SettledStates {
 public:
  SettledStates(ShortcutEditor& editor, const JumpGraph& graph, const JumpWalker& walker)
      : editor_(editor), graph_(graph), walker_(walker) {}

  std::uint32_t ways(JumpState state) const { return editor_.ways_[state]; }
  bool dead_end(std::uint32_t edge) const { return ways(graph_.edges()[edge].target) == 0; }
  /// Also while dead ends are being found, for a state all of whose edges are known to be
  /// dead ends.
  JumpBox box(JumpState state) {
    JumpBox box = editor_.view(graph_, walker_, state);
    for_each_edge(graph_, state, [&](std::uint32_t edge) {
      if (editor_.marked_dead_end(edge))
        box.add(editor_.shortcuts_.values()[edge].box);
      else if (dead_end(edge))
        box.add(editor_.dead_boxes_[graph_.edges()[edge].target]);
    });
    return box;
  }

 private:
  ShortcutEditor& editor_;
  const JumpGraph& graph_;
  const JumpWalker& walker_;
};

ShortcutEditor::ShortcutEditor(const EditedGraph& graph, const JumpGraph& from,
                               const JumpShortcuts& shortcuts, const JumpWalker& walker,
                               Memory memory)
    : shortcuts_(with_room<JumpShortcut>(graph.edges().size(), {}, memory)),
      bounds_(memory),
      views_(memory),
      looked_(graph.nodes().size(), memory),
      seen_(memory),
      met_(memory),
      plain_(memory),
      ways_(memory),
      dead_boxes_(memory),
      last_to_(memory),
      listed_(memory),
      dead_(memory),
      changes_(memory),
      dead_ends_(memory),
      all_shortcuts_(memory) {
  bounds_.resize_nodes(looked_.size());
  bounds_.resize_edges(shortcuts_.size());
  views_.resize(looked_.size());
  for (std::uint32_t number = 0; number < looked_.size(); ++number) {
    const JumpNode& node = from.nodes()[number];
    const std::uint32_t first = node.first.front();
    write(number, graph.nodes()[number].first.front(),
          shortcuts.shortcuts().subspan(first, node.first.back() - first));
    views_.look(walker, number, node);
  }
}

void ShortcutEditor::add_node(const EditedGraph& graph, std::uint32_t number) {
  const std::size_t count = graph.nodes().size();
  if (count > looked_.size()) {
    looked_.resize(count);
    bounds_.resize_nodes(count);
    views_.resize(count);
  }
  views_.forget(number, graph.nodes()[number]);
}

void ShortcutEditor::resize_edges(std::size_t edges) {
  if (edges <= shortcuts_.size()) return;
  shortcuts_.resize(edges, {});
  bounds_.resize_edges(edges);
}

void ShortcutEditor::number(const EditedGraph& graph) {
  const std::size_t count = graph.nodes().size();
  looked_.assign(count, {});
  views_.resize(count);
  bounds_.resize_nodes(count);
  bounds_.clear();
  for (std::uint32_t number = 0; number < count; ++number)
    views_.forget(number, graph.nodes()[number]);
  // All states have to look again.
  seen_.assign(1, {0, 0, JumpBox::kMost, JumpBox::kMost});
  all_plain_ = true;
  written_ = false;
}

/// If there are many windows, one box contains all of them.
void ShortcutEditor::remember(std::span<const CellBox> windows) {
  for (const CellBox& window : windows) {
    if (seen_.size() == kMostSeen) {
      for (const JumpBox& other : seen_) seen_.front().add(other);
      seen_.resize(1);
      for (Looked& looked : looked_) looked = {};
    }
    seen_.push_back(box_of(window));
  }
}

std::size_t ShortcutEditor::begin_search() {
  const std::size_t blocks = bounds_.blocks();
  met_parts_ = std::min((blocks + kBlocksOfPart - 1) / kBlocksOfPart, kMostParts);
  while (met_.size() < met_parts_) met_.emplace_back(Memory(met_.get_allocator()));
  return met_parts_;
}

void ShortcutEditor::search(std::size_t part, const WindowIndex& windows) {
  const std::size_t blocks = bounds_.blocks();
  bounds_.take([&](const JumpBox& box) { return windows.meets(box); },
               part * blocks / met_parts_, (part + 1) * blocks / met_parts_, met_[part]);
}

void ShortcutEditor::replace_met(const EditedGraph& graph) {
  for (const ShortcutBounds::Met& part : std::span(met_).first(met_parts_)) {
    const std::span<const OwnEdge> met = part.edges;
    for (std::size_t k = 0; k < met.size(); ++k) {
      constexpr std::size_t kAhead = 8;
      if (k + kAhead < met.size()) {
        __builtin_prefetch(graph.edges().data() + met[k + kAhead].edge);
        prefetch(met[k + kAhead].edge);
      }
      const auto [number, edge] = met[k];
      const JumpEdge& plain = graph.edges()[edge];
      plain_.push_back({number, plain.target, marked_dead_end(edge)});
      shortcuts_.write(edge, 1)[0] = JumpShortcut::plain(plain);
    }
  }
}

void ShortcutEditor::remove(const EditedGraph& graph, const WindowIndex& windows,
                            std::uint32_t number) {
  const JumpNode& node = graph.nodes()[number];
  // What is not written is plain. There lie shortcuts of the graph that was dropped.
  const std::uint32_t end = written_ ? node.first.back() : node.first.front();
  for (std::uint32_t edge = node.first.front(); edge < end; ++edge)
    if (const JumpShortcut& shortcut = shortcuts_.values()[edge];
        windows.meets(shortcut.box))
      plain_.push_back({number, graph.edges()[edge].target, shortcut.dead_end()});
  forget_edges(number);
}

void ShortcutEditor::forget_edges(std::uint32_t number) {
  looked_[number] = {};
  bounds_.set_edges(number, 0, {});
}

void ShortcutEditor::write(std::uint32_t number, std::uint32_t begin,
                           std::span<const JumpShortcut> shortcuts) {
  begin_edges();
  touch(number, begin, shortcuts.size(), write_in_place(number, begin, shortcuts));
}

bool ShortcutEditor::repairable() const noexcept {
  return !plain_.empty() && plain_.size() <= kMostRepairs;
}

/// First the dead ends, until there are no more: an edge that leads into one may make its
/// state another. Then the others, because these depend on all dead ends.
void ShortcutEditor::repair(const JumpGraph& graph, const JumpWalker& walker) {
  all_plain_ = false;
  const std::span<const JumpNode> nodes = graph.nodes();
  // Sets the number of the edge; false if there is no such edge now.
  const auto find_edge = [&](Plain& plain) {
    const JumpNode& node = nodes[plain.number];
    for (plain.edge = node.first.front(); plain.edge < node.first.back(); ++plain.edge)
      if (graph.edges()[plain.edge].target == plain.target) return true;
    return false;
  };
  // Targets lie anywhere in memory: reading ahead saves a twentieth of an edit.
  for (const Plain& plain : plain_) __builtin_prefetch(&nodes[plain.target >> 2]);
  std::erase_if(plain_, [&](Plain& plain) { return !find_edge(plain); });
  for (const Plain& plain : plain_) prefetch(nodes[plain.target >> 2].first.front());
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

/// The cells that a state sees. Looks again if a window lies there that is newer.
const JumpBox& ShortcutEditor::view(const JumpGraph& graph, const JumpWalker& walker,
                                    JumpState state) {
  std::uint8_t& looked = looked_[state >> 2][state & 3U];
  const bool seen =
      std::any_of(seen_.begin() + looked, seen_.end(),
                  [&](const JumpBox& window) { return window.meets(views_.of(state)); });
  if (seen) views_.look_from_state(walker, state, graph.nodes()[state >> 2]);
  looked = static_cast<std::uint8_t>(seen_.size());
  return views_.of(state);
}

void ShortcutEditor::write_plain(const EditedGraph& graph) {
  if (written_) return;
  written_ = true;
  const std::span<JumpShortcut> shortcuts = shortcuts_.write(0, shortcuts_.size());
  for (std::uint32_t number = 0; number < graph.nodes().size(); ++number) {
    const JumpNode& node = graph.nodes()[number];
    const std::uint32_t first = node.first.front(), end = node.first.back();
    for (std::uint32_t edge = first; edge < end; ++edge)
      shortcuts[edge] = JumpShortcut::plain(graph.edges()[edge]);
    bounds_.set_empty(number, first, end - first);
  }
}

void ShortcutEditor::settle(const JumpGraph& graph, const JumpWalker& walker) {
  prepare_settle(graph, walker, std::numeric_limits<std::size_t>::max());
  if (all_plain_)
    write_all(graph);
  else
    for (const auto& [at, shortcut] : changes_) {
      shortcuts_.write(at.edge, 1)[0] = shortcut;
      bounds_.set(at, shortcut.box);
    }
  settled_ = true;
  all_plain_ = false;
}

void ShortcutEditor::prepare_settle(const JumpGraph& graph, const JumpWalker& walker,
                                    std::size_t work) {
  if (step_ == Step::begin) {
    begin_settle(graph);
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
void ShortcutEditor::visit_nodes(Step step, Step next, std::size_t& visits,
                                 const Visit& visit) {
  if (step_ != step) return;
  for (; next_node_ < looked_.size() && visits != 0; ++next_node_, --visits)
    visit(next_node_);
  if (next_node_ < looked_.size()) return;
  step_ = next;
  next_node_ = 0;
}

/// Without any shortcut, the steps are those of a new build.
void ShortcutEditor::find_all(const JumpGraph& graph, const JumpWalker& walker,
                              std::size_t visits) {
  const bool counting = step_ == Step::count;
  visit_nodes(Step::count, Step::list, visits, [&](std::uint32_t number) {
    views_.look(walker, number, graph.nodes()[number]);
    looked_[number].fill(static_cast<std::uint8_t>(seen_.size()));
    dead_ends_.count(graph, views_, number);
  });
  if (counting && step_ == Step::list) dead_ends_.sum();
  visit_nodes(Step::list, Step::spread, visits,
              [&](std::uint32_t number) { dead_ends_.list(graph, number); });
  if (step_ == Step::spread) {
    for (; !dead_ends_.spread_all() && visits != 0; --visits) dead_ends_.spread();
    if (dead_ends_.spread_all()) step_ = Step::follow;
  }
  visit_nodes(Step::follow, Step::done, visits, [&](std::uint32_t number) {
    const JumpNode& node = graph.nodes()[number];
    for (std::uint32_t edge = node.first.front(); edge < node.first.back(); ++edge)
      all_shortcuts_[edge] = dead_ends_.shortcut(graph, edge);
  });
}

void ShortcutEditor::find_missing(const JumpGraph& graph, const JumpWalker& walker,
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

void ShortcutEditor::begin_settle(const JumpGraph& graph) {
  if (all_plain_) {
    dead_ends_.begin(graph);
    all_shortcuts_.resize(graph.edges().size());
    return;
  }
  ways_.resize(4 * graph.nodes().size());
  dead_boxes_.resize(ways_.size());
  last_to_.assign(ways_.size(), kNoEdge);
  listed_.clear();
  listed_.reserve(graph.edges().size());
  dead_.clear();
  changes_.clear();
}

/// Counts the edges of the states of a node that are not marked as dead ends.
void ShortcutEditor::count_ways(const JumpGraph& graph, std::uint32_t number) {
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
void ShortcutEditor::list_edges(const JumpGraph& graph, SettledStates& states,
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
void ShortcutEditor::spread(const JumpGraph& graph, SettledStates& states) {
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
void ShortcutEditor::follow_edges(const JumpGraph& graph, SettledStates& states,
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

void ShortcutEditor::write_all(const JumpGraph& graph) {
  written_ = true;
  const std::span<JumpShortcut> shortcuts = shortcuts_.write(0, shortcuts_.size());
  for (std::uint32_t number = 0; number < graph.nodes().size(); ++number) {
    const JumpNode& node = graph.nodes()[number];
    const std::uint32_t first = node.first.front(), count = node.first.back() - first;
    const std::span own = std::span(all_shortcuts_).subspan(first, count);
    std::ranges::copy(own, shortcuts.subspan(first, count).begin());
    bounds_.set_edges(number, first, own);
  }
}

void ShortcutEditor::save(const EditedGraph& graph, const JumpShortcuts* built,
                          CellIndex cell, JumpRepairState& state) const {
  if (all_plain_) return;
  const JumpNode& node = graph.nodes()[graph.node_at(cell)];
  for (std::uint32_t edge = node.first.front(); edge < node.first.back(); ++edge) {
    const JumpShortcut& shortcut = shortcuts_.values()[edge];
    if (shortcut == (built != nullptr ? built->shortcuts()[edge]
                                      : JumpShortcut::plain(graph.edges()[edge])))
      continue;
    const JumpState to = shortcut.target & ~JumpShortcut::kDeadEnd;
    state.shortcuts.push_back({.from = cell,
                               .edge = edge - node.first.front(),
                               .to = graph.cells()[to >> 2],
                               .direction = static_cast<std::uint8_t>(to & 3U),
                               .dead_end = shortcut.dead_end(),
                               .cost = shortcut.cost,
                               .box = shortcut.box});
  }
}

bool ShortcutEditor::begin_restore(const EditedGraph& graph, const JumpRepairState& state) {
  const bool built = state.others == JumpRepairState::Others::built;
  settled_ = false;
  all_plain_ = !built && state.shortcuts.empty();
  for (std::uint32_t number = 0; !built && number < graph.nodes().size(); ++number) {
    const JumpNode& node = graph.nodes()[number];
    for (std::uint32_t edge = node.first.front(); edge < node.first.back(); ++edge)
      shortcuts_.write(edge, 1)[0] = JumpShortcut::plain(graph.edges()[edge]);
  }
  return std::ranges::all_of(state.shortcuts, [&](const JumpRepairState::Shortcut& saved) {
    return restore(graph, saved);
  });
}

bool ShortcutEditor::end_restore(const EditedGraph& graph) {
  for (std::uint32_t number = 0; number < graph.nodes().size(); ++number) {
    const JumpNode& node = graph.nodes()[number];
    const std::uint32_t first = node.first.front(), end = node.first.back();
    for (std::uint32_t edge = first; edge < end; ++edge)
      if (!leads_on(graph, edge)) return false;
    bounds_.set_edges(number, first, shortcuts_.values().subspan(first, end - first));
  }
  return true;
}

/// Restores one shortcut; false if its nodes or its edge do not exist.
bool ShortcutEditor::restore(const EditedGraph& graph,
                             const JumpRepairState::Shortcut& saved) {
  const auto node_of = [&](CellIndex cell) {
    return cell < graph.node_of().size() ? graph.node_at(cell) : EditedGraph::kNoNode;
  };
  const std::uint32_t from = node_of(saved.from), to = node_of(saved.to);
  if (from == EditedGraph::kNoNode || to == EditedGraph::kNoNode || saved.direction > 3)
    return false;
  const JumpNode& node = graph.nodes()[from];
  if (saved.edge >= node.first.back() - node.first.front()) return false;
  const JumpState target = to << 2 | saved.direction;
  shortcuts_.write(node.first.front() + saved.edge, 1)[0] = {
      saved.dead_end ? target | JumpShortcut::kDeadEnd : target, saved.cost, saved.box};
  return true;
}

/// Whether the edges that a shortcut replaces lead to its target at its cost, so that
/// JumpShortcuts::passed() ends, or all edges behind a dead end are marked as dead ends.
bool ShortcutEditor::leads_on(const EditedGraph& graph, std::uint32_t edge) const noexcept {
  const JumpShortcut& shortcut = shortcuts_.values()[edge];
  const std::span<const JumpEdge> edges = graph.edges();
  JumpState state = edges[edge].target;
  Cost cost = edges[edge].cost;
  std::uint32_t ways = 0, way = 0;
  const auto find_ways = [&] {
    ways = 0;
    graph.nodes()[state >> 2].for_each_stretch(
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

std::size_t ShortcutEditor::memory_bytes() const noexcept {
  const auto bytes = [](const auto& vector) {
    return vector.capacity() * sizeof(vector[0]);
  };
  std::size_t met = bytes(met_);
  for (const ShortcutBounds::Met& part : met_) met += bytes(part.nodes) + bytes(part.edges);
  return shortcuts_.memory_bytes() + bounds_.memory_bytes() + views_.memory_bytes() +
         dead_ends_.memory_bytes() + bytes(looked_) + bytes(seen_) + met + bytes(plain_) +
         bytes(ways_) + bytes(dead_boxes_) + bytes(last_to_) + bytes(listed_) +
         bytes(dead_) + bytes(changes_) + bytes(all_shortcuts_);
}

}  // namespace throng

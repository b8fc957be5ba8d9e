#include "jump_shortcuts.hpp"

#include "jumps.hpp"

#include <utility>

namespace throng {
namespace {

constexpr std::size_t kShortcutsPerBlock = 256;
/// A diagonal walk longer than this gets the box of the whole map: on such maps an exact
/// box is not worth its cost.
constexpr std::uint32_t kLongRun = 64;
constexpr std::uint32_t kNoEdge = 0xFFFF'FFFF;

using State = std::uint32_t;  ///< node << 2 | direction of entry

template <class Visit>
void for_each_edge(const JumpGraph& graph, State state, const Visit& visit) {
  graph.nodes()[state >> 2].for_each_stretch(
      state & 3U, [&](std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t edge = begin; edge < end; ++edge) visit(edge);
      });
}

/// The boxes around all cells to which canonical ways lead from a node without another jump
/// point in between.
class Views {
 public:
  Views(const Grid& grid, const JumpMap& map, const JumpGraph& graph)
      : graph_(graph), walker_(grid, map, nullptr) {}

  /// The boxes around the cells that the node sees after it is entered in each direction.
  std::array<JumpBox, 4> look(std::uint32_t node) const {
    const JumpNode& here = graph_.nodes()[node];
    std::array<JumpBox, kMoves> by_move;
    for (unsigned k = 0; k < kMoves; ++k)
      if (here.tries(0, k) || here.tries(1, k) || here.tries(2, k) || here.tries(3, k))
        by_move[k] = k % 2 == 0 ? straight(node, k) : diagonal(node, k);
    std::array<JumpBox, 4> boxes;
    for (unsigned d = 0; d < 4; ++d)
      for (unsigned k = 0; k < kMoves; ++k)
        if (here.tries(d, k)) boxes[d].add(by_move[k]);
    return boxes;
  }

 private:
  void add_walk(unsigned direction, std::int32_t x, std::int32_t y, JumpBox& box) const {
    const std::int32_t steps = walker_.stop(direction, x, y).steps;
    box.add(x + steps * kMoveX[direction], y + steps * kMoveY[direction]);
  }

  JumpBox straight(std::uint32_t node, unsigned k) const {
    const auto [x, y] = graph_.places()[node];
    JumpBox box;
    box.add(x, y);
    add_walk(static_cast<unsigned>(kClockwise[k]), x, y, box);
    return box;
  }

  JumpBox diagonal(std::uint32_t node, unsigned k) const {
    const std::uint32_t run = graph_.nodes()[node].run[k / 2];
    if (run > kLongRun) return {0, 0, JumpBox::kMost, JumpBox::kMost};
    auto [x, y] = graph_.places()[node];
    const auto d = static_cast<std::size_t>(kClockwise[k]);
    JumpBox box;
    for (std::uint32_t i = 0; i < run; ++i) {
      x += kMoveX[d];
      y += kMoveY[d];
      box.add(x, y);
      add_walk(kMoveX[d] > 0 ? 1 : 3, x, y, box);
      add_walk(kMoveY[d] > 0 ? 2 : 0, x, y, box);
    }
    return box;
  }

  const JumpGraph& graph_;
  JumpWalker walker_;
};

/// Which states are dead ends, and for each state the box around the cells visible from it
/// and from the dead ends behind it.
struct DeadEnds {
  std::vector<std::uint32_t> ways;  ///< by state: edges that are not dead ends
  std::vector<JumpBox> boxes;       ///< by state
};

/// The predecessors of each state.
class Sources {
 public:
  explicit Sources(const JumpGraph& graph) : first_(4 * graph.nodes().size() + 1, 0) {
    const auto states = static_cast<State>(first_.size() - 1);
    const auto count = [&](std::uint32_t edge) {
      ++first_[graph.edges()[edge].target + 1];
    };
    for (State state = 0; state < states; ++state) for_each_edge(graph, state, count);
    for (State state = 0; state < states; ++state) first_[state + 1] += first_[state];
    sources_.resize(first_.back());
    std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
    for (State state = 0; state < states; ++state)
      for_each_edge(graph, state, [&](std::uint32_t edge) {
        sources_[next[graph.edges()[edge].target]++] = state;
      });
  }

  std::span<const State> of(State state) const {
    return std::span(sources_).subspan(first_[state], first_[state + 1] - first_[state]);
  }

 private:
  std::vector<std::uint32_t> first_;
  std::vector<State> sources_;
};

/// Works backwards from the ends of the trees.
DeadEnds find_dead_ends(const JumpGraph& graph, std::vector<JumpBox> views) {
  DeadEnds found{std::vector<std::uint32_t>(views.size(), 0), std::move(views)};
  const auto states = static_cast<State>(found.ways.size());
  std::vector<State> dead;
  for (State state = 0; state < states; ++state) {
    for_each_edge(graph, state, [&](std::uint32_t) { ++found.ways[state]; });
    if (found.ways[state] == 0) dead.push_back(state);
  }
  const Sources sources(graph);
  while (!dead.empty()) {
    const State end = dead.back();
    dead.pop_back();
    for (const State source : sources.of(end)) {
      found.boxes[source].add(found.boxes[end]);
      if (--found.ways[source] == 0) dead.push_back(source);
    }
  }
  return found;
}

/// Follows an edge to the first state with a choice.
class Follower {
 public:
  Follower(const JumpGraph& graph, const DeadEnds& dead_ends)
      : graph_(graph), dead_ends_(dead_ends) {}

  JumpShortcut follow(std::uint32_t edge) const {
    const JumpEdge& first = graph_.edges()[edge];
    if (dead_ends_.ways[first.target] == 0)
      return {first.target | JumpShortcut::kDeadEnd, first.cost,
              dead_ends_.boxes[first.target]};
    JumpShortcut shortcut{first.target, first.cost, {}};
    JumpShortcuts::Chain passed;
    for (std::size_t count = 0; dead_ends_.ways[shortcut.target] == 1; ++count) {
      const JumpEdge& next = graph_.edges()[only_way(shortcut.target)];
      passed[count] = shortcut.target >> 2;
      const auto end = passed.begin() + static_cast<std::ptrdiff_t>(count) + 1;
      // At the maximum length, or in a cycle.
      if (end == passed.end() || std::find(passed.begin(), end, next.target >> 2) != end)
        break;
      shortcut.box.add(dead_ends_.boxes[shortcut.target]);
      shortcut.cost += next.cost;
      shortcut.target = next.target;
    }
    return shortcut;
  }

 private:
  std::uint32_t only_way(State state) const {
    std::uint32_t way = kNoEdge;
    for_each_edge(graph_, state, [&](std::uint32_t edge) {
      if (dead_ends_.ways[graph_.edges()[edge].target] != 0) way = edge;
    });
    return way;
  }

  const JumpGraph& graph_;
  const DeadEnds& dead_ends_;
};

}  // namespace

JumpShortcuts::JumpShortcuts(const Grid& grid, const JumpMap& map, const JumpGraph& graph,
                             Crew& crew)
    : shortcuts_(graph.edges().size()) {
  const std::size_t nodes = graph.nodes().size();
  std::vector<JumpBox> views(4 * nodes);
  const Views viewer(grid, map, graph);
  crew.for_each_block(nodes, kShortcutsPerBlock,
                      [&](int, std::size_t begin, std::size_t end) {
                        for (std::size_t node = begin; node < end; ++node) {
                          const auto boxes = viewer.look(static_cast<std::uint32_t>(node));
                          std::copy(boxes.begin(), boxes.end(), &views[4 * node]);
                        }
                      });
  const DeadEnds dead_ends = find_dead_ends(graph, std::move(views));
  const Follower follower(graph, dead_ends);
  crew.for_each_block(
      shortcuts_.size(), kShortcutsPerBlock, [&](int, std::size_t begin, std::size_t end) {
        for (std::size_t edge = begin; edge < end; ++edge)
          shortcuts_[edge] = follower.follow(static_cast<std::uint32_t>(edge));
      });
}

std::size_t JumpShortcuts::passed(const JumpGraph& graph, std::uint32_t edge,
                                  Chain& nodes) const noexcept {
  std::size_t count = 0;
  State state = graph.edges()[edge].target;
  while (state != shortcuts_[edge].target) {
    nodes[count++] = state >> 2;
    State next = state;
    for_each_edge(graph, state, [&](std::uint32_t way) {
      if (!shortcuts_[way].dead_end()) next = graph.edges()[way].target;
    });
    state = next;
  }
  return count;
}

}  // namespace throng

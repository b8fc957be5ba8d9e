#include "shortcut_finder.hpp"

#include "node_edges.hpp"

namespace throng {
namespace {

/// A diagonal walk longer than this gets the box of the whole map: on such maps an exact
/// box is not worth its cost.
constexpr std::uint32_t kLongRun = 64;

void add_walk(const JumpWalker& walker, unsigned direction, std::int32_t x, std::int32_t y,
              JumpBox& box) {
  const std::int32_t steps = walker.stop(direction, x, y).steps;
  box.add(x + steps * kMoveX[direction], y + steps * kMoveY[direction]);
}

JumpBox straight_view(const JumpWalker& walker, const JumpNode& here, unsigned k) {
  JumpBox box;
  box.add(here.x, here.y);
  add_walk(walker, static_cast<unsigned>(kClockwise[k]), here.x, here.y, box);
  return box;
}

JumpBox diagonal_view(const JumpWalker& walker, const JumpNode& here, unsigned k) {
  const std::uint32_t run = here.run[k / 2];
  if (run > kLongRun) return {0, 0, JumpBox::kMost, JumpBox::kMost};
  const auto move = static_cast<unsigned>(kClockwise[k]);
  std::int32_t x = here.x, y = here.y;
  JumpBox box;
  for (std::uint32_t i = 0; i < run; ++i) {
    x += kMoveX[move];
    y += kMoveY[move];
    box.add(x, y);
    add_walk(walker, across_of(move), x, y, box);
    add_walk(walker, along_of(move), x, y, box);
  }
  return box;
}

JumpBox view_of_move(const JumpWalker& walker, const JumpNode& here, unsigned k) {
  return k % 2 == 0 ? straight_view(walker, here, k) : diagonal_view(walker, here, k);
}

}  // namespace

ShortcutFinder::View ShortcutFinder::view_of(const JumpWalker& walker,
                                             const JumpNode& here) {
  std::array<JumpBox, kMoves> by_move;
  const unsigned tries = tries_of(here);
  for (unsigned k = 0; k < kMoves; ++k)
    if ((tries >> k & 1U) != 0) by_move[k] = view_of_move(walker, here, k);
  View view = itself(here);
  for (unsigned d = 0; d < 4; ++d)
    for (unsigned k = 0; k < kMoves; ++k)
      if (here.tries(d, k)) view[d].add(by_move[k]);
  return view;
}

void ShortcutFinder::look_from_state(const JumpWalker& walker, JumpState state,
                                     const JumpNode& here) {
  JumpBox& view = views_[state >> 2][state & 3U];
  view = itself(here)[state & 3U];
  for (unsigned k = 0; k < kMoves; ++k)
    if (here.tries(state & 3U, k)) view.add(view_of_move(walker, here, k));
}

void ShortcutFinder::begin_dead_ends(const JumpGraph& graph) {
  const std::size_t states = 4 * graph.nodes().size();
  stage_ = Stage::count_sources;
  next_ = 0;
  boxes_.resize(states);
  ways_.resize(states);
  dead_.clear();
  first_.assign(states + 2, 0);
}

std::size_t ShortcutFinder::find_dead_ends(const JumpGraph& graph, std::size_t most) {
  std::size_t visits = 0;
  for (; stage_ == Stage::count_sources && visits < most; ++visits) {
    if (next_ < ways_.size())
      count_sources(graph, next_++);
    else
      end_lists();
  }
  for (; stage_ == Stage::list_sources && visits < most; ++visits) {
    if (next_ < ways_.size())
      list_source(graph, next_++);
    else
      stage_ = Stage::spread;
  }
  if (stage_ != Stage::spread) return visits;
  for (; !dead_.empty() && visits < most; ++visits) spread();
  return visits;
}

void ShortcutFinder::count_sources(const JumpGraph& graph, JumpState state) {
  std::uint32_t ways = 0;
  for_each_edge(graph, state, [&](std::uint32_t edge) {
    ++first_[graph.edges()[edge].target + 2];
    ++ways;
  });
  boxes_[state] = views_[state >> 2][state & 3U];
  ways_[state] = ways;
  if (ways == 0) dead_.push_back(state);
}

/// Once all lists are filled, each begins where the one before it ends.
void ShortcutFinder::end_lists() {
  for (std::size_t i = 2; i < first_.size(); ++i) first_[i] += first_[i - 1];
  sources_.resize(first_.back());
  stage_ = Stage::list_sources;
  next_ = 0;
}

void ShortcutFinder::list_source(const JumpGraph& graph, JumpState state) {
  for_each_edge(graph, state, [&](std::uint32_t edge) {
    sources_[first_[graph.edges()[edge].target + 1]++] = state;
  });
}

/// From a dead end to the states that lead there.
void ShortcutFinder::spread() {
  const JumpState end = dead_.back();
  dead_.pop_back();
  for (std::uint32_t i = first_[end]; i < first_[end + 1]; ++i) {
    const JumpState source = sources_[i];
    boxes_[source].add(boxes_[end]);
    if (--ways_[source] == 0) dead_.push_back(source);
  }
}

JumpShortcut ShortcutFinder::follow(const JumpGraph& graph, std::uint32_t edge) const {
  struct States {
    const ShortcutFinder& finder;
    const JumpGraph& graph;

    std::uint32_t ways(JumpState state) const { return finder.ways_[state]; }
    bool dead_end(std::uint32_t way) const { return ways(graph.edges()[way].target) == 0; }
    const JumpBox& box(JumpState state) const { return finder.boxes_[state]; }
  };
  const JumpEdge& first = graph.edges()[edge];
  if (ways_[first.target] == 0)
    return {first.target | JumpShortcut::kDeadEnd, first.cost, boxes_[first.target]};
  return follow_edge(graph, edge, States{*this, graph}, JumpShortcuts::kMostEdges);
}

std::size_t ShortcutFinder::memory_bytes() const noexcept {
  const auto bytes = [](const auto& vector) {
    return vector.capacity() * sizeof(vector[0]);
  };
  return bytes(views_) + bytes(boxes_) + bytes(ways_) + bytes(dead_) + bytes(first_) +
         bytes(sources_);
}

}  // namespace throng

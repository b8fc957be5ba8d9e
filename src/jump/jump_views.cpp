#include "jump_views.hpp"

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

void JumpViews::look(const JumpWalker& walker, std::uint32_t node, const JumpNode& here) {
  std::array<JumpBox, kMoves> by_move;
  const unsigned tries = tries_of(here);
  for (unsigned k = 0; k < kMoves; ++k)
    if ((tries >> k & 1U) != 0) by_move[k] = view_of_move(walker, here, k);
  View& view = views_[node];
  view = itself(here);
  for (unsigned d = 0; d < 4; ++d)
    for (unsigned k = 0; k < kMoves; ++k)
      if (here.tries(d, k)) view[d].add(by_move[k]);
}

void JumpViews::look_from_state(const JumpWalker& walker, JumpState state,
                                const JumpNode& here) {
  JumpBox& view = views_[state >> 2][state & 3U];
  view = itself(here)[state & 3U];
  for (unsigned k = 0; k < kMoves; ++k)
    if (here.tries(state & 3U, k)) view.add(view_of_move(walker, here, k));
}

}  // namespace throng

#include "closable_space.hpp"

#include <throng/assert.hpp>

#include <bit>

namespace throng {
namespace {

/// Whether a cell of a map can have these moves: each diagonal one with both components.
constexpr bool looks_like_a_map(unsigned moves) noexcept {
  for (unsigned d = 4; d < kMoves; ++d) {
    const unsigned components = 1U << (d - 4) | 1U << (d - 3) % 4;
    if ((moves >> d & 1U) != 0 && (moves & components) != components) return false;
  }
  return true;
}

/// See ClosableSpace. The moves that the weaker tables omit lead to neighbours of the
/// previous cell, which need no detour.
SuccessorTable make_successors(const Rules& rules) {
  SuccessorTable table = successor_table(rules);
  if (rules.topology != Topology::octile || rules.corners != Corners::never_cut)
    return table;
  const SuccessorTable& weaker = successor_table({.corners = Corners::cut_one});
  for (std::size_t entered = 0; entered < kMoves; ++entered)
    for (unsigned moves = 0; moves < 256; ++moves)
      if (!looks_like_a_map(moves)) table[entered][moves] = weaker[entered][moves];
  return table;
}

constexpr unsigned opposite(unsigned d) noexcept {
  return d < 4 ? (d + 2) % 4 : 4 + (d + 2) % 4;
}

}  // namespace

ClosableSpace::ClosableSpace(const Grid& grid, FieldMetric metric)
    : grid_(&grid),
      successors_(make_successors(grid.rules())),
      moves_(grid.moves().begin(), grid.moves().end()),
      space_(grid, metric) {
  space_.moves = moves_.data();
  space_.successors = successors_.data();
  space_.canonical = false;
  space_.turn_table = make_turn_table(successors_);
}

void ClosableSpace::close(std::span<const CellIndex> cells) {
  const std::span<const std::uint8_t> own_moves = grid_->moves();
  const auto for_each_beside = [&](CellIndex cell, const auto& visit) {
    for (unsigned bits = own_moves[cell]; bits != 0; bits &= bits - 1) {
      const auto d = static_cast<unsigned>(std::countr_zero(bits));
      visit(cell + space_.offsets[d], d);
    }
  };
  for (const CellIndex cell : closed_) {
    space_.blank[cell] = kUnreachable;
    for_each_beside(cell, [&](CellIndex to, unsigned) { set_moves(to, own_moves[to]); });
  }
  closed_ = cells;
  for (const CellIndex cell : closed_) {
    THRONG_ASSERT(space_.blank[cell] == kUnreachable);
    space_.blank[cell] = 0;
    for_each_beside(cell, [&](CellIndex to, unsigned d) {
      set_moves(to, static_cast<std::uint8_t>(moves_[to] & ~(1U << opposite(d))));
    });
  }
}

void ClosableSpace::set_moves(CellIndex cell, std::uint8_t moves) noexcept {
  moves_[cell] = moves;
  if (!space_.turns.empty()) space_.turns[cell] = space_.turn_table[moves];
}

}  // namespace throng

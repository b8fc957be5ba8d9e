#include "successors.hpp"

#include "move_bit.hpp"

namespace throng {
namespace {

/// The moves to try on one side (sx, sy) after a straight move (dx, dy), if an obstacle
/// ended there.
constexpr unsigned forced_side(unsigned legal, std::int32_t dx, std::int32_t dy,
                               std::int32_t sx, std::int32_t sy) {
  const bool side_open = (legal & bit_of_move(sx, sy)) != 0;
  const bool behind_open = (legal & bit_of_move(sx - dx, sy - dy)) != 0;
  return side_open && !behind_open ? bit_of_move(sx, sy) | bit_of_move(sx + dx, sy + dy)
                                   : 0;
}

constexpr unsigned canonical(std::size_t entered, unsigned legal) {
  const std::int32_t dx = kMoveX[entered], dy = kMoveY[entered];
  const unsigned on = bit_of_move(dx, dy);
  if (is_diagonal(static_cast<Move>(entered)))
    return on | bit_of_move(dx, 0) | bit_of_move(0, dy);
  return on | forced_side(legal, dx, dy, dy, dx) | forced_side(legal, dx, dy, -dy, -dx);
}

/// All moves except those back to the previous cell or straight beside it.
constexpr unsigned not_back(std::size_t entered) {
  const std::int32_t dx = kMoveX[entered], dy = kMoveY[entered];
  if (is_diagonal(static_cast<Move>(entered)))
    return 0xFFU & ~(bit_of_move(-dx, -dy) | bit_of_move(-dx, 0) | bit_of_move(0, -dy));
  return 0xFFU & ~(bit_of_move(-dx, -dy) | bit_of_move(-dx + dy, -dy + dx) |
                   bit_of_move(-dx - dy, -dy - dx));
}

constexpr unsigned not_reverse(std::size_t entered) {
  return 0xFFU & ~bit_of_move(-kMoveX[entered], -kMoveY[entered]);
}

/// The same move, and the two next to it, of the six moves of a hexagonal grid in clockwise
/// order.
constexpr unsigned hexagonal(std::size_t entered) {
  constexpr std::array kClockwise{Move::north, Move::east, Move::south_east,
                                  Move::south, Move::west, Move::north_west};
  for (std::size_t i = 0; i < kClockwise.size(); ++i) {
    if (static_cast<std::size_t>(kClockwise[i]) != entered) continue;
    unsigned worth = 0;
    for (const std::size_t turn : {i + 5, i, i + 1})
      worth |= 1U << static_cast<unsigned>(kClockwise[turn % kClockwise.size()]);
    return worth;
  }
  return 0;
}

template <class Worth>
constexpr SuccessorTable make_table(const Worth& worth) {
  SuccessorTable table{};
  for (std::size_t entered = 0; entered < kMoves; ++entered)
    for (unsigned legal = 0; legal < 256; ++legal)
      table[entered][legal] = static_cast<std::uint8_t>(legal & worth(entered, legal));
  for (unsigned legal = 0; legal < 256; ++legal)
    table[kMoves][legal] = static_cast<std::uint8_t>(legal);
  return table;
}

constinit const SuccessorTable kCanonical = make_table(canonical);
constinit const SuccessorTable kNotBack =
    make_table([](std::size_t entered, unsigned) { return not_back(entered); });
constinit const SuccessorTable kNotReverse =
    make_table([](std::size_t entered, unsigned) { return not_reverse(entered); });
constinit const SuccessorTable kHexagonal =
    make_table([](std::size_t entered, unsigned) { return hexagonal(entered); });

}  // namespace

const SuccessorTable& successor_table(const Rules& rules) {
  if (rules.topology == Topology::tile) return kNotReverse;
  if (is_hexagonal(rules.topology)) return kHexagonal;
  const bool diagonals_save = rules.costs.diagonal < 2 * rules.costs.straight;
  return rules.corners == Corners::never_cut && diagonals_save ? kCanonical : kNotBack;
}

const SuccessorTable& weakest_successor_table() noexcept { return kNotReverse; }

}  // namespace throng

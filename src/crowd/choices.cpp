#include "choices.hpp"

#include <array>
#include <bit>

namespace throng {
namespace {

using Turns = std::array<std::array<std::uint8_t, kMoves>, kMoves>;

/// Moves clockwise from north, and the place of each move in this order.
constexpr std::array<std::uint8_t, kMoves> kClockwise{0, 4, 1, 5, 2, 6, 3, 7};
constexpr std::array<std::uint8_t, kMoves> kPlace{0, 2, 4, 6, 1, 3, 5, 7};

/// For each move, all moves in an order of their turns from it, in eighths of a circle.
constexpr Turns by_turns(const std::array<int, kMoves>& turns) {
  Turns table{};
  for (unsigned move = 0; move < kMoves; ++move)
    for (unsigned k = 0; k < kMoves; ++k)
      table[move][k] =
          kClockwise[(kPlace[move] + 8U + static_cast<unsigned>(turns[k])) % 8];
  return table;
}

constexpr Turns kAhead = by_turns({0, 1, -1, 2, -2, 3, -3, 4});
constexpr Turns kAside = by_turns({2, -2, 1, -1, 3, -3, 0, 4});

bool is_free(const BodyMap& map, const Body& body, unsigned move) {
  if (body.size == 1 && move < 4)
    return map.cells[body.at + map.offsets[move]].owner == kNobody;
  bool free = true;
  map.for_each_ahead(body, move,
                     [&](CellIndex cell) { free &= map.cells[cell].owner == kNobody; });
  return free;
}

/// The first move of a set in an order. Pre: the set is not empty.
unsigned first_of(unsigned set, const std::array<std::uint8_t, kMoves>& order) {
  if (std::has_single_bit(set)) return static_cast<unsigned>(std::countr_zero(set));
  for (const std::uint8_t move : order)
    if ((set >> move & 1U) != 0) return move;
  return 0;
}

}  // namespace

std::optional<unsigned> Choices::next(const BodyMap& map, const Body& body) {
  for (; stage_ != Stage::end; stage_ = static_cast<Stage>(static_cast<int>(stage_) + 1)) {
    unsigned set = 0;
    switch (stage_) {
      case Stage::good_free:
      case Stage::good:
        set = body.good;
        break;
      case Stage::side_free:
      case Stage::side:
        set = body.side;
        break;
      case Stage::stay:
        if (pushed_ != kNotPushed) continue;
        stage_ = Stage::end;
        return kStay;
      case Stage::others_free:
      case Stage::others:
        set = body.legal;
        break;
      case Stage::end:
        break;
    }
    const bool free_only = stage_ == Stage::good_free || stage_ == Stage::side_free ||
                           stage_ == Stage::others_free;
    const auto& order = stage_ >= Stage::others_free ? kAside[pushed_] : kAhead[body.last];
    for (unsigned left = set & ~unsigned{tried_}; left != 0;) {
      const unsigned move = first_of(left, order);
      left &= ~(1U << move);
      if (free_only && !is_free(map, body, move)) continue;
      tried_ |= static_cast<std::uint8_t>(1U << move);
      return move;
    }
  }
  return std::nullopt;
}

}  // namespace throng

#include "choices.hpp"

#include <algorithm>
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

Choices::Choices(const BodyMap& map, const Body& body, unsigned move, const Body& pushed)
    : pushed_(true) {
  if (!pushed.ordered) aside_ = static_cast<std::uint8_t>(move);
  if (pushed.size == 1) return;
  // The part of the pushed body that is wanted.
  std::uint32_t left = pushed.size, above = pushed.size, right = 0, below = 0;
  map.for_each_ahead(body, move, [&](CellIndex cell) {
    const CellIndex from_corner = cell - pushed.at;
    const std::uint32_t x = from_corner % map.stride, y = from_corner / map.stride;
    if (x >= pushed.size || y >= pushed.size) return;
    left = std::min(left, x);
    above = std::min(above, y);
    right = std::max(right, x + 1);
    below = std::max(below, y + 1);
  });
  clears_ = {static_cast<std::uint8_t>(pushed.size - above),
             static_cast<std::uint8_t>(right), static_cast<std::uint8_t>(below),
             static_cast<std::uint8_t>(pushed.size - left)};
  stage_ = Stage::others_free;
}

/// The first move of a set that is not empty.
unsigned Choices::pick(unsigned set, const Body& body) const {
  const auto& order = aside_ != kMoves ? kAside[aside_] : kAhead[body.last];
  if (clears_[0] == 0) return first_of(set, order);
  const auto steps = [&](unsigned move) {
    if (move < 4) return clears_[move];
    return std::min(clears_[move - 4], clears_[(move - 3) % 4]);
  };
  unsigned best = kMoves;
  for (const std::uint8_t move : order)
    if ((set >> move & 1U) != 0 && (best == kMoves || steps(move) < steps(best)))
      best = move;
  return best;
}

std::optional<unsigned> Choices::next(const BodyMap& map, const Body& body) {
  for (; stage_ != Stage::end; stage_ = static_cast<Stage>(static_cast<int>(stage_) + 1)) {
    if (stage_ == Stage::stay) {
      if (pushed_) continue;
      stage_ = Stage::end;
      return kStay;
    }
    const unsigned set = stage_ == Stage::good   ? body.good
                         : stage_ == Stage::side ? body.side
                                                 : body.legal;
    for (unsigned left = set & ~unsigned{tried_}; left != 0;) {
      const unsigned move = pick(left, body);
      left &= ~(1U << move);
      if (stage_ == Stage::others_free && !is_free(map, body, move)) continue;
      tried_ |= static_cast<std::uint8_t>(1U << move);
      return move;
    }
  }
  return std::nullopt;
}

}  // namespace throng

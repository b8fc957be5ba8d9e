#include "choices.hpp"

#include "../core/rng.hpp"

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

/// In cells that are not narrow, one in so many pushed units moves at random.
constexpr std::uint64_t kSeldom = 16;

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
  for (const std::uint8_t move : order)
    if ((set >> move & 1U) != 0) return move;
  return 0;
}

}  // namespace

Choices::Choices(const BodyMap& map, const Wishes& wishes, Bodies bodies, Unit pusher,
                 unsigned move, Unit pushed)
    : stage_(bodies == Bodies::exact ? kPushed.data() : kPushedTogether.data()),
      pushed_(true) {
  const Body &body = map.bodies[pusher], &its = map.bodies[pushed];
  if (!its.ordered) aside_ = static_cast<std::uint8_t>(move);
  if (its.size == 1) {
    const std::uint64_t dice =
        SplitMix64(std::uint64_t{pushed} << 32 | map.step).next() % (kMoves * kSeldom);
    const bool narrow = its.tight && wishes.is_narrow(pushed, its.at);
    const bool seldom = bodies == Bodies::synchronous && dice < kMoves;
    if (narrow || seldom) ahead_ = static_cast<std::uint8_t>(dice % kMoves);
    if (narrow || !its.ordered)
      avoided_ =
          static_cast<std::uint8_t>(wishes.good(pusher, body.at + map.offsets[move]));
    return;
  }
  // The part of the pushed body that is wanted.
  std::uint32_t left = its.size, above = its.size, right = 0, below = 0;
  map.for_each_ahead(body, move, [&](CellIndex cell) {
    const CellIndex from_corner = cell - its.at;
    const std::uint32_t x = from_corner % map.stride, y = from_corner / map.stride;
    if (x >= its.size || y >= its.size) return;
    left = std::min(left, x);
    above = std::min(above, y);
    right = std::max(right, x + 1);
    below = std::max(below, y + 1);
  });
  clears_ = {static_cast<std::uint8_t>(its.size - above), static_cast<std::uint8_t>(right),
             static_cast<std::uint8_t>(below), static_cast<std::uint8_t>(its.size - left)};
  stage_ = kLarge.data();
}

void Choices::back_out(unsigned not_with) noexcept {
  tried_ = static_cast<std::uint8_t>(not_with);
  stage_ = pushed_ ? kBackingPushed.data() : kBacking.data();
}

/// The first move of a set that is not empty.
unsigned Choices::pick(unsigned set, const Body& body) const {
  if (std::has_single_bit(set)) return static_cast<unsigned>(std::countr_zero(set));
  const bool other = *stage_ == free || *stage_ == others;
  if (other && (set & ~unsigned{avoided_}) != 0) set &= ~unsigned{avoided_};
  const auto& order = aside_ != kMoves            ? kAside[aside_]
                      : other && ahead_ != kMoves ? kAhead[ahead_]
                                                  : kAhead[body.last];
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
  for (; *stage_ != end; ++stage_) {
    if (*stage_ == stay) {
      ++stage_;
      return kStay;
    }
    const unsigned nearer = body.good | unsigned{body.side};
    unsigned set = clears_[0] == 0 ? body.legal & ~nearer : body.legal;
    if (*stage_ == good) set = body.good;
    if (*stage_ == side) set = body.side;
    for (unsigned left = set & ~unsigned{tried_}; left != 0;) {
      const unsigned move = pick(left, body);
      left &= ~(1U << move);
      if (*stage_ == free && !is_free(map, body, move)) continue;
      tried_ |= static_cast<std::uint8_t>(1U << move);
      return move;
    }
  }
  return std::nullopt;
}

}  // namespace throng

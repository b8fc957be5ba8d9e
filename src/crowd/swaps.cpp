#include "swaps.hpp"

#include "../core/rng.hpp"
#include "choices.hpp"

#include <bit>

namespace throng {
namespace {

/// Once in so many moments a unit lets nobody come out. A moment has so many steps.
constexpr std::uint64_t kGoesOn = 8;
constexpr std::uint64_t kMoment = 4;

unsigned back(unsigned move) {
  return static_cast<unsigned>(opposite(static_cast<Move>(move)));
}

}  // namespace

/// Moves on along a passage by one cell, if there is only one way on from the cell ahead.
/// Ways into dead ends where a unit stands at its goal do not count: it would not leave.
Swaps::End Swaps::follow(Unit unit, Passage& passage) const noexcept {
  const CellIndex at = ahead(passage);
  const unsigned ways = wishes_.legal(unit, at) & ~(1U << back(passage.move));
  unsigned count = 0;
  Passage on{at, 0};
  for (unsigned left = ways; left != 0; left &= left - 1) {
    const auto move = static_cast<unsigned>(std::countr_zero(left));
    const CellIndex to = at + map_.offsets[move];
    const Unit there = map_.cells[to].owner;
    if (there != kNobody && there != unit && std::has_single_bit(wishes_.legal(unit, to)) &&
        wishes_.is_goal(there, to))
      continue;
    on.move = move;
    ++count;
  }
  if (count >= 2) return End::branches;
  if (count == 0) return End::closed;
  passage = on;
  return End::goes_on;
}

/// How a passage ends. One that is too long, or a circle, goes on.
Swaps::End Swaps::end_of(Unit unit, Passage passage) const noexcept {
  End end = End::goes_on;
  for (unsigned steps = 0; steps < kLongest && end == End::goes_on; ++steps)
    end = follow(unit, passage);
  return end;
}

/// Whether a unit that pushes another one along a passage does not get where it wants
/// unless the other one comes out. closed: only if no way leads on from the passage.
bool Swaps::has_to_swap(Unit pusher, Unit other, Passage passage,
                        bool closed) const noexcept {
  bool pushes = is_good(pusher, passage);
  End end = End::goes_on;
  for (unsigned steps = 0; pushes && end == End::goes_on; ++steps) {
    end = steps < kLongest ? follow(other, passage) : End::branches;
    if (end == End::goes_on) pushes = is_good(pusher, passage);
  }
  if (end == End::branches) return false;
  if (!pushes && !wishes_.is_goal(pusher, passage.at)) return false;
  if (closed && end_of(other, passage) != End::closed) return false;
  // A unit without an order comes out so that it is not trapped.
  if (!map_.bodies[other].ordered) return pushes;
  return is_good(other, {ahead(passage), back(passage.move)});
}

/// The unit that has to come out before `unit`, were it at the beginning of a passage: the
/// one ahead, or one beside it that comes after it and would have to get past it. closed:
/// only of a closed passage.
Unit Swaps::partner(Unit unit, const Passage& passage, bool closed) const noexcept {
  const CellIndex to = ahead(passage);
  if (!wishes_.is_narrow(unit, to)) return kNobody;
  const auto may_come_out = [&](Unit other) {
    if (other == kNobody || other == unit || wishes_.exchange_places(unit, other))
      return false;
    const Body& its = map_.bodies[other];
    return its.size == 1 && !its.escapes && (its.ordered || its.idle != Idle::holds);
  };
  const Unit in_way = map_.cells[to].owner;
  // One that has decided finds its own way.
  if (may_come_out(in_way) && map_.decided_in[in_way] != map_.step &&
      has_to_swap(unit, in_way, passage, closed))
    return in_way;
  const unsigned beside = wishes_.legal(unit, passage.at) & ~(1U << passage.move);
  for (unsigned left = beside; left != 0; left &= left - 1) {
    const auto move = static_cast<unsigned>(std::countr_zero(left));
    const Unit other = map_.cells[passage.at + map_.offsets[move]].owner;
    if (may_come_out(other) && has_to_swap(other, unit, passage, closed)) return other;
  }
  return kNobody;
}

/// The legal move of a unit to a cell beside it, as a bit.
std::uint8_t Swaps::move_to(const Body& body, CellIndex cell) const noexcept {
  for (unsigned legal = body.legal; legal != 0; legal &= legal - 1) {
    const auto move = static_cast<unsigned>(std::countr_zero(legal));
    if (body.at + map_.offsets[move] == cell) return static_cast<std::uint8_t>(1U << move);
  }
  return 0;
}

Swaps::Advice Swaps::advise(Unit unit, Bodies bodies, bool first) const noexcept {
  const Body& body = map_.bodies[unit];
  if (body.good == 0 || body.escapes) return {};
  // Sometimes it goes on all the same: what two units do for each other may lead in a
  // circle.
  const std::uint64_t moment = map_.step / kMoment;
  if (SplitMix64(std::uint64_t{unit} << 32 | moment).next() % kGoesOn == 0) return {};
  const bool exact = bodies == Bodies::exact;
  const unsigned move = *Choices().next(map_, body);
  const Passage passage{body.at, move};
  const CellIndex next = ahead(passage);
  const Unit other = partner(unit, passage, exact || first);
  if (other != kNobody && end_of(unit, {next, back(move)}) == End::branches)
    return {.partner = other,
            .to = body.at,
            .at = static_cast<std::uint8_t>(move_to(body, map_.bodies[other].at) &
                                            ~unsigned{body.good})};
  if (!exact || map_.cells[next].owner != kNobody) return {};
  const unsigned good = wishes_.good(unit, next);
  if (good == 0) return {};
  const Passage on{next, static_cast<unsigned>(std::countr_zero(good))};
  const Unit met = partner(unit, on, true);
  // It does not wait in the way of the other one.
  if (met == kNobody ||
      (wishes_.is_narrow(unit, body.at) && is_good(met, {next, back(move)})))
    return {};
  return {.partner = met, .to = next, .waits = true};
}

bool Swaps::invite(const Advice& advice) noexcept {
  if (map_.decided_in[advice.partner] == map_.step) return false;
  Body& body = map_.bodies[advice.partner];
  if (body.move != kStay) return false;
  const std::uint8_t move = move_to(body, advice.to);
  if (move == 0) return false;
  body.side = static_cast<std::uint8_t>((body.side | body.good) & ~unsigned{move});
  body.good = move;
  return true;
}

}  // namespace throng

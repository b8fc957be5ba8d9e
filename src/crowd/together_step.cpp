#include "together_step.hpp"

#include <optional>
#include <utility>

namespace throng {
namespace {

bool decided(const BodyMap& map, Unit unit) { return map.decided_in[unit] == map.step; }

/// Whether the unit in a cell, if there is one, has decided to make a move.
bool makes(const BodyMap& map, CellIndex cell, unsigned move) {
  const Unit unit = map.cells[cell].owner;
  return unit != kNobody && decided(map, unit) && map.bodies[unit].move == move;
}

/// Whether a diagonal move would cross one that is decided: between the two cells beside
/// it, in either direction.
bool crosses(const BodyMap& map, CellIndex at, unsigned move) {
  if (!is_diagonal(static_cast<Move>(move))) return false;
  const unsigned one = move - 4, other = (one + 1) % 4;  // its two straight parts
  const CellIndex a = at + map.offsets[one], b = at + map.offsets[other];
  return makes(map, a, 4 + other) || makes(map, b, 4 + (other + 2) % 4);
}

}  // namespace

/// Lets the unit that has just come onto the stack back out of a passage, if it should.
void TogetherStep::look_ahead(bool leads) {
  Frame& frame = stack_.back();
  map_.decided_in[frame.unit] = map_.step;
  if (!map_.bodies[frame.unit].tight) return;
  const Swaps::Advice advice = swaps_.advise(frame.unit, Bodies::synchronous, leads);
  if (advice.partner == kNobody) return;
  frame.choices.back_out(advice.at);
  if (advice_.partner == kNobody) advice_ = advice;
}

std::size_t TogetherStep::decide(Unit first, bool leads, std::pmr::vector<Unit>& started) {
  stack_.emplace_back(first);
  look_ahead(leads);
  std::size_t decisions = decide_stack(started);
  while (advice_.partner != kNobody) {
    const Swaps::Advice advice = std::exchange(advice_, {});
    if (!swaps_.invite(advice)) break;
    stack_.emplace_back(advice.partner);
    look_ahead(false);
    decisions += decide_stack(started);
  }
  return decisions;
}

/// Lets the unit on the stack decide, and those that have to make room for it; returns
/// their number.
std::size_t TogetherStep::decide_stack(std::pmr::vector<Unit>& started) {
  std::size_t decisions = 1;
  bool made_room = true;  // the last unit that was asked
  while (!stack_.empty()) {
    Frame& frame = stack_.back();
    const Unit unit = frame.unit;
    Body& body = map_.bodies[unit];
    if (!frame.asking || !made_room) {
      const Unit asked = choose(frame);
      if (asked != kNobody) {
        ++decisions;
        stack_.emplace_back(asked, map_, wishes_, Bodies::synchronous, unit, body.move,
                            asked);  // `frame` is not valid any more
        look_ahead(false);
        made_room = true;
        continue;
      }
      made_room = !frame.failed;
    }
    if (body.move != kStay) {
      body.last = body.move;
      body.left = 1;
      started.push_back(unit);
    }
    stack_.pop_back();
  }
  return decisions;
}

/// Takes the next choice that is possible, and claims its cell. Returns the unit that has
/// to make room; nobody if the choice is taken for good. If no choice is left, the unit
/// claims its own cell, and has failed.
Unit TogetherStep::choose(Frame& frame) {
  Body& body = map_.bodies[frame.unit];
  frame.asking = false;
  while (const std::optional<unsigned> choice = frame.choices.next(map_, body)) {
    const unsigned move = *choice;
    const CellIndex to = move == kStay ? body.at : body.at + map_.offsets[move];
    BodyCell& cell = map_.cells[to];
    if (cell.claimed_in == map_.step) continue;
    const Unit other = move == kStay ? kNobody : cell.owner;
    if (other != kNobody) {
      const Body& in_way = map_.bodies[other];
      const bool swaps = decided(map_, other) && in_way.move != kStay &&
                         to + map_.offsets[in_way.move] == body.at;
      const bool holds = !in_way.ordered && in_way.idle == Idle::holds;
      if (swaps || (holds && !decided(map_, other))) continue;
    }
    if (move != kStay && crosses(map_, body.at, move)) continue;
    cell.claim = frame.unit;
    cell.claimed_in = map_.step;
    body.move = static_cast<std::uint8_t>(move);
    if (other == kNobody || decided(map_, other)) return kNobody;
    frame.asking = true;
    return other;
  }
  frame.failed = true;
  body.move = kStay;
  map_.cells[body.at].claim = frame.unit;
  map_.cells[body.at].claimed_in = map_.step;
  return kNobody;
}

}  // namespace throng

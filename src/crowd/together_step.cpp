#include "together_step.hpp"

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

void TogetherStep::enter(BodyMap& map, Unit unit, const Choices& choices) {
  map.decided_in[unit] = map.step;
  stack_.push_back({unit, choices});
}

std::size_t TogetherStep::decide(BodyMap& map, Unit first,
                                 std::pmr::vector<Unit>& started) {
  std::size_t decisions = 1;
  stack_.clear();
  enter(map, first, {});
  bool made_room = true;  // the last unit that was asked
  while (!stack_.empty()) {
    Frame& frame = stack_.back();
    Body& body = map.bodies[frame.unit];
    if (!frame.asking || !made_room) {
      const Unit asked = choose(map, frame);
      if (asked != kNobody) {
        ++decisions;
        enter(map, asked,
              {map, body, body.move, map.bodies[asked]});  // `frame` is not valid any more
        made_room = true;
        continue;
      }
      made_room = !frame.failed;
    }
    if (body.move != kStay) {
      body.last = body.move;
      body.left = 1;
      started.push_back(frame.unit);
    }
    stack_.pop_back();
  }
  return decisions;
}

/// Takes the next choice that is possible, and claims its cell. Returns the unit that has
/// to make room; nobody if the choice is taken for good. If no choice is left, the unit
/// claims its own cell, and has failed.
Unit TogetherStep::choose(BodyMap& map, Frame& frame) {
  Body& body = map.bodies[frame.unit];
  frame.asking = false;
  while (const std::optional<unsigned> choice = frame.choices.next(map, body)) {
    const unsigned move = *choice;
    const CellIndex to = move == kStay ? body.at : body.at + map.offsets[move];
    BodyCell& cell = map.cells[to];
    if (cell.claimed_in == map.step) continue;
    const Unit other = move == kStay ? kNobody : cell.owner;
    if (other != kNobody) {
      const Body& in_way = map.bodies[other];
      const bool swaps = decided(map, other) && in_way.move != kStay &&
                         to + map.offsets[in_way.move] == body.at;
      const bool holds = !in_way.ordered && in_way.idle == Idle::holds;
      if (swaps || (holds && !decided(map, other))) continue;
    }
    if (move != kStay && crosses(map, body.at, move)) continue;
    cell.claim = frame.unit;
    cell.claimed_in = map.step;
    body.move = static_cast<std::uint8_t>(move);
    if (other == kNobody || decided(map, other)) return kNobody;
    frame.asking = true;
    return other;
  }
  frame.failed = true;
  body.move = kStay;
  map.cells[body.at].claim = frame.unit;
  map.cells[body.at].claimed_in = map.step;
  return kNobody;
}

}  // namespace throng

#include "exact_step.hpp"

#include <throng/assert.hpp>

#include <algorithm>

namespace throng {
namespace {

/// Whether the owner of a cell leaves it in time for a unit behind it.
bool leaves_in_time(const BodyMap& map, const Body& owner, CellIndex cell, const Body& unit,
                    unsigned move) {
  return owner.move == move && owner.left <= unit.period && map.leaves(owner, cell);
}

}  // namespace

void ExactStep::reserve(std::size_t units, std::size_t largest_size) {
  stack_.reserve(units);
  asked_.reserve(units * (2 * largest_size + 1));
}

std::size_t ExactStep::decide(BodyMap& map, Unit first, std::pmr::vector<Unit>& started) {
  std::size_t decisions = 1;
  stack_.clear();
  asked_.clear();
  enter(map, first, {});
  bool made_room = true;  // the last unit that was asked
  while (!stack_.empty()) {
    const std::size_t depth = stack_.size();
    const Answer answer = go_on(map, made_room, started);
    if (answer == Answer::later) {
      decisions += stack_.size() - depth;
      continue;
    }
    asked_.resize(stack_.back().asked_begin);
    stack_.pop_back();
    made_room = answer == Answer::yes;
  }
  return decisions;
}

void ExactStep::enter(BodyMap& map, Unit unit, const Choices& choices) {
  map.decided_in[unit] = map.step;
  const auto end = static_cast<std::uint32_t>(asked_.size());
  stack_.push_back({unit, end, end, choices});
}

/// Goes on with the unit on top of the stack: until it has decided (yes: it moves, or will
/// when others have made room), or has to ask another one, which is then on top.
ExactStep::Answer ExactStep::go_on(BodyMap& map, bool& made_room,
                                   std::pmr::vector<Unit>& started) {
  Frame& frame = stack_.back();
  Body& body = map.bodies[frame.unit];
  for (;;) {
    if (!frame.asking) {
      const std::optional<unsigned> choice = frame.choices.next(map, body);
      if (!choice) return Answer::no;
      if (*choice == kStay) return Answer::yes;
      frame.move = static_cast<std::uint8_t>(*choice);
      if (!claim(map, frame, frame.move)) continue;
      made_room = true;
    }
    const unsigned move = frame.move;
    while (made_room && frame.asked_next != asked_.size()) {
      const Unit other = asked_[frame.asked_next++];
      made_room = map.decided_in[other] != map.step;
      if (!made_room) break;
      enter(map, other, {map, body, frame.move, map.bodies[other]});
      return Answer::later;
    }
    if (!made_room) {
      give_up(map, frame);
      continue;
    }
    if (!may_enter(map, body, move)) return Answer::yes;
    map.for_each_ahead(body, move,
                       [&](CellIndex cell) { map.cells[cell].owner = frame.unit; });
    body.move = body.last = frame.move;
    body.left = body.period;
    started.push_back(frame.unit);
    return Answer::yes;
  }
}

/// Claims the cells of a choice, and lists the units that would have to make room. False if
/// that cannot help: a cell is claimed by another unit, or owned by one that stays.
bool ExactStep::claim(BodyMap& map, Frame& frame, unsigned move) {
  const Body& body = map.bodies[frame.unit];
  bool blocked = false;
  map.for_each_ahead(body, move, [&](CellIndex cell) {
    const BodyCell& at = map.cells[cell];
    if (at.claimed_in == map.step && at.claim != frame.unit) blocked = true;
    if (at.owner == kNobody || blocked) return;
    const Body& owner = map.bodies[at.owner];
    if (owner.move != kStay) {
      if (!map.leaves(owner, cell)) blocked = true;
      return;
    }
    if (map.decided_in[at.owner] == map.step ||
        (owner.idle == Idle::holds && !owner.ordered))
      blocked = true;
    else if (std::find(asked_.begin() + frame.asked_begin, asked_.end(), at.owner) ==
             asked_.end())
      asked_.push_back(at.owner);
  });
  if (blocked) {
    asked_.resize(frame.asked_begin);
    return false;
  }
  map.for_each_ahead(body, move, [&](CellIndex cell) {
    map.cells[cell].claim = frame.unit;
    map.cells[cell].claimed_in = map.step;
  });
  frame.asked_next = frame.asked_begin;
  frame.asking = true;
  return true;
}

void ExactStep::give_up(BodyMap& map, Frame& frame) {
  map.for_each_ahead(map.bodies[frame.unit], frame.move, [&](CellIndex cell) {
    BodyCell& at = map.cells[cell];
    if (at.claim == frame.unit) at.claimed_in = 0;
  });
  asked_.resize(frame.asked_begin);
  frame.asking = false;
}

bool ExactStep::may_enter(const BodyMap& map, const Body& body, unsigned move) {
  bool may = true;
  map.for_each_ahead(body, move, [&](CellIndex cell) {
    const Unit owner = map.cells[cell].owner;
    if (owner == kNobody) return;
    const Body& other = map.bodies[owner];
    may &= other.move != kStay && leaves_in_time(map, other, cell, body, move);
  });
  return may;
}

}  // namespace throng

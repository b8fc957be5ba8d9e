#include "exact_step.hpp"

#include <throng/assert.hpp>

#include <algorithm>
#include <utility>

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

std::size_t ExactStep::decide(Unit first, std::pmr::vector<Unit>& started) {
  stack_.emplace_back(first, 0);
  look_ahead();
  std::size_t decisions = decide_stack(started);
  while (advice_.partner != kNobody) {
    const Swaps::Advice advice = std::exchange(advice_, {});
    if (!swaps_.invite(advice)) break;
    stack_.emplace_back(advice.partner, 0);
    look_ahead();
    decisions += decide_stack(started);
  }
  return decisions;
}

/// Lets the unit that has just come onto the stack back out of a passage, or wait before
/// it, if it should.
void ExactStep::look_ahead() {
  Frame& frame = stack_.back();
  map_.decided_in[frame.unit] = map_.step;
  if (!map_.bodies[frame.unit].tight) return;
  const Swaps::Advice advice = swaps_.advise(frame.unit, Bodies::exact, false);
  if (advice.partner == kNobody) return;
  if (advice.waits)
    frame.choices.wait();
  else
    frame.choices.back_out(advice.at);
  if (advice_.partner == kNobody) advice_ = advice;
}

/// Lets the unit on the stack decide, and those that have to make room for it; returns
/// their number.
std::size_t ExactStep::decide_stack(std::pmr::vector<Unit>& started) {
  std::size_t decisions = 1;
  bool made_room = true;  // the last unit that was asked
  while (!stack_.empty()) {
    const std::size_t depth = stack_.size();
    const Answer answer = go_on(made_room, started);
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

/// Goes on with the unit on top of the stack: until it has decided (yes: it moves, or will
/// when others have made room), or has to ask another one, which is then on top.
ExactStep::Answer ExactStep::go_on(bool& made_room, std::pmr::vector<Unit>& started) {
  Frame& frame = stack_.back();
  Body& body = map_.bodies[frame.unit];
  for (;;) {
    if (!frame.asking) {
      const std::optional<unsigned> choice = frame.choices.next(map_, body);
      if (!choice) return Answer::no;
      if (*choice == kStay) return Answer::yes;
      frame.move = static_cast<std::uint8_t>(*choice);
      if (!claim(frame, frame.move)) continue;
      made_room = true;
    }
    const unsigned move = frame.move;
    while (made_room && frame.asked_next != asked_.size()) {
      const Unit other = asked_[frame.asked_next++];
      made_room = map_.decided_in[other] != map_.step;
      if (!made_room) break;
      stack_.emplace_back(other, asked_.size(), map_, wishes_, Bodies::exact, frame.unit,
                          frame.move, other);
      look_ahead();
      return Answer::later;
    }
    if (!made_room) {
      give_up(frame);
      continue;
    }
    if (!may_enter(body, move)) return Answer::yes;
    map_.for_each_ahead(body, move,
                        [&](CellIndex cell) { map_.cells[cell].owner = frame.unit; });
    body.move = body.last = frame.move;
    body.left = body.period;
    started.push_back(frame.unit);
    return Answer::yes;
  }
}

/// Claims the cells of a choice, and lists the units that would have to make room. False if
/// that cannot help: a cell is claimed by another unit, or owned by one that stays.
bool ExactStep::claim(Frame& frame, unsigned move) {
  const Body& body = map_.bodies[frame.unit];
  bool blocked = false;
  map_.for_each_ahead(body, move, [&](CellIndex cell) {
    const BodyCell& at = map_.cells[cell];
    if (at.claimed_in == map_.step && at.claim != frame.unit) blocked = true;
    if (at.owner == kNobody || blocked) return;
    const Body& owner = map_.bodies[at.owner];
    if (owner.move != kStay) {
      if (!map_.leaves(owner, cell)) blocked = true;
      return;
    }
    if (map_.decided_in[at.owner] == map_.step ||
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
  map_.for_each_ahead(body, move, [&](CellIndex cell) {
    map_.cells[cell].claim = frame.unit;
    map_.cells[cell].claimed_in = map_.step;
  });
  frame.asked_next = frame.asked_begin;
  frame.asking = true;
  return true;
}

void ExactStep::give_up(Frame& frame) {
  map_.for_each_ahead(map_.bodies[frame.unit], frame.move, [&](CellIndex cell) {
    BodyCell& at = map_.cells[cell];
    if (at.claim == frame.unit) at.claimed_in = 0;
  });
  asked_.resize(frame.asked_begin);
  frame.asking = false;
}

bool ExactStep::may_enter(const Body& body, unsigned move) const {
  bool may = true;
  map_.for_each_ahead(body, move, [&](CellIndex cell) {
    const Unit owner = map_.cells[cell].owner;
    if (owner == kNobody) return;
    const Body& other = map_.bodies[owner];
    may &= other.move != kStay && leaves_in_time(map_, other, cell, body, move);
  });
  return may;
}

}  // namespace throng

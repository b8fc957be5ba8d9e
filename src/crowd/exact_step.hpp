#pragma once

#include "bodies.hpp"
#include "choices.hpp"
#include "swaps.hpp"
#include "wishes.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace throng {

/// Decides, unit by unit, which moves begin in a step, for Bodies::exact. A unit may enter
/// a cell that nobody owns, or that its owner is leaving by the same move and will have
/// left before the unit fills it: no later than the unit arrives.
///
/// Proof that bodies do not overlap. Let a unit i begin a move into cells that o leaves by
/// the same move. When o began it, it owned all cells of the square that it sweeps, and
/// nobody stands in one of them before o has arrived. So some axis separates the body of i
/// from that square. If the moves do not lead along this axis, or if i is ahead on it, it
/// stays so. Else i is behind: s steps after i began, its front has advanced by
/// s / period(i) of a cell, and the rear of o is (left - s) / period(o) short of its end,
/// which is a cell beyond the first place of the front of i, or more. Both are linear in s,
/// and the front is not beyond the rear at s = 0 nor, because left <= period(i), at
/// s = left; hence not between, nor later. A third unit that takes such a cell over from i
/// has left(o) <= left(i) <= its period, so the same holds for it and o.
///
/// A unit in the way is asked to make room first, and it asks others in turn (priority
/// inheritance); if it cannot, the next choice is tried (backtracking). A unit that waits
/// for room claims the cells that it is going to enter. After a unit that backs out or
/// waits for another one (Swaps) the other one decides, first to come out.
class ExactStep {
 public:
  /// The map and the wishes must outlive the object.
  ExactStep(BodyMap& map, const Wishes& wishes, Memory memory)
      : map_(map), wishes_(wishes), swaps_(map, wishes), stack_(memory), asked_(memory) {}

  /// Makes room for a number of units, so that decide() allocates nothing.
  void reserve(std::size_t units, std::size_t largest_size);

  /// Lets a unit that stands decide, and those that have to make room for it; appends the
  /// units that begin to move. Returns the number of units that decided.
  /// Pre: the unit has not decided in this step; `started` has room.
  std::size_t decide(Unit first, std::pmr::vector<Unit>& started);

  std::size_t memory_bytes() const noexcept {
    return stack_.capacity() * sizeof(Frame) + asked_.capacity() * sizeof(Unit);
  }

 private:
  struct Frame {
    /// Choices are made in place: to copy them costs as much as to make them.
    template <class... Args>
    Frame(Unit deciding, std::size_t asked, const Args&... args)
        : unit(deciding),
          asked_begin(static_cast<std::uint32_t>(asked)),
          asked_next(asked_begin),
          choices(args...) {}

    Unit unit;
    std::uint32_t asked_begin;  ///< in asked_: the units in the way of the choice
    std::uint32_t asked_next;
    Choices choices;
    std::uint8_t move = kStay;
    bool asking = false;  ///< the cells of `move` are claimed
  };
  enum class Answer : std::uint8_t { yes, no, later };

  void look_ahead();
  std::size_t decide_stack(std::pmr::vector<Unit>& started);
  Answer go_on(bool& made_room, std::pmr::vector<Unit>& started);
  bool claim(Frame& frame, unsigned move);
  void give_up(Frame& frame);
  bool may_enter(const Body& body, unsigned move) const;

  BodyMap& map_;
  const Wishes& wishes_;
  Swaps swaps_;
  Swaps::Advice advice_;  ///< of the first unit of the stack that backs out or waits
  std::pmr::vector<Frame> stack_;
  std::pmr::vector<Unit> asked_;
};

}  // namespace throng

#pragma once

#include "bodies.hpp"
#include "choices.hpp"
#include "swaps.hpp"
#include "wishes.hpp"

#include <cstddef>
#include <vector>

namespace throng {

/// Decides, unit by unit, the moves of a step for Bodies::synchronous: all units step at
/// the same time, so a unit may enter a cell that another one leaves, also in a circle.
/// Each unit claims the cell in which it will be.
///
/// After a unit that backs out for another one (Swaps) the other one decides, first to
/// follow it.
///
/// Proof of no collision: a cell is claimed at most once, since the claim of a unit that
/// fails is taken over by the one that fails to leave. A unit that would exchange cells
/// with one that has decided, or cross its diagonal step, passes on to its next choice. A
/// unit that fails claims its own cell, which the one that asked then gives up. Source:
/// see Crowd.
class TogetherStep {
 public:
  /// The map and the wishes must outlive the object.
  TogetherStep(BodyMap& map, const Wishes& wishes, Memory memory)
      : map_(map), wishes_(wishes), swaps_(map, wishes), stack_(memory) {}

  /// Makes room for a number of units, so that decide() allocates nothing.
  void reserve(std::size_t units) { stack_.reserve(units); }

  /// As ExactStep::decide(). leads: the unit has the highest priority of all.
  std::size_t decide(Unit first, bool leads, std::pmr::vector<Unit>& started);

  std::size_t memory_bytes() const noexcept { return stack_.capacity() * sizeof(Frame); }

 private:
  struct Frame {
    /// Choices are made in place: to copy them costs as much as to make them.
    template <class... Args>
    explicit Frame(Unit deciding, const Args&... args) : unit(deciding), choices(args...) {}

    Unit unit;
    Choices choices;
    bool asking = false;  ///< waits for the unit in its next cell to make room
    bool failed = false;
  };

  void look_ahead(bool leads);
  std::size_t decide_stack(std::pmr::vector<Unit>& started);
  Unit choose(Frame& frame);

  BodyMap& map_;
  const Wishes& wishes_;
  Swaps swaps_;
  Swaps::Advice advice_;  ///< of the first unit of the stack that backs out or waits
  std::pmr::vector<Frame> stack_;
};

}  // namespace throng

#pragma once

#include "bodies.hpp"
#include "choices.hpp"

#include <cstddef>
#include <vector>

namespace throng {

/// Decides, unit by unit, the moves of a step for Bodies::synchronous: all units step at
/// the same time, so a unit may enter a cell that another one leaves, also in a circle.
/// Each unit claims the cell in which it will be.
///
/// Proof of no collision: a cell is claimed at most once, since the claim of a unit that
/// fails is taken over by the one that fails to leave. A unit that would exchange cells
/// with one that has decided, or cross its diagonal step, passes on to its next choice. A
/// unit that fails claims its own cell, which the one that asked then gives up. Source: see
/// Crowd.
class TogetherStep {
 public:
  explicit TogetherStep(Memory memory) : stack_(memory) {}

  /// Makes room for a number of units, so that decide() allocates nothing.
  void reserve(std::size_t units) { stack_.reserve(units); }

  /// As ExactStep::decide().
  std::size_t decide(BodyMap& map, Unit first, std::pmr::vector<Unit>& started);

  std::size_t memory_bytes() const noexcept { return stack_.capacity() * sizeof(Frame); }

 private:
  struct Frame {
    Unit unit;
    Choices choices;
    bool asking = false;  ///< waits for the unit in its next cell to make room
    bool failed = false;
  };

  void enter(BodyMap& map, Unit unit, const Choices& choices);
  Unit choose(BodyMap& map, Frame& frame);

  std::pmr::vector<Frame> stack_;
};

}  // namespace throng

#pragma once

#include "bodies.hpp"
#include "wishes.hpp"

#include <throng/crowd.hpp>
#include <throng/query.hpp>

namespace throng {

/// Finds the units that have to let another one come out of a passage, so that the two
/// change their order in it. In a passage one cell wide a unit can only push another one
/// ahead of it: without end, if the passage is closed there or if its goal lies in the
/// passage, and the other one wants to come back. The one that pushes then backs out, to a
/// cell at which the passage branches, and the other one follows it and comes out.
///
/// With exact bodies a unit also waits before it enters, because it could not leave at the
/// same time as the other one follows, and only where the passage is closed: elsewhere
/// those that back out cost more than they gain. Units of size 1 alone.
///
/// Source: K. Okumura, "Improving LaCAM for scalable eventually optimal multi-agent
/// pathfinding", IJCAI, 2023. There it compares distances to goals. Here the moves of
/// cheapest paths are enough, since the cells of a passage have no others; and the units
/// look kLongest cells ahead.
class Swaps {
 public:
  static constexpr unsigned kLongest = 64;

  /// What a unit does about another one.
  struct Advice {
    Unit partner = kNobody;  ///< that should come out; nobody: the unit goes on
    CellIndex to = 0;        ///< where the partner should step
    bool waits = false;      ///< the unit waits where it stands; else it backs out
    std::uint8_t at = 0;     ///< the move to a partner that is beside the unit, as a bit
  };

  /// Both must outlive the object.
  Swaps(BodyMap& map, const Wishes& wishes) : map_(map), wishes_(wishes) {}

  /// first: the unit has the highest priority. Then it backs out only of a closed passage.
  /// So where each step is part of a circle, it always gets on.
  /// Pre: Body::tight, without which no unit does anything.
  Advice advise(Unit unit, Bodies bodies, bool first) const noexcept;

  /// Makes the partner want to step where it should, in this step; false if it cannot, or
  /// has decided. Pre: there is one.
  bool invite(const Advice& advice) noexcept;

 private:
  /// A step of one unit, and another unit ahead of it.
  struct Passage {
    CellIndex at;
    unsigned move;
  };
  enum class End : std::uint8_t { branches, closed, goes_on };

  bool is_good(Unit unit, const Passage& step) const noexcept {
    return (wishes_.good(unit, step.at) >> step.move & 1U) != 0;
  }
  CellIndex ahead(const Passage& step) const noexcept {
    return step.at + map_.offsets[step.move];
  }
  std::uint8_t move_to(const Body& body, CellIndex cell) const noexcept;
  Unit partner(Unit unit, const Passage& passage, bool closed) const noexcept;
  bool has_to_swap(Unit pusher, Unit other, Passage passage, bool closed) const noexcept;
  End follow(Unit unit, Passage& passage) const noexcept;
  End end_of(Unit unit, Passage passage) const noexcept;

  BodyMap& map_;
  const Wishes& wishes_;
};

}  // namespace throng

#pragma once

#include "../jump/jumps.hpp"
#include "jump_legs.hpp"
#include "search_space.hpp"

#include <throng/grid.hpp>

#include <cstdint>

namespace throng {

/// Jumps found by scanning bitmaps; nodes are padded cells. See jump_search.
class ScanJumps {
 public:
  struct Ends {
    CellIndex start;
    PaddedPosition goal;
  };

  ScanJumps(const Grid& grid, const SearchSpace& space, const JumpMap& map)
      : space_(&space), walker_(grid, map, nullptr) {}

  static constexpr bool kKnowsDeadEnds = false;
  static constexpr bool kAlwaysCanonical = false;  // by the table of successors

  std::size_t node_count() const noexcept { return space_->cell_count; }
  StepCosts costs() const noexcept { return space_->costs; }
  Ends ends(CellIndex start, CellIndex goal) const noexcept { return {start, place(goal)}; }

  void prefetch(std::uint32_t node) const noexcept {
    __builtin_prefetch(&space_->moves[node]);
  }

  PaddedPosition place(CellIndex cell) const noexcept {
    const Position place = space_->place(cell);
    return {place.x, place.y};
  }
  PaddedPosition place(std::uint32_t node, const Ends& /*ends*/) const noexcept {
    return place(node);
  }

  template <class H>
  Cost start_bound(const Ends& ends, const H& h) const noexcept {
    return bound(ends.start, ends, h);
  }
  template <class H>
  Cost bound(std::uint32_t node, const Ends& ends, const H& h) const noexcept {
    const PaddedPosition at = place(node);
    return h(node, at.x - ends.goal.x, at.y - ends.goal.y);
  }

  template <class H, class Reach, class ReachGoal>
  void expand(std::uint32_t node, unsigned direction, Cost /*h*/, const Ends& ends,
              const Reach& reach, const ReachGoal& reach_goal) const {
    const unsigned legal = space_->moves[node];
    const unsigned moves =
        direction == kFromNowhere ? legal : space_->successors[direction][legal];
    const PaddedPosition at = place(node);
    walker_.walk(
        at.x, at.y, moves, ends.goal,
        [&](std::int32_t x, std::int32_t y, unsigned entered, Cost cost) {
          const CellIndex cell = cell_at({x, y}, space_->stride);
          if (space_->moves[cell] != 0) reach(JumpWay{cell, entered, cost, kNoJumpEdge});
        },
        reach_goal);
  }

  PaddedPosition put_passed(std::uint32_t node, std::uint32_t /*edge*/,
                            const Ends& /*ends*/, LegWriter& /*legs*/) const noexcept {
    return place(node);
  }

 private:
  const SearchSpace* space_;
  JumpWalker walker_;
};

}  // namespace throng

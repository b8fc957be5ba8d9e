#pragma once

#include "../heuristic/bound.hpp"
#include "search.hpp"

#include <throng/grid.hpp>

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <span>

namespace throng {

// A search takes its targets as a function object, bool operator()(CellIndex): whether a
// cell is a target. A CellBound guides the search there. The pairs:
//
//   one goal             OneTarget   GoalBound
//   around any of some   Within      WithinBound, both of a LeastBound of GoalBounds

/// A lower bound on the cost from a cell to the nearest target, 0 at targets.
/// kConsistent, kPrunes, excess() and relevant(): as for a Bound (heuristic/bound.hpp).
template <class H>
concept CellBound = requires(const H& h, CellIndex cell) {
  { h(cell) } -> std::same_as<Cost>;
  { h.excess() } -> std::same_as<Cost>;
  { H::kConsistent } -> std::convertible_to<bool>;
  { H::kPrunes } -> std::convertible_to<bool>;
};

/// Whether a search should look at a cell at all.
template <CellBound H>
bool worth_a_look(const H& h, CellIndex cell) {
  if constexpr (H::kPrunes) {
    return h.relevant(cell);
  } else {
    return true;
  }
}

/// No information about the targets.
struct NoBound {
  static constexpr bool kConsistent = true;
  static constexpr bool kPrunes = false;
  static constexpr Cost excess() noexcept { return 0; }

  Cost operator()(CellIndex /*cell*/) const noexcept { return 0; }
};

/// A Bound for one goal, together with that goal.
template <class Space, Bound H>
class GoalBound {
 public:
  static constexpr bool kConsistent = H::kConsistent;
  static constexpr bool kPrunes = H::kPrunes;

  /// space: outlives this.
  GoalBound(const Space& space, CellIndex goal, const H& h)
      : space_(&space), goal_(space.place(goal)), h_(h) {}

  Cost excess() const noexcept { return h_.excess(); }
  Cost operator()(CellIndex cell) const {
    const Position at = space_->place(cell);
    return h_(cell, at.x - goal_.x, at.y - goal_.y);
  }
  bool relevant(CellIndex cell) const { return worth_a_look(h_, cell); }
  bool consistent() const noexcept { return is_consistent(h_); }

 private:
  const Space* space_;  ///< never null
  Position goal_;
  H h_;
};

/// The minimum of the bounds of all targets. Cost: the sum of their costs.
template <CellBound H>
class LeastBound {
 public:
  static constexpr bool kConsistent = H::kConsistent;
  static constexpr bool kPrunes = false;

  /// bounds: not empty, outlive this.
  explicit LeastBound(std::span<const H> bounds) : bounds_(bounds) {}

  Cost excess() const noexcept {
    Cost most = 0;
    for (const H& h : bounds_) most = std::max(most, h.excess());
    return most;
  }
  Cost operator()(CellIndex cell) const {
    Cost least = kUnreachable;
    for (const H& h : bounds_) least = std::min(least, h(cell));
    return least;
  }

 private:
  std::span<const H> bounds_;
};

struct OneTarget {
  CellIndex goal;

  bool operator()(CellIndex cell) const noexcept { return cell == goal; }
};

/// All cells within `radius` of the goal of `h`, as `h` measures it. Choose a bound that is
/// the exact distance on an open map, such as OctileBound.
template <CellBound H>
struct Within {
  H h;
  Cost radius;

  bool operator()(CellIndex cell) const { return distance(cell) <= radius; }
  Cost distance(CellIndex cell) const { return h(cell); }
};

/// The bound for Within. It is admissible if h is a metric: the values at any two cells
/// differ by at most the cost of a path between them. Every consistent bound is one.
template <CellBound H>
requires(H::kConsistent) struct WithinBound {
  static constexpr bool kConsistent = true;
  static constexpr bool kPrunes = false;

  H h;
  Cost radius;

  Cost excess() const noexcept { return h.excess(); }
  Cost operator()(CellIndex cell) const {
    const Cost far = h(cell);
    return far > radius ? far - radius : 0;
  }
};

/// No cell: the first cell of a padded map belongs to its border.
inline constexpr CellIndex kNoCell = 0;

/// Result of a search for targets.
struct TargetResult {
  /// `cost` is the cost of the path found; `upper` equals it. Here the status unreachable
  /// is also a proof: no target can be reached.
  SearchResult search;
  CellIndex target = kNoCell;  ///< reached by the path found; kNoCell: none was
  /// A lower bound on every path to a target. kUnreachable: there is no path.
  Cost lower = 0;
  /// The target, if one was found. Otherwise the reached cell with the least h, ties broken
  /// by the least cost, then the least cell: where to go meanwhile.
  CellIndex nearest = kNoCell;
  Cost nearest_h = kUnreachable;
  Cost nearest_cost = kUnreachable;  ///< of the path to it
};

}  // namespace throng

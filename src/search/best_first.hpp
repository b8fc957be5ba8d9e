#pragma once

#include "../core/memory.hpp"
#include "../sweep/concept.hpp"
#include "priority.hpp"
#include "target_search.hpp"

#include <throng/grid.hpp>

#include <algorithm>
#include <cstddef>

namespace throng {

/// Memory of best_first(), reused across queries; one per thread.
template <OpenList Queue>
struct BestFirstScratch {
  explicit BestFirstScratch(Memory memory = {}) : nodes(memory), open(memory) {}

  WideNodeTable nodes;  ///< after a search: the moves, see append_path()
  Queue open;
};

/// One run of best_first().
template <class Space, class Target, CellBound H, SearchPriority P, OpenList Queue,
          class Trace = NoTrace>
class BestFirst : TargetSearch<Space, Target, H, Trace> {
  static_assert(!P::kAnyKey || !Queue::kMonotone, "see SearchPriority::kAnyKey");
  using Base = TargetSearch<Space, Target, H, Trace>;

 public:
  // NOLINTNEXTLINE(readability-function-size)
  BestFirst(const Space& space, const Target& target, const H& h, const P& priority,
            const Limits& limits, BestFirstScratch<Queue>& scratch, const Trace& trace,
            bool reopen)
      : Base(space, target, h, limits, scratch.nodes, trace),
        priority_(priority),
        open_(scratch.open),
        reopens_(reopen || priority.reopens(Queue::kSorted && is_consistent(h))) {
    if constexpr (!P::kAnyKey) max_rise_ = priority.max_rise(space.most_edge(), h.excess());
  }

  TargetResult run(CellIndex start) {
    const TargetResult result = attempt(start);
    const SearchEnd& end = Base::end_;
    if (reopens_ || end.found || end.spent || !end.cut) return result;
    // A cell of a path within the limit may have been reached by a more expensive path and
    // left out.
    reopens_ = true;
    return attempt(start);
  }

 private:
  TargetResult attempt(CellIndex start) {
    const Cost start_h = Base::begin(start);
    open_.clear(priority_(0, start_h), max_rise_);
    open_.push({start, 0}, open_.floor());
    Cost floor = 0;
    Cost stop = key_of_target();
    const auto put = [&](CellIndex cell, Cost g, Cost h, bool again) {
      Base::see(cell, g, h);
      if (again && !reopens_) return Base::keep_expanded(cell);
      const Cost key = priority_(g, h);
      if (key < stop) open_.push({cell, g}, admitted(key));
    };
    for (OpenEntry entry{};
         open_.floor() < stop && open_.pop(entry) && open_.floor() < stop;) {
      floor = std::max(floor, open_.floor());
      if (!Base::current(entry.cell, entry.g) || !below(stop, entry)) continue;
      if (!Base::spend()) break;
      Base::expand(entry.cell, entry.g, put);
      stop = key_of_target();
    }
    Cost least_key = Base::end_.spent ? floor : stop;
    if (!reopens_)
      least_key = std::min(least_key, priority_(Base::limits_.first_bound(), 0));
    return Base::conclude(std::max(start_h, priority_.least_cost(least_key)));
  }

  /// The search ends when no open cell has a smaller key.
  Cost key_of_target() const noexcept {
    return Base::end_.found ? priority_(Base::end_.bound, 0) : kUnreachable;
  }

  bool below(Cost stop, OpenEntry entry) const {
    return stop == kUnreachable || priority_(entry.g, Base::h_(entry.cell)) < stop;
  }

  /// The key under which the open list stores a cell; SearchPriority shows why clamping is
  /// valid.
  Cost admitted(Cost key) const noexcept {
    if constexpr (Queue::kMonotone) {
      const Cost floor = open_.floor();
      if constexpr (!H::kConsistent)
        key = std::min(key, floor + std::min(max_rise_, kLastKey - floor));
      key = std::max(key, floor);
    }
    return key;
  }

  const P priority_;
  Queue& open_;
  Cost max_rise_ = 0;
  bool reopens_;
};

/// The kernel of best-first searches: finds a path from `start` to a cell that `target`
/// accepts. `priority` sets the order of expansion and with it the bound on the path's cost
/// (see priority.hpp). The path is left in scratch.nodes (see append_path()).
///
/// The search tries all legal moves of a cell except the one straight back. It reopens a
/// cell that is reached at a lower cost where `reopen` is set, where the priority requires
/// that, and where the limit of costs excludes the path found otherwise. So it also works
/// on spaces with weights or one-way steps, and the standard proofs hold for suboptimal
/// searches too. Where astar() applies, astar() is faster.
///
/// The search ends when no open cell has a smaller key than the best target found would
/// have. A* is thus optimal with any admissible h, any number of targets, and open lists
/// that do not sort within a bucket.
///
/// Pre:  start is open; h is admissible, 0 at targets.
/// Cost: a push and a pop per generated cell; allocates nothing once scratch is warm.
/// Source: Hart, Nilsson, Raphael, "A Formal Basis for the Heuristic Determination of
///       Minimum Cost Paths", IEEE Trans. SSC 4(2), 1968; others in priority.hpp.
template <class Space, class Target, CellBound H, SearchPriority P, OpenList Queue,
          class Trace = NoTrace>
// NOLINTNEXTLINE(readability-function-size): the last two have defaults
TargetResult best_first(const Space& space, CellIndex start, const Target& target,
                        const H& h, const P& priority, const Limits& limits,
                        BestFirstScratch<Queue>& scratch, const Trace& trace = {},
                        bool reopen = false) {
  return BestFirst(space, target, h, priority, limits, scratch, trace, reopen).run(start);
}

}  // namespace throng

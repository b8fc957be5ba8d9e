#pragma once

#include "../core/memory.hpp"
#include "priority.hpp"
#include "target_search.hpp"

#include <throng/grid.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace throng {

/// Memory of fringe_search(), kept from query to query; of one thread.
struct FringeScratch {
  struct Entry {
    CellIndex cell;
    Cost g;  ///< the entry is stale once the cell has a smaller one
    Cost f;
  };

  explicit FringeScratch(Memory memory = {})
      : nodes(memory), now(memory), later(memory), family(memory) {}

  WideNodeTable nodes;  ///< after a search: the moves, see append_path()
  std::pmr::vector<Entry> now, later;
  std::pmr::vector<Entry> family;  ///< the head of `now` and what it has led to, a stack
};

/// One fringe_search().
template <class Space, class Target, CellBound H>
class FringeSearch : TargetSearch<Space, Target, H> {
  using Base = TargetSearch<Space, Target, H>;

 public:
  FringeSearch(const Space& space, const Target& target, const H& h, const Limits& limits,
               FringeScratch& scratch)
      : Base(space, target, h, limits, scratch.nodes), scratch_(scratch) {}

  TargetResult run(CellIndex start) {
    next_ = Base::begin(start);
    scratch_.now.assign(1, {start, 0, next_});
    while (next_ < Base::end_.bound && !Base::end_.spent) {
      least_ = std::exchange(next_, kUnreachable);
      scratch_.later.clear();
      scan(saturated(std::uint64_t{least_} + Base::space_.costs.straight / 2));
      std::swap(scratch_.now, scratch_.later);
    }
    return Base::conclude(Base::end_.spent ? least_ : Base::end_.bound);
  }

 private:
  using Entry = FringeScratch::Entry;

  /// Goes through the list once. Expands what lies within the threshold, and what that has
  /// led to before the next in the list, and puts off the rest.
  void scan(Cost threshold) {
    std::pmr::vector<Entry>& family = scratch_.family;
    const auto put = [&](CellIndex cell, Cost g, Cost h, bool /*again*/) {
      Base::see(cell, g, h);
      family.push_back({cell, g, g + h});
    };
    for (const Entry& head : scratch_.now) {
      family.assign(1, head);
      while (!family.empty()) {
        const Entry entry = family.back();
        family.pop_back();
        if (!Base::current(entry.cell, entry.g)) continue;
        if (entry.f > threshold) {
          next_ = std::min(next_, entry.f);
          scratch_.later.push_back(entry);
          continue;
        }
        if (!Base::spend()) return;
        Base::expand(entry.cell, entry.g, put);
        // Some cell of a cheapest path was always on the lists, so that no path is cheaper
        // than the least f of one.
        if (Base::end_.bound <= least_) return;
      }
    }
  }

  FringeScratch& scratch_;
  Cost least_ = 0;  ///< f of the list in work, when it was begun
  Cost next_ = 0;   ///< f of what is put off
};

/// Fringe search: a search without a sorted open list. It goes through the list of cells
/// again and again, each time expanding those whose f = g + h lies within a threshold, and
/// what they lead to at once, as a depth-first search would; then the threshold rises.
/// Targets, limits and result are as in best_first().
///
/// The threshold is half a straight step above the least f that was left. The paper's is
/// that f itself, which is the same where all steps cost 1; but exact octile costs have so
/// many values that passes through the list took 2.5 to 15 times as long as these do, while
/// this expands 1 % more. A target is taken once its cost is no more than the least f.
///
/// Optimal. Pre: start is open; h is admissible, 0 at targets.
/// Cost:   O(passes * list + generated); nothing is allocated once scratch is warm.
/// Source: Y. Björnsson, M. Enzenberger, R. Holte, J. Schaeffer, "Fringe Search: Beating A*
///         at Pathfinding on Game Maps", CIG 2005. Their one linked list is two stacks
///         here, visited in its order; a cell that is reached more cheaply is put in again
///         and its old entry skipped.
template <class Space, class Target, CellBound H>
TargetResult fringe_search(const Space& space, CellIndex start, const Target& target,
                           const H& h, const Limits& limits, FringeScratch& scratch) {
  return FringeSearch(space, target, h, limits, scratch).run(start);
}

}  // namespace throng

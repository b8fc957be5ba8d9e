#pragma once

#include "../core/memory.hpp"
#include "../search/priority.hpp"
#include "../search/target_search.hpp"

#include <throng/grid.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace throng {

/// Memory of fringe_search(), reused across queries; one per thread.
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

/// One run of fringe_search().
template <class Space, class Target, CellBound H, class Trace = NoTrace>
class FringeSearch : TargetSearch<Space, Target, H, Trace> {
  using Base = TargetSearch<Space, Target, H, Trace>;

 public:
  FringeSearch(const Space& space, const Target& target, const H& h, const Limits& limits,
               FringeScratch& scratch, const Trace& trace)
      : Base(space, target, h, limits, scratch.nodes, trace), scratch_(scratch) {}

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

  /// Scans the list once. Expands each cell within the threshold, then its descendants,
  /// before the next cell of the list. Defers the other cells.
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
        // Some cell of a cheapest path was always on the lists, so every path costs at
        // least the least f on the lists.
        if (Base::end_.bound <= least_) return;
      }
    }
  }

  FringeScratch& scratch_;
  Cost least_ = 0;  ///< least f of the current list at the start of its scan
  Cost next_ = 0;   ///< least f of the deferred cells
};

/// Fringe search: a search without a sorted open list. It scans a list of cells repeatedly.
/// Each scan expands the cells whose f = g + h lies within a threshold and, at once, their
/// descendants, in depth-first order. Then the threshold rises. Targets, limits and result
/// are as in best_first().
///
/// The threshold is the least remaining f plus half a straight step. The paper uses the
/// least f itself, which is equivalent where all steps cost 1. Exact octile costs have so
/// many values that the paper's scans took 2.5 to 15 times as long as these, while this
/// threshold expands 1 % more cells. A target is accepted once its cost is no more than the
/// least f.
///
/// Optimal. Pre: start is open; h is admissible, 0 at targets.
/// Cost:   O(passes * list + generated); allocates nothing once scratch is warm.
/// Source: Y. Björnsson, M. Enzenberger, R. Holte, J. Schaeffer, "Fringe Search: Beating A*
///         at Pathfinding on Game Maps", CIG 2005. Two stacks replace the paper's linked
///         list and are visited in its order. A cell that is reached at a lower cost is
///         inserted again, and its old entry is skipped.
template <class Space, class Target, CellBound H, class Trace = NoTrace>
TargetResult fringe_search(const Space& space, CellIndex start, const Target& target,
                           const H& h, const Limits& limits, FringeScratch& scratch,
                           const Trace& trace = {}) {
  return FringeSearch(space, target, h, limits, scratch, trace).run(start);
}

}  // namespace throng

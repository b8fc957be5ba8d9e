#pragma once

#include "../heuristic/any_bound.hpp"
#include "../search/visit_bound.hpp"
#include "family_scratch.hpp"
#include "priorities.hpp"
#include "reverse_space.hpp"

#include <throng/assert.hpp>

#include <cstddef>
#include <optional>

// The templates below are static: g++ 12 then inlines them where they are used once. With
// external linkage, fringe search took 3 % more instructions.

namespace throng {

inline FamilyScratch& family(SearchScratch& scratch) {
  return scratch.lab.of<FamilyScratch>();
}

/// What bidirectional search needs besides a problem, made once: the reverse of its space,
/// where that is another one.
struct ReverseSpaces {
  explicit ReverseSpaces(const Problem& problem) {
    if (problem.linked)
      linked.emplace(*problem.linked);
    else if (!problem.grid.symmetric())
      weighted.emplace(problem.weighted_space);
  }

  std::optional<ReverseSpace<WeightedSpace>> weighted;
  std::optional<ReverseSpace<LinkedSpace>> linked;
};

inline const ReverseSpaces& reverse_of(const Problem& problem) {
  return *static_cast<const ReverseSpaces*>(problem.prepared.get());
}

/// A query, the space that it is searched in, and to whom the search reports.
template <class Space, class Trace = NoTrace>
struct FamilyTask {
  const Problem& problem;
  const Space& space;
  Ends ends;
  Limits limits;
  [[no_unique_address]] Trace trace = {};
};

template <class Space, CellBound H, class Trace>
static SearchResult search_by_key(const FamilyTask<Space, Trace>& task, const H& h,
                                  FamilyScratch& scratch) {
  const OneTarget target{task.ends.goal};
  const bool reopen = task.problem.options.reopen;
  const auto run = [&]<class Priority>(const Priority& priority) {
    const bool rises_fast = Priority::kSteep && !task.problem.grid.symmetric();
    return best_first(task.space, task.ends.start, target, h, priority, task.limits,
                      scratch.by_key, task.trace, reopen || rises_fast)
        .search;
  };
  const auto percent = static_cast<Cost>(task.problem.options.weight_percent);
  switch (task.problem.options.algorithm) {
    case Algorithm::wastar:
      return run(WeightedAStarPriority(percent, task.space));
    case Algorithm::pxwd:
      return run(PxWDPriority(percent, task.space));
    case Algorithm::pxwu:
      return run(PxWUPriority(percent, task.space));
    case Algorithm::xdp:
      return run(XDPPriority(percent, task.space));
    case Algorithm::xup:
      return run(XUPPriority(percent, task.space));
    default:
      THRONG_ASSERT(task.problem.options.algorithm == Algorithm::greedy);
      return run(GreedyPriority());
  }
}

/// Pre: the algorithm is not bidirectional.
template <class Space, class Trace>
static SearchResult search_by_family(const FamilyTask<Space, Trace>& task,
                                     const AnyBound& any, FamilyScratch& scratch) {
  const GoalBound h(task.space, task.ends.goal, any);
  const OneTarget target{task.ends.goal};
  const CellIndex start = task.ends.start, goal = task.ends.goal;
  switch (task.problem.options.algorithm) {
    case Algorithm::idastar:
      return scratch.ida.search(task.problem.space, start, goal, any, task.limits,
                                task.trace);
    case Algorithm::fringe:
      return fringe_search(task.space, start, target, h, task.limits, scratch.fringe,
                           task.trace)
          .search;
    case Algorithm::beam:
      return beam_search(task.space, start, target, h,
                         static_cast<std::size_t>(task.problem.options.beam_width),
                         task.limits, scratch.beam, task.trace)
          .search;
    default:
      return search_by_key(task, h, scratch);
  }
}

/// forward: a bound on costs to the goal. backward: a bound on costs from the start.
template <class Space, class Trace>
static SearchResult search_both_ways(const FamilyTask<Space, Trace>& task,
                                     const AnyConsistentBound& forward,
                                     const AnyConsistentBound& backward,
                                     FamilyScratch& scratch) {
  const CellIndex start = task.ends.start, goal = task.ends.goal;
  const GoalBound to_goal(task.space, goal, forward);
  const GoalBound to_start(task.space, start, backward);
  const auto run = [&](const auto& reverse) {
    const BidirectionalResult found = bidirectional(
        Direction{task.space, start, to_goal}, Direction{reverse, goal, to_start},
        task.limits, scratch.two_sided, task.trace);
    scratch.meeting = found.meeting;
    return found.search;
  };
  if constexpr (Space::kLinks) {
    return run(*reverse_of(task.problem).linked);
  } else {
    const auto& reverse = reverse_of(task.problem).weighted;
    return reverse ? run(*reverse) : run(task.space);
  }
}

/// Calls run(task) with the space that suits the grid.
template <class Run, class Trace = NoTrace>
static SearchResult in_space(const Problem& problem, Ends ends, const Limits& limits,
                             const Run& run, const Trace& trace = {}) {
  const Limits tight = tightened(problem, ends, limits);
  const SearchSpace& plain = problem.space;
  if (problem.linked)
    return run(
        FamilyTask<LinkedSpace, Trace>{problem, *problem.linked, ends, tight, trace});
  return problem.grid.plain()
             ? run(FamilyTask<SearchSpace, Trace>{problem, plain, ends, tight, trace})
             : run(FamilyTask<WeightedSpace, Trace>{problem, problem.weighted_space, ends,
                                                    tight, trace});
}

}  // namespace throng

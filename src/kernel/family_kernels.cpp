#include "../heuristic/any_bound.hpp"
#include "../search/astar.hpp"
#include "engines.hpp"
#include "family_scratch.hpp"
#include "visit_bound.hpp"

namespace throng {
namespace {

FamilyScratch& family(SearchScratch& scratch) {
  if (!scratch.family) scratch.family.emplace(scratch.memory);
  return *scratch.family;
}

/// A query and the space that it is searched in.
template <class Space>
struct Task {
  const Problem& problem;
  const Space& space;
  Ends ends;
  Limits limits;
};

template <class Space, CellBound H>
SearchResult search_by_key(const Task<Space>& task, const H& h, FamilyScratch& scratch) {
  const OneTarget target{task.ends.goal};
  const auto run = [&](const auto& priority) {
    return best_first(task.space, task.ends.start, target, h, priority, task.limits,
                      scratch.by_key)
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

template <class Space>
SearchResult search(const Task<Space>& task, const AnyBound& any, FamilyScratch& scratch) {
  const GoalBound h(task.space, task.ends.goal, any);
  const OneTarget target{task.ends.goal};
  const CellIndex start = task.ends.start, goal = task.ends.goal;
  switch (task.problem.options.algorithm) {
    case Algorithm::idastar:
      return scratch.ida.search(task.problem.space, start, goal, any, task.limits);
    case Algorithm::fringe:
      return fringe_search(task.space, start, target, h, task.limits, scratch.fringe)
          .search;
    case Algorithm::beam:
      return beam_search(task.space, start, target, h,
                         static_cast<std::size_t>(task.problem.options.beam_width),
                         task.limits, scratch.beam)
          .search;
    default:
      return search_by_key(task, h, scratch);
  }
}

/// forward: a bound on costs to the goal. backward: a bound on costs from the start.
template <class Space>
SearchResult search_both_ways(const Task<Space>& task, const AnyConsistentBound& forward,
                              const AnyConsistentBound& backward, FamilyScratch& scratch) {
  const CellIndex start = task.ends.start, goal = task.ends.goal;
  const GoalBound to_goal(task.space, goal, forward);
  const GoalBound to_start(task.space, start, backward);
  const auto run = [&](const auto& reverse) {
    const BidirectionalResult found =
        bidirectional(Direction{task.space, start, to_goal},
                      Direction{reverse, goal, to_start}, task.limits, scratch.two_sided);
    scratch.meeting = found.meeting;
    return found.search;
  };
  if constexpr (Space::kLinks) {
    return run(*task.problem.linked_reverse);
  } else {
    return task.problem.reverse ? run(*task.problem.reverse) : run(task.space);
  }
}

/// Calls run(task) with the space that suits the grid.
template <class Run>
SearchResult in_space(const Problem& problem, Ends ends, const Limits& limits,
                      const Run& run) {
  const Limits tight = tightened(problem, ends, limits);
  const SearchSpace& plain = problem.space;
  if (problem.linked) return run(Task<LinkedSpace>{problem, *problem.linked, ends, tight});
  return problem.grid.plain()
             ? run(Task<SearchSpace>{problem, plain, ends, tight})
             : run(Task<WeightedSpace>{problem, problem.weighted_space, ends, tight});
}

// These are separate functions, so that they are compiled once and not once per bound.

SearchResult search_by(const AnyBound& h, const Problem& problem, Ends ends,
                       const Limits& limits, SearchScratch& scratch) {
  return in_space(problem, ends, limits,
                  [&](const auto& task) { return search(task, h, family(scratch)); });
}

SearchResult search_between(const AnyConsistentBound& forward,
                            const AnyConsistentBound& backward, const Problem& problem,
                            Ends ends, const Limits& limits, SearchScratch& scratch) {
  return in_space(problem, ends, limits, [&](const auto& task) {
    return search_both_ways(task, forward, backward, family(scratch));
  });
}

SearchResult search_one_way(const Problem& problem, CellIndex start, CellIndex goal,
                            const Limits& limits, SearchScratch& scratch) {
  const Ends ends{start, goal};
  return visit_bound(problem, ends, scratch, [&](const auto& h) {
    return search_by(AnyBound(h), problem, ends, limits, scratch);
  });
}

/// The second half of the choice below: adds the bound for the start to the bound for the
/// goal.
SearchResult search_towards(const AnyConsistentBound& forward, const Problem& problem,
                            Ends ends, const Limits& limits, SearchScratch& scratch) {
  const Ends back{ends.goal, ends.start, true};
  return visit_bound(problem, back, scratch, [&]<class Bound>(const Bound& h) {
    if constexpr (Bound::kConsistent) {
      return search_between(forward, AnyConsistentBound(h), problem, ends, limits, scratch);
    } else {
      THRONG_ASSERT(false);  // resolve() admits only consistent bounds
      return SearchResult{};
    }
  });
}

SearchResult search_from_both(const Problem& problem, CellIndex start, CellIndex goal,
                              const Limits& limits, SearchScratch& scratch) {
  const Ends ends{start, goal};
  return visit_bound(problem, ends, scratch, [&]<class Bound>(const Bound& h) {
    if constexpr (Bound::kConsistent) {
      return search_towards(AnyConsistentBound(h), problem, ends, limits, scratch);
    } else {
      THRONG_ASSERT(false);  // as above
      return SearchResult{};
    }
  });
}

const WideNodeTable& nodes_of(const Problem& problem, const FamilyScratch& scratch) {
  switch (problem.options.algorithm) {
    case Algorithm::fringe:
      return scratch.fringe.nodes;
    case Algorithm::beam:
      return scratch.beam.nodes;
    default:
      return scratch.by_key.nodes;
  }
}

void read_one_way(const Problem& problem, CellIndex start, CellIndex goal,
                  const SearchScratch& scratch, std::pmr::vector<Move>& moves) {
  if (problem.options.algorithm == Algorithm::idastar)
    return scratch.family->ida.append_path(moves);
  const WideNodeTable& nodes = nodes_of(problem, *scratch.family);
  problem.linked ? append_path(*problem.linked, start, goal, nodes, moves)
                 : append_path(problem.space, start, goal, nodes, moves);
}

void read_both_halves(const Problem& problem, CellIndex start, CellIndex goal,
                      const SearchScratch& scratch, std::pmr::vector<Move>& moves) {
  const FamilyScratch& family = *scratch.family;
  const auto append = [&](const auto& space, const auto& reverse) {
    append_bidirectional_path(space, reverse, start, goal, family.meeting, family.two_sided,
                              moves);
  };
  problem.linked ? append(*problem.linked, *problem.linked_reverse)
                 : append(problem.space, problem.space);
}

}  // namespace

bool is_family(Algorithm algorithm) noexcept {
  return algorithm >= Algorithm::idastar && algorithm <= Algorithm::beam;
}

Kernel family_kernel(const Problem& problem) {
  if (problem.options.algorithm == Algorithm::bidirectional)
    return {search_from_both, read_both_halves};
  return {search_one_way, read_one_way};
}

}  // namespace throng

#include "../heuristic/any_bound.hpp"
#include "../search/astar.hpp"
#include "bound_makers.hpp"
#include "engines.hpp"
#include "family_scratch.hpp"

namespace throng {
namespace {

FamilyScratch& family(Scratch& scratch) {
  if (!scratch.family) scratch.family.emplace(scratch.memory);
  return *scratch.family;
}

/// What one query is about.
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
    case Algorithm::weighted:
      return run(WeightedAStarPriority(percent, task.space));
    case Algorithm::px_wd:
      return run(PxWDPriority(percent, task.space));
    case Algorithm::px_wu:
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
    case Algorithm::ida_star:
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

/// forward: a bound for the goal; backward: one for the start, of costs from there.
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

template <class Maker>
SearchResult run_one_way(const Problem& problem, CellIndex start, CellIndex goal,
                         const Limits& limits, Scratch& scratch) {
  const Ends ends{start, goal};
  const auto h = Maker::make(problem, cell_keys(problem), ends, scratch);
  return in_space(problem, ends, limits, [&](const auto& task) {
    return search(task, AnyBound(h), family(scratch));
  });
}

template <class Maker>
SearchResult run_both_ways(const Problem& problem, CellIndex start, CellIndex goal,
                           const Limits& limits, Scratch& scratch) {
  const Ends ends{start, goal};
  const auto h = Maker::make(problem, cell_keys(problem), ends, scratch);
  const auto g = Maker::make(problem, cell_keys(problem), {goal, start, true}, scratch);
  return in_space(problem, ends, limits, [&](const auto& task) {
    return search_both_ways(task, AnyConsistentBound(h), AnyConsistentBound(g),
                            family(scratch));
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

void read(const Problem& problem, CellIndex start, CellIndex goal, const Scratch& scratch,
          std::pmr::vector<Move>& moves) {
  if (problem.options.algorithm == Algorithm::ida_star)
    return scratch.family->ida.append_path(moves);
  const WideNodeTable& nodes = nodes_of(problem, *scratch.family);
  problem.linked ? append_path(*problem.linked, start, goal, nodes, moves)
                 : append_path(problem.space, start, goal, nodes, moves);
}

void read_both_halves(const Problem& problem, CellIndex start, CellIndex goal,
                      const Scratch& scratch, std::pmr::vector<Move>& moves) {
  const FamilyScratch& family = *scratch.family;
  const auto append = [&](const auto& space, const auto& reverse) {
    append_bidirectional_path(space, reverse, start, goal, family.meeting, family.two_sided,
                              moves);
  };
  problem.linked ? append(*problem.linked, *problem.linked_reverse)
                 : append(problem.space, problem.space);
}

}  // namespace

bool is_family(Algorithm algorithm) noexcept { return algorithm >= Algorithm::ida_star; }

Kernel family_kernel(const Problem& problem) {
  const auto engine = [&]<class Maker>() -> Kernel {
    if constexpr (BoundOf<Maker>::kConsistent) {
      if (problem.options.algorithm == Algorithm::bidirectional)
        return {run_both_ways<Maker>, read_both_halves};
    }
    return {run_one_way<Maker>, read};
  };
  if (problem.linked) return with_linked_bound(problem, engine);
  const bool hexagonal = is_hexagonal(problem.grid.rules().topology);
  return hexagonal ? with_hex_bound(problem, engine) : with_bound(problem, engine);
}

}  // namespace throng

#include "../search/astar.hpp"
#include "engines.hpp"
#include "family_engine.hpp"

namespace throng {
namespace {

// These are separate functions, so that they are compiled once and not once per bound.

SearchResult search_by(const AnyBound& h, const Problem& problem, Ends ends,
                       const Limits& limits, SearchScratch& scratch) {
  return in_space(problem, ends, limits, [&](const auto& task) {
    return search_by_family(task, h, family(scratch));
  });
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

#pragma once

#include "astar.hpp"
#include "visit_bound.hpp"

#include <vector>

namespace throng {

/// A* on plain grids, with the node type that suits the bound. Space: SquareSpace or
/// SearchSpace.
template <class Space, class Bound, class Trace = NoTrace>
SearchResult plain_astar(const Problem& problem, Ends ends, const Bound& h,
                         const Limits& limits, SearchScratch& scratch,
                         const Trace& trace = {}) {
  const Limits tight = tightened(problem, ends, limits);
  const Space& space = problem.space;
  scratch.in_wide_nodes = !Bound::kConsistent;
  if constexpr (Bound::kConsistent) {
    return astar(space, ends.start, ends.goal, h, tight, scratch.nodes, scratch.open,
                 trace);
  } else {
    return astar(space, ends.start, ends.goal, h, tight, scratch.wide_nodes, scratch.open,
                 trace);
  }
}

inline void read_plain_nodes(const Problem& problem, CellIndex start, CellIndex goal,
                             const SearchScratch& scratch, Column<Move>& moves) {
  if (scratch.in_wide_nodes)
    append_path(problem.space, start, goal, scratch.wide_nodes, moves);
  else
    append_path(problem.space, start, goal, scratch.nodes, moves);
}

}  // namespace throng

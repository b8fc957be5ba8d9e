#pragma once

#include "../heuristic/any_bound.hpp"
#include "../search/astar.hpp"
#include "bound_makers.hpp"

#include <vector>

namespace throng {

/// A* on plain grids, with the nodes that suit the bound. Space: SquareSpace or
/// SearchSpace.
template <class Space, class Maker>
SearchResult run_astar(const Problem& problem, CellIndex start, CellIndex goal,
                       const Limits& limits, Scratch& scratch) {
  const Ends ends{start, goal};
  const BoundOf<Maker> h = Maker::make(problem, cell_keys(problem), ends, scratch);
  const Limits tight = tightened(problem, ends, limits);
  const Space& space = problem.space;
  if constexpr (BoundOf<Maker>::kConsistent) {
    return astar(space, start, goal, h, tight, scratch.nodes, scratch.open);
  } else {
    return astar(space, start, goal, h, tight, scratch.wide_nodes, scratch.open);
  }
}

/// With one-way steps and links a component tells less: what was looked for everywhere is
/// not there.
inline SearchResult prove_unreachable(const SearchResult& found, const Limits& limits) {
  if (found.status != Status::over_max_cost || limits.first_bound() != kUnreachable)
    return found;
  return {.status = Status::unreachable,
          .expanded = found.expanded,
          .generated = found.generated,
          .reopened = found.reopened};
}

/// A* elsewhere, with nodes of whole costs. Engine: a struct with search(problem, start,
/// goal, h, limits, scratch) and kOften<Maker>, which says whether the bound is worth a
/// search of its own; others are called through a pointer.
template <class Engine, class Maker>
SearchResult run_wide_astar(const Problem& problem, CellIndex start, CellIndex goal,
                            const Limits& limits, Scratch& scratch) {
  const Ends ends{start, goal};
  const BoundOf<Maker> h = Maker::make(problem, cell_keys(problem), ends, scratch);
  const Limits tight = tightened(problem, ends, limits);
  if constexpr (Engine::template kOften<Maker>) {
    return Engine::search(problem, start, goal, h, tight, scratch);
  } else {
    return Engine::search(problem, start, goal, AnyBound(h), tight, scratch);
  }
}

inline void read_nodes(const Problem& problem, CellIndex start, CellIndex goal,
                       const Scratch& scratch, std::pmr::vector<Move>& moves) {
  append_path(problem.space, start, goal, scratch.nodes, moves);
}

inline void read_wide_nodes(const Problem& problem, CellIndex start, CellIndex goal,
                            const Scratch& scratch, std::pmr::vector<Move>& moves) {
  append_path(problem.space, start, goal, scratch.wide_nodes, moves);
}

template <class Space, class Maker>
Kernel plain_astar() {
  return {run_astar<Space, Maker>,
          BoundOf<Maker>::kConsistent ? read_nodes : read_wide_nodes};
}

}  // namespace throng

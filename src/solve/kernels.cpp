#include "kernels.hpp"

#include "../search/astar.hpp"

#include <array>
#include <string>

namespace throng {
namespace {

template <class Bound>
Bound make_bound(const Problem& problem) {
  const Topology topology = problem.grid.rules().topology;
  if constexpr (std::is_default_constructible_v<Bound>) {
    return Bound();
  } else if constexpr (std::is_constructible_v<Bound, StepCosts>) {
    return Bound(problem.space.costs);
  } else {
    return Bound(topology, problem.space.costs);
  }
}

template <PlainHeuristic Bound>
SearchResult run_astar(const Problem& problem, CellIndex start, CellIndex goal,
                       const Limits& limits, Scratch& scratch) {
  return astar(problem.space, start, goal, make_bound<Bound>(problem), limits,
               scratch.nodes, scratch.open);
}

void read_astar(const Problem& problem, CellIndex start, CellIndex goal,
                const Scratch& scratch, std::vector<Move>& moves) {
  append_path(problem.space, start, goal, scratch.nodes, moves);
}

SearchResult run_textbook(const Problem& problem, CellIndex start, CellIndex goal,
                          const Limits& limits, Scratch& scratch) {
  return textbook(problem.grid, start, goal, problem.heuristic, limits, scratch.textbook);
}

void read_textbook(const Problem& problem, CellIndex start, CellIndex goal,
                   const Scratch& scratch, std::vector<Move>& moves) {
  append_textbook_path(problem.grid, start, goal, scratch.textbook, moves);
}

struct Row {
  Algorithm algorithm;
  Heuristic heuristic;
  Kernel kernel;
};

/// Every combination that exists; adding a row is the whole of adding a variant.
constexpr std::array kRows{
    Row{Algorithm::astar, Heuristic::zero, {run_astar<ZeroBound>, read_astar}},
    Row{Algorithm::astar, Heuristic::manhattan, {run_astar<ManhattanBound>, read_astar}},
    Row{Algorithm::astar, Heuristic::octile, {run_astar<OctileBound>, read_astar}},
    Row{Algorithm::astar, Heuristic::euclid, {run_astar<EuclidBound>, read_astar}},
    Row{Algorithm::textbook, Heuristic::zero, {run_textbook, read_textbook}},
    Row{Algorithm::textbook, Heuristic::manhattan, {run_textbook, read_textbook}},
    Row{Algorithm::textbook, Heuristic::octile, {run_textbook, read_textbook}},
    Row{Algorithm::textbook, Heuristic::euclid, {run_textbook, read_textbook}},
};

}  // namespace

Result<SolverOptions> resolve(const SolverOptions& options, const Grid& grid) {
  const bool tile = grid.rules().topology == Topology::tile;
  SolverOptions resolved = options;
  if (resolved.algorithm == Algorithm::automatic) resolved.algorithm = Algorithm::astar;
  if (resolved.heuristic == Heuristic::automatic || resolved.heuristic == Heuristic::plain)
    resolved.heuristic = tile ? Heuristic::manhattan : Heuristic::octile;
  if (resolved.heuristic == Heuristic::octile && tile)
    return fail(Code::unsupported,
                "heuristic octile is for octile grids; on a tile grid use manhattan");
  return resolved;
}

Kernel find_kernel(const SolverOptions& options) {
  for (const Row& row : kRows)
    if (row.algorithm == options.algorithm && row.heuristic == options.heuristic)
      return row.kernel;
  THRONG_ASSERT(false);
  return {};
}

}  // namespace throng

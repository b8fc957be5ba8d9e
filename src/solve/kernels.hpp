#pragma once

#include "../search/search.hpp"
#include "../search/search_space.hpp"
#include "scratch.hpp"

#include <throng/result.hpp>
#include <throng/solver.hpp>

#include <vector>

namespace throng {

/// What a kernel searches in: valid while the grid lives.
struct Problem {
  const Grid& grid;
  SearchSpace space;
  Heuristic heuristic = Heuristic::automatic;
};

/// One way to search, with every choice made: what the batch loop calls for each query.
struct Kernel {
  /// Pre: start and goal are open, differ and are joined by a path.
  SearchResult (*search)(const Problem& problem, CellIndex start, CellIndex goal,
                         const Limits& limits, Scratch& scratch);
  /// Appends the moves of the path that the last search found.
  void (*append_path)(const Problem& problem, CellIndex start, CellIndex goal,
                      const Scratch& scratch, std::vector<Move>& moves);
};

/// `options` with `automatic` and `plain` replaced by what they stand for on `grid`.
/// Errors: unsupported when the heuristic is not admissible there.
Result<SolverOptions> resolve(const SolverOptions& options, const Grid& grid);

/// The kernel of resolved options. Pre: resolve() gave them.
Kernel find_kernel(const SolverOptions& options);

}  // namespace throng

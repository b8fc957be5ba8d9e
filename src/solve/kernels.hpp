#pragma once

#include "../search/reverse_space.hpp"
#include "../search/search.hpp"
#include "../search/search_space.hpp"
#include "index_parts.hpp"
#include "scratch.hpp"

#include <throng/result.hpp>
#include <throng/solver.hpp>

#include <optional>
#include <vector>

namespace throng {

/// What a kernel searches in: valid while the grid and the index live.
struct Problem {
  Problem(const Grid& on, const SolverOptions& resolved, const JumpMap* jumps,
          const Index::Parts* parts);

  const Grid& grid;
  SquareSpace space;             ///< a SearchSpace on hexagonal grids
  WeightedSpace weighted_space;  ///< for grids that are not plain
  SolverOptions options;         ///< resolved
  const JumpMap* jump_map;       ///< never null for jps
  const Index::Parts* index;     ///< null: none
  /// The weighted space turned round; only for bidirectional where that is another one.
  std::optional<ReverseSpace<WeightedSpace>> reverse;
  /// What a grid with links is searched in instead of the weighted space, and that turned
  /// round, for bidirectional.
  std::optional<LinkedSpace> linked;
  std::optional<ReverseSpace<LinkedSpace>> linked_reverse;
};

/// One way to search, with every choice made: what the batch loop calls for each query.
struct Kernel {
  /// Pre: start and goal are open, differ and are joined by a path.
  SearchResult (*search)(const Problem& problem, CellIndex start, CellIndex goal,
                         const Limits& limits, Scratch& scratch);
  /// Appends the moves of the path that the last search found.
  void (*append_path)(const Problem& problem, CellIndex start, CellIndex goal,
                      const Scratch& scratch, std::pmr::vector<Move>& moves);
};

/// `options` with `automatic` and `plain` replaced by what they stand for.
/// jump_map: null where the rules do not allow jumps. index: may be null.
/// Errors: unsupported when the heuristic is not admissible or the algorithm not right on
/// such a grid; bad_argument when the index lacks what is asked for.
Result<SolverOptions> resolve(const SolverOptions& options, const Grid& grid,
                              const JumpMap* jump_map, const Index::Parts* index);

/// The kernel for a problem with resolved options.
Kernel find_kernel(const Problem& problem);

}  // namespace throng

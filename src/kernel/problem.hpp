#pragma once

#include "../heuristic/plain.hpp"
#include "../index/index_parts.hpp"
#include "../search/reverse_space.hpp"
#include "../search/search.hpp"
#include "../search/search_space.hpp"
#include "search_scratch.hpp"

#include <throng/solver.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace throng {

/// One way to search, with every choice made.
struct Kernel {
  /// Pre: start and goal are open, differ and are joined by a path.
  SearchResult (*search)(const Solver::Problem& problem, CellIndex start, CellIndex goal,
                         const Limits& limits, SearchScratch& scratch);
  /// Appends the moves of the path that the last search found.
  void (*append_path)(const Solver::Problem& problem, CellIndex start, CellIndex goal,
                      const SearchScratch& scratch, std::pmr::vector<Move>& moves);
};

/// A solver, ready to be asked: the grid and the index, what searches read of them, and the
/// kernel. Immutable; shared by all copies of a Solver.
struct Solver::Problem {
  /// options: resolved. jumps: null where the rules do not allow them. parts: null without
  /// an index.
  Problem(std::shared_ptr<const Grid> on, const SolverOptions& resolved,
          std::shared_ptr<const JumpMap> jumps, std::shared_ptr<const Index> with);
  Problem(const Problem&) = delete;
  Problem& operator=(const Problem&) = delete;

  const std::shared_ptr<const Grid> owned_grid;
  const std::shared_ptr<const JumpMap> owned_jump_map;
  const std::shared_ptr<const Index> owned_index;

  const Grid& grid;
  SquareSpace space;             ///< a SearchSpace on hexagonal grids
  WeightedSpace weighted_space;  ///< for grids that are not plain
  SolverOptions options;
  const JumpMap* jump_map;    ///< never null for jps
  const Index::Parts* index;  ///< null: none
  /// The weighted space turned round; only for bidirectional where that is another one.
  std::optional<ReverseSpace<WeightedSpace>> reverse;
  /// What a grid with links is searched in instead of the weighted space, and that turned
  /// round, for bidirectional.
  std::optional<LinkedSpace> linked;
  std::optional<ReverseSpace<LinkedSpace>> linked_reverse;
  Kernel kernel{};
  /// In units of Grid::costs(): no more than any path costs, if it takes no link.
  OpenBound distance;
  /// No other problem has it, nor had: caches are keyed by it.
  const std::uint64_t number;
};

using Problem = Solver::Problem;

}  // namespace throng

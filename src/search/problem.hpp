#pragma once

#include "../heuristic/plain.hpp"
#include "../index/index_contents.hpp"
#include "search.hpp"
#include "search_scratch.hpp"
#include "search_space.hpp"

#include <throng/column.hpp>
#include <throng/solver.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace throng {

/// One way to search: all choices are made.
struct Kernel {
  /// Pre: start and goal are open, different and in one component.
  SearchResult (*search)(const Solver::Problem& problem, CellIndex start, CellIndex goal,
                         const Limits& limits, SearchScratch& scratch);
  /// Appends the moves of the path that the last search found.
  void (*append_path)(const Solver::Problem& problem, CellIndex start, CellIndex goal,
                      const SearchScratch& scratch, Column<Move>& moves);
};

/// A prepared solver: the grid and the index, the spaces that searches read, and the
/// kernel. Immutable; all copies of a Solver share it.
struct Solver::Problem {
  /// resolved: the result of resolve().
  /// jumps: null if the rules do not allow them.
  Problem(const Index& with, const SolverOptions& resolved,
          std::shared_ptr<const JumpMap> jumps);
  Problem(const Problem&) = delete;
  Problem& operator=(const Problem&) = delete;

  const Index owned_index;
  const std::shared_ptr<const JumpMap> owned_jump_map;

  const Grid& grid;
  SquareSpace space;             ///< a SearchSpace on hexagonal grids
  WeightedSpace weighted_space;  ///< for grids that are not plain
  SolverOptions options;
  const JumpMap* jump_map;    ///< never null for jps
  const Index::Parts* index;  ///< null: Index(grid), without parts
  /// The space of a grid with links, used instead of the weighted space.
  std::optional<LinkedSpace> linked;
  std::optional<PlainLinkedSpace> plain_linked;  ///< the same, where the ground is plain
  Kernel kernel{};
  std::shared_ptr<const void> prepared;  ///< see LabSearch::prepare
  /// A lower bound on the cost of any path without links, in units of Grid::costs().
  OpenBound distance;
  /// Unique among all problems, also destroyed ones. Caches use it as a key.
  const std::uint64_t number;
};

using Problem = Solver::Problem;

}  // namespace throng

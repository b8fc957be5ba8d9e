#pragma once

#include "problem.hpp"

namespace throng {

/// What SolverOptions::algorithm automatic stands for, by the figures of the map and of the
/// parts of its index; see Solver. jump_map: null if the rules do not allow jumps. index:
/// may be null. Cost: O(cells) where jump points are dense; else O(1), but for the fixed
/// number of nodes of the jump graph that it reads.
Algorithm choose_algorithm(const Grid& grid, const JumpMap* jump_map,
                           const Index::Parts* index, Heuristic heuristic);

/// The same for SolverOptions::heuristic. Gates: reads a fixed number of their costs.
Heuristic choose_heuristic(Algorithm algorithm, const Grid& grid, const JumpMap* jump_map,
                           const Index::Parts* index);

}  // namespace throng

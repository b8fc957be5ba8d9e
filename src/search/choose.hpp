#pragma once

#include "problem.hpp"

namespace throng {

/// What `automatic` stands for as an algorithm, by figures of the map and of the parts of
/// its index; see Solver. jump_map: null if the rules do not allow jumps. index: may be
/// null. Cost: O(cells) on noise and in narrow mazes. Elsewhere it reads at most some
/// hundred nodes of the jump graph.
Algorithm choose_algorithm(const Grid& grid, const JumpMap* jump_map,
                           const Index::Parts* index, Heuristic heuristic);

/// The same for the heuristic. With gates, it reads some thousand of their costs.
Heuristic choose_heuristic(Algorithm algorithm, const Grid& grid, const JumpMap* jump_map,
                           const Index::Parts* index);

}  // namespace throng

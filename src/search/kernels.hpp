#pragma once

#include "problem.hpp"

#include <throng/result.hpp>

namespace throng {

/// Returns `options` with `automatic` and `plain` replaced by specific choices.
/// jump_map: null if the rules do not allow jumps.
/// index: may be null.
/// Errors: unsupported if the heuristic is not admissible or the algorithm not correct on
/// this grid; bad_argument if the index lacks what the options require.
Result<SolverOptions> resolve(const SolverOptions& options, const Grid& grid,
                              const JumpMap* jump_map, const Index::Parts* index);

/// The kernel for a problem. Does not read problem.kernel.
Kernel find_kernel(const Problem& problem);

}  // namespace throng

#pragma once

#include "problem.hpp"

#include <throng/result.hpp>

namespace throng {

/// `options` with `automatic` and `plain` replaced by what they stand for.
/// jump_map: null where the rules do not allow jumps. index: may be null.
/// Errors: unsupported when the heuristic is not admissible or the algorithm not right on
/// such a grid; bad_argument when the index lacks what is asked for.
Result<SolverOptions> resolve(const SolverOptions& options, const Grid& grid,
                              const JumpMap* jump_map, const Index::Parts* index);

/// The kernel for a problem; its own `kernel` is not read.
Kernel find_kernel(const Problem& problem);

}  // namespace throng

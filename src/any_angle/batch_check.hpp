#pragma once

#include <throng/answers.hpp>
#include <throng/grid.hpp>
#include <throng/index.hpp>
#include <throng/result.hpp>

namespace throng {

/// Whether smooth() may have this batch on this grid, for interfaces whose callers cannot
/// be trusted with that: all moves of the paths that were found are legal, one after the
/// other. Says nothing about grids that are not uniform, which smooth() itself refuses.
/// Cost:   O(moves), one look at the grid for each.
/// Errors: bad_argument, with the first slot that does not fit.
Outcome check_batch(const Grid& grid, const Answers& batch);

/// Whether an index has lines. Errors: why it has none.
Outcome check_lines_of(const Index& index);

}  // namespace throng

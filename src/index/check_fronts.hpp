#pragma once

#include "../front/fronts.hpp"

#include <throng/grid.hpp>
#include <throng/result.hpp>

namespace throng {

/// Checks fronts from a file: searches neither read outside of them nor walk without end.
/// Each way over a rank leads over entries before its own, as those that are built, whose
/// costs add up to its own; moves cost at least as much as so many steps. Not checked:
/// whether moves are legal, and whether there are cheaper ways.
///
/// Pre:    the tree is whole, and the arrays have its sizes.
/// Errors: bad_format. Cost: O(cells + entries). Memory: one bit an open cell.
Outcome check_fronts(const Grid& grid, const Fronts& fronts);

}  // namespace throng

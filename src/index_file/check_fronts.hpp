#pragma once

#include "../front/fronts.hpp"

#include <throng/grid.hpp>
#include <throng/index.hpp>
#include <throng/result.hpp>

namespace throng {

/// Checks fronts from a file: searches neither read outside of them nor walk without end.
/// Each way over a rank leads over entries before its own, as those that are built, whose
/// costs add up to its own; moves cost at least as much as so many steps. With
/// IndexCheck::values, the moves of each entry are also walked: they are legal, lead from
/// column to column, and cost what the entry says. Not checked, because that costs as much
/// as building fronts: whether there are cheaper ways.
///
/// Pre:    the tree is whole, and the arrays have its sizes.
/// Errors: bad_format. Cost: O(cells + entries). Memory: 4 bytes an open cell; with
///         IndexCheck::values 8 more an entry.
Outcome check_fronts(const Grid& grid, const Fronts& fronts, IndexCheck level);

}  // namespace throng

#pragma once

#include "../front/fronts.hpp"

#include <throng/grid.hpp>
#include <throng/index.hpp>
#include <throng/result.hpp>

namespace throng {

/// Checks fronts from a file: searches neither read outside of them nor walk without end.
/// Each way over a rank leads over entries before its own, as those that are built, and is
/// at most as long as a path without a cell twice. With IndexCheck::values, each entry that
/// is reachable is also walked: its moves are legal, lead from column to column, and cost
/// what the entry says. Not checked, because that costs as much as building fronts: whether
/// there are cheaper ways.
///
/// Pre:    the tree is whole, and the arrays have its sizes.
/// Errors: bad_format. Cost: O(cells + entries). Memory: 4 bytes an entry of each set; with
///         IndexCheck::values 8 more an entry.
Outcome check_fronts(const Grid& grid, const Fronts& fronts, IndexCheck level);

}  // namespace throng

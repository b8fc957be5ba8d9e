#pragma once

#include "../jump/jump_graph.hpp"
#include "../jump/jump_shortcuts.hpp"

#include <throng/grid.hpp>
#include <throng/result.hpp>

namespace throng {

/// Checks a jump graph and its shortcuts from a file: searches neither read outside of them
/// nor follow them without end, and each cost is that of the moves. Not checked: whether
/// edges cross closed cells or are missing, and whether the boxes of shortcuts are large
/// enough.
///
/// Pre:    cells and places are those of ordered_jump_points().
/// Errors: bad_format. Cost: O(nodes + edges + edges of shortcuts).
Outcome check_jumps(const Grid& grid, const JumpGraph& graph,
                    const JumpShortcuts& shortcuts);

}  // namespace throng

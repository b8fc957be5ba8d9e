#pragma once

#include "../jump/jump_graph.hpp"
#include "../jump/jump_map.hpp"
#include "../jump/jump_shortcuts.hpp"

#include <throng/grid.hpp>
#include <throng/index.hpp>
#include <throng/result.hpp>

namespace throng {

/// Checks a jump graph and its shortcuts from a file: searches neither read outside of them
/// nor follow them without end, and each cost is that of the moves. Whether edges cross
/// closed cells or are missing, and whether the boxes of shortcuts are large enough, is
/// only checked with IndexCheck::values: both are built once more.
///
/// Pre:    cells and places are those of ordered_jump_points().
/// Errors: bad_format. Cost: O(nodes + edges + edges of shortcuts); with values, that of
///         building them.
Outcome check_jumps(const Grid& grid, const JumpMap& map, const JumpGraph& graph,
                    const JumpShortcuts& shortcuts, IndexCheck level);

}  // namespace throng

#pragma once

#include "../hub/hub_labels.hpp"
#include "../hub/hub_views.hpp"
#include "../jump/jump_graph.hpp"
#include "../jump/numbered_cells.hpp"

#include <throng/grid.hpp>
#include <throng/result.hpp>

#include <cstdint>

namespace throng {

/// Checks hub labels and views from a file: queries do not read outside of them, and do not
/// follow their steps without end.
///
/// Pre:    the graph is that of the grid.
/// Errors: bad_format. Cost: reads all arrays once.
Outcome check_hub_ranges(const Grid& grid, const JumpGraph& graph,
                         const HubLabels::Arrays& labels, const HubViews::Arrays& views);

/// Checks that each step leads from a corner to a corner, that each entry of a label has
/// the length of its steps, and that each view has the corners that its cells see. Not
/// checked, because that costs as much as building the labels: whether hubs are missing,
/// and whether steps cross closed cells.
///
/// map, node_of: as of HubViews.
/// Pre:    check_hub_ranges().
/// Errors: bad_format. Cost: O(entries), and that of views without labels; 20 bytes an
///         entry.
Outcome check_hub_values(const Grid& grid, const JumpMap& map, const JumpGraph& graph,
                         NodesByCell node_of, const HubLabels::Arrays& labels,
                         const HubViews::Arrays& views);

}  // namespace throng

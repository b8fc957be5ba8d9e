#pragma once

#include "../jump/jump_graph.hpp"
#include "../labels/hub_labels.hpp"
#include "../labels/hub_views.hpp"

#include <throng/grid.hpp>
#include <throng/result.hpp>

#include <cstdint>

namespace throng {

/// Checks hub labels and views from a file: queries do not read outside of them, and do not
/// follow their steps without end. Not checked: whether hubs are missing, and whether steps
/// have the costs of entries or cross closed cells.
///
/// Pre:    the graph is that of the grid.
/// Errors: bad_format. Cost: reads all arrays once.
Outcome check_hubs(const Grid& grid, const JumpGraph& graph,
                   const HubLabels::Arrays& labels, const HubViews::Arrays& views);

}  // namespace throng

#pragma once

#include "../labels/hub_labels.hpp"
#include "../labels/hub_views.hpp"

#include <throng/grid.hpp>
#include <throng/result.hpp>

#include <cstddef>

namespace throng {

/// Checks hub labels and views from a file: queries do not read outside of them, and do not
/// follow their steps without end. Not checked: whether hubs are missing, and whether steps
/// have the costs of entries or cross closed cells.
///
/// subgoals: their number on the grid. Errors: bad_format. Cost: reads all arrays once.
Outcome check_hubs(const Grid& grid, std::size_t subgoals, const HubLabels::Arrays& labels,
                   const HubViews::Arrays& views);

}  // namespace throng

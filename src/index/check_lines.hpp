#pragma once

#include "../lines/line_graph.hpp"
#include "../lines/line_labels.hpp"

#include <throng/result.hpp>

namespace throng {

/// Whether arrays from a file have the sizes of labels of this board. Errors: bad_format.
Outcome check_line_sizes(const LineBoard& board, const LineCorners& corners,
                         const LineLabels::Arrays& labels);

/// Whether no number in them can lead a query out of the arrays, or into an endless loop.
/// Pre: check_line_sizes(). Errors: bad_format.
Outcome check_line_ranges(const LineCorners& corners, const LineLabels::Arrays& labels);

/// The same for a graph.
Outcome check_line_sizes(const LineCorners& corners, const LineGraph::Arrays& graph);
Outcome check_line_ranges(const LineCorners& corners, const LineGraph::Arrays& graph);

}  // namespace throng

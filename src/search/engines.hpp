#pragma once

#include "problem.hpp"

namespace throng {

/// The kernels of each engine, for any heuristic and index. Each engine has a file of its
/// own, because it is compiled for the bounds that it serves.
Kernel astar_kernel();      ///< Pre: a plain grid of squares.
Kernel hex_kernel();        ///< Pre: a plain hexagonal grid.
Kernel weighted_kernel();   ///< Pre: the grid is not plain and has no links.
Kernel linked_kernel();     ///< Pre: the grid has links.
Kernel graph_kernel();      ///< Pre: the index has a jump graph.
Kernel scan_kernel();       ///< Pre: the rules allow jumps.
Kernel hub_kernel();        ///< Pre: the index has hub labels.
Kernel front_kernel();      ///< Pre: the index has fronts.
Kernel hierarchy_kernel();  ///< Pre: the index has a hierarchy.

}  // namespace throng

#pragma once

#include "problem.hpp"

namespace throng {

/// The kernels of each engine, for the heuristic and the index of any problem. A file each,
/// because every engine is compiled for the bounds that it serves.
Kernel astar_kernel();                         ///< Pre: the grid is plain and of squares.
Kernel hex_kernel();                           ///< Pre: it is plain and hexagonal.
Kernel weighted_kernel();                      ///< Pre: it is not plain, and has no links.
Kernel linked_kernel();                        ///< Pre: it has links.
Kernel graph_kernel();                         ///< Pre: the index has a jump graph.
Kernel scan_kernel();                          ///< Pre: the rules allow jumps.
Kernel hub_kernel();                           ///< Pre: the index has hub labels.
Kernel textbook_kernel();                      ///< Pre: as astar_kernel().
Kernel family_kernel(const Problem& problem);  ///< On all grids.
/// Whether family_kernel() serves the algorithm.
bool is_family(Algorithm algorithm) noexcept;

}  // namespace throng

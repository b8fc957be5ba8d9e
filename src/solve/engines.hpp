#pragma once

#include "kernels.hpp"

namespace throng {

/// The kernels of each engine, for the heuristic and the index of the problem. A file each,
/// because every engine is compiled for every bound.
Kernel astar_kernel(const Problem& problem);  ///< Pre: the grid is plain and of squares.
Kernel hex_kernel(const Problem& problem);    ///< Pre: it is plain and hexagonal.
Kernel weighted_kernel(
    const Problem& problem);                   ///< Pre: it is not plain, and has no links.
Kernel linked_kernel(const Problem& problem);  ///< Pre: it has links.
Kernel graph_kernel(const Problem& problem);   ///< Pre: the index has a jump graph.
Kernel scan_kernel(const Problem& problem);
Kernel hub_kernel();  ///< Pre: the index has hub labels.
Kernel textbook_kernel();
/// Of the algorithms in family_scratch.hpp, on all grids.
Kernel family_kernel(const Problem& problem);
bool is_family(Algorithm algorithm) noexcept;

}  // namespace throng

#pragma once

#include "../heuristic/placement.hpp"

namespace throng {

/// A part of use_lab().
void add_lab_searches() noexcept;

// Placements; see PlaceLandmarks.

/// Cells drawn at random, without repetition while there are enough.
bool place_random(PlacementWork& work);

/// Behind the region with the weakest bounds so far. In a tree of shortest paths from a
/// random root each cell's weight is its distance minus its lower bound. From the heaviest
/// subtree without a landmark, follows the heaviest child repeatedly to a leaf. Source: A.
/// Goldberg, R. Werneck, "Computing point-to-point shortest paths from external memory",
/// ALENEX, 2005.
bool place_avoid(PlacementWork& work);

/// Greedy choice of slots among candidates, which are far apart or at random on borders:
/// repeatedly takes the candidate that raises the lower bounds of a sample of pairs most.
/// Chooses slots rather than single cells, so that small components may get a cell twice.
/// Source: the idea of "maxcover" in Goldberg and Werneck (above), without its local
/// search.
bool place_coverage(PlacementWork& work);

}  // namespace throng

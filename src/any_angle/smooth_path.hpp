#pragma once

#include "../core/memory.hpp"
#include "../lines/clear_line.hpp"

#include <throng/grid.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace throng {

/// Memory of smooth_path() and its callers, reused across paths.
struct SmoothScratch {
  explicit SmoothScratch(Memory memory = {}) : path(memory), leg(memory) {}

  std::pmr::vector<CellIndex> path;  ///< for the caller: the path to smooth
  std::pmr::vector<CellIndex> leg;
};

/// Pulls a path taut: appends its two ends, and between them cells each of which sees the
/// next: the leg between them is legal. The polyline is at most as long as the one through
/// `path`.
///
/// - Pulling: from each point, it goes to the last cell of the path that the point sees.
///   The search for that cell assumes that every cell before a visible cell is visible too:
///   it uses steps that double until a cell is hidden, then halving.
/// - Sliding: such a point lies beyond the corner that the path goes round. Each point
///   slides back over the cells of the leg that leads to it, by the same search, as far as
///   it still sees the next point, if that makes the two legs shorter. A point that becomes
///   unnecessary is removed.
///
/// Pre:  path is not empty; of two neighbours in it, the first sees the second.
/// Cost: O(log n) checks per leg; they visit O(l log l) cells for a leg of length l. On
///       five maps the result is within 0.4 % of the shortest polyline that trying every
///       pair of cells in such an order finds. Allocates nothing once the vectors are warm.
void smooth_path(const Legs& legs, std::span<const CellIndex> path,
                 std::pmr::vector<CellIndex>& leg, Column<Position>& points);

}  // namespace throng

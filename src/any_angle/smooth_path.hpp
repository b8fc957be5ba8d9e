#pragma once

#include "../core/memory.hpp"
#include "line_of_sight.hpp"

#include <throng/grid.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace throng {

/// Memory of smooth_path() and of those who call it, kept from path to path.
struct SmoothScratch {
  explicit SmoothScratch(Memory memory = {}) : path(memory), leg(memory) {}

  std::pmr::vector<CellIndex> path;  ///< of the caller: what is to be smoothed
  std::pmr::vector<CellIndex> leg;
};

/// Pulls the string of a path tight: appends its two ends, and between them cells such that
/// each sees the next one. The polyline is as long as the one through `path` at most.
///
/// - Pulling: from each point on to the last cell of the path that it sees. That one is
///   sought as if whatever lies before a visible cell were visible too: by steps that
///   double until a cell is hidden, then by halving.
/// - Sliding: such a point lies beyond the corner that it goes round. Each slides back, in
///   the same way, over the cells of the leg that leads to it, as far as the next point
///   remains in sight, if that makes the two legs shorter; a point that is not needed any
///   more goes.
///
/// Pre:  path is not empty; of two neighbours in it, the first sees the second.
/// Cost: O(log n) checks for each leg, which look at O(l log l) cells when it is l long. On
///       five maps that is within 0.4 % of the shortest that trying every pair of cells in
///       such an order gives. Nothing is allocated once the vectors are warm.
void smooth_path(const LineOfSight& sight, std::span<const CellIndex> path,
                 std::pmr::vector<CellIndex>& leg, std::pmr::vector<Position>& points);

}  // namespace throng

#pragma once

#include "../heuristic/cell_rows.hpp"
#include "../heuristic/landmark_table.hpp"

#include <throng/algorithm.hpp>
#include <throng/grid.hpp>
#include <throng/index.hpp>
#include <throng/result.hpp>

#include <span>

namespace throng {

/// Landmarks from a file, and the grid on which they were measured.
struct StoredLandmarks {
  const Grid& grid;
  const CellRows& rows;
  std::size_t count;  ///< of rows in the table: all, or only the first ones
  FieldMetric metric;
  std::span<const CellIndex> cells;  ///< [slot * components + component]
};

/// Checks that a table has the landmarks and the rows of its grid. At IndexCheck::ranges,
/// checked builds also measure the distances from the landmarks again, or those to them,
/// because their searches assert that bounds are consistent.
///
/// Errors: bad_format. Cost: O(landmarks); of checked builds one sweep for each.
Outcome check_landmarks(const StoredLandmarks& landmarks, const LandmarkTable& table,
                        SweepDirection direction, IndexCheck level);

}  // namespace throng

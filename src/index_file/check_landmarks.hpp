#pragma once

#include "../landmarks/cell_rows.hpp"
#include "../landmarks/landmark_table.hpp"

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

/// Proves that a table holds the distances from the landmarks, or those to them. A
/// field is right if it is 0 at its landmark, and if each other value is the least sum of a
/// neighbour's value and the cost of the step between the two: then no value exceeds the
/// distance, since sums along any path bound it, and none is below, since the neighbours
/// with the least sums form a path. The fields of a table that does not have the rows of
/// all cells are swept again. Below IndexCheck::values only the sizes are checked, but
/// checked builds check fields at IndexCheck::ranges too, because their searches assert
/// that bounds are consistent.
///
/// Errors: bad_format. Cost: reads the rows of eight neighbours for each row; or one sweep
/// for each landmark, on one thread.
Outcome check_landmarks(const StoredLandmarks& landmarks, const LandmarkTable& table,
                        SweepDirection direction, IndexCheck level);

}  // namespace throng

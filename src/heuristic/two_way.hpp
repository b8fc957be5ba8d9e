#pragma once

#include "landmark_table.hpp"

#include <throng/query.hpp>

#include <cstdint>

namespace throng {

/// The distances from landmarks and to them, for grids on which they differ. Both tables
/// have the same landmarks in the same slots. A slot is kUnreachable
/// where one-way steps separate a cell from its landmark; it then contributes no bound. Nor
/// does a slot that one of the tables does not use, see LandmarkTable::lower_slots().
struct TwoWayTables {
  const LandmarkTable& from;
  const LandmarkTable& to;

  /// Bounds on the distance from the cell of row a to that of row b, of one component, by
  /// the directed triangle inequality: with L a landmark,
  ///
  ///   d(L, b) - d(L, a) <= d(a, b),   d(a, L) - d(b, L) <= d(a, b) <= d(a, L) + d(L, b).
  ///
  /// lower() is in the unit of the metric, upper() in costs; kUnreachable when nothing is
  /// known.
  Cost lower(std::uint32_t a, std::uint32_t b) const noexcept;
  Cost upper(std::uint32_t a, std::uint32_t b) const noexcept;
};

}  // namespace throng

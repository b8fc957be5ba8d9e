#pragma once

#include <throng/distances.hpp>
#include <throng/grid.hpp>

#include <cstddef>
#include <span>

namespace throng {

/// The cells of a map.
inline std::size_t slots_of(const Grid& grid) noexcept {
  return static_cast<std::size_t>(grid.width()) * static_cast<std::size_t>(grid.height());
}

// Distances by sweeps; see fill_distances().

/// The field of the nearest of all sources.
void sweep_nearest(const Grid& grid, std::span<const Position> sources,
                   std::span<Cost> field, Workers& workers, const DistanceOptions& options);
/// The same for some cells.
void sweep_nearest(const Grid& grid, std::span<const Position> sources,
                   std::span<const Position> targets, std::span<Cost> row, Workers& workers,
                   const DistanceOptions& options);
/// A field for each source.
void sweep_fields(const Grid& grid, std::span<const Position> sources,
                  std::span<Cost> fields, Workers& workers, const DistanceOptions& options);
void sweep_table(const Grid& grid, std::span<const Position> sources,
                 std::span<const Position> targets, std::span<Cost> table, Workers& workers,
                 const DistanceOptions& options);

}  // namespace throng

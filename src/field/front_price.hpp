#pragma once

#include "../front/fronts.hpp"

#include <throng/grid.hpp>
#include <throng/query.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace throng {

// What fields and labels take, in nanoseconds, measured on the map families and weighted
// grounds of the benchmarks. Where they are wrong, only time is lost.

/// A cell of a sweep.
inline std::size_t swept_cell_time(const Grid& grid) noexcept {
  return grid.plain() ? 3 : 40;
}

/// The cells of a sweep from so many sources as far as `radius`, at most. Pre: no links.
inline std::uint64_t swept_cells(const Grid& grid, std::size_t sources,
                                 Cost radius) noexcept {
  if (sources == 0) return 0;
  const std::uint64_t all = grid.open_cells();
  const std::uint64_t steps = radius / grid.min_step_costs().straight;
  if (steps >= all) return all;
  return std::min(all, sources * (2 * steps + 1) * (2 * steps + 1));
}

/// A label: half of a query.
inline std::size_t front_label_time(const Fronts& fronts) noexcept {
  return fronts.query_work() * 50 + 500;
}

/// A field of so many sources, alone.
inline std::size_t front_field_time(const Fronts& fronts, std::size_t sources) noexcept {
  const FrontTree& tree = fronts.tree();
  return tree.entries * 2 / 5 + tree.front_of.size() * 2 + fronts.padded_cells() +
         sources * front_label_time(fronts);
}

/// Each of several fields that are computed together.
inline std::size_t front_fields_time(const Fronts& fronts) noexcept {
  const FrontTree& tree = fronts.tree();
  return tree.entries / 8 + tree.front_of.size() * 3 + fronts.padded_cells() * 2 / 5 +
         front_label_time(fronts);
}

/// Whether fronts compute the field of the nearest of some sources in less time than a
/// sweep as far as `radius`. fronts: null: none.
inline bool front_field_pays(const Fronts* fronts, const Grid& grid, std::size_t sources,
                             Cost radius) noexcept {
  return fronts != nullptr &&
         front_field_time(*fronts, sources) <
             swept_cell_time(grid) * swept_cells(grid, sources, radius);
}

/// The same for several fields of a source each.
inline bool front_fields_pay(const Fronts* fronts, const Grid& grid, std::size_t fields,
                             Cost radius) noexcept {
  if (fields == 1) return front_field_pays(fronts, grid, 1, radius);
  return fronts != nullptr &&
         front_fields_time(*fronts) < swept_cell_time(grid) * swept_cells(grid, 1, radius);
}

}  // namespace throng

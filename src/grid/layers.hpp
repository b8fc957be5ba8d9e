#pragma once

#include <throng/grid.hpp>
#include <throng/result.hpp>
#include <throng/rules.hpp>
#include <throng/terrain.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace throng {

/// Checks that a layer of `size` values is empty or fits the map. what: "weights". Errors:
/// bad_argument.
Outcome check_layer(std::string_view what, std::size_t size, TerrainView terrain);

/// Replaces each value by the largest of `count` values that are `apart` from each other,
/// starting with itself; slots past the end are ignored. The maximum of a window of twice
/// the length is the larger of two maxima, so this takes log2(count) + 1 rounds.
void widen(std::vector<Weight>& values, std::size_t apart, std::size_t count);

/// The weight of each cell for a unit with its anchor there, in the padded layout of
/// `grid`: that of the heaviest cell under the unit, from `weights` or, if they are empty,
/// from the characters; 0: closed. Cost: O(cells x log(unit size)).
std::vector<Weight> ground_weights(const Grid& grid, TerrainView terrain,
                                   std::span<const Weight> weights);

/// Altitudes in the same layout; empty if `altitude` is.
std::vector<std::int16_t> ground_altitude(const Grid& grid,
                                          std::span<const std::int16_t> altitude);

}  // namespace throng

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

/// Whether a layer of `size` values, if it has any, fits the map.
/// what: "weights". Errors: bad_argument.
Outcome check_layer(std::string_view what, std::size_t size, TerrainView terrain);

/// What each cell weighs for a unit that has its anchor there, in the padded layout of
/// `grid`: the heaviest cell under it, of `weights` or, where they are empty, of the
/// characters; 0: closed. Cost: O(cells x log(unit size)).
std::vector<Weight> ground_weights(const Grid& grid, TerrainView terrain,
                                   std::span<const Weight> weights);

/// Altitudes in the same layout; none where there are none.
std::vector<std::int16_t> ground_altitude(const Grid& grid,
                                          std::span<const std::int16_t> altitude);

}  // namespace throng

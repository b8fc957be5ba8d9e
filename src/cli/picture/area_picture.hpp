#pragma once

#include "../../areas/borders.hpp"
#include "format.hpp"

#include <throng/grid.hpp>
#include <throng/result.hpp>

#include <span>
#include <string>

namespace throng::cli {

/// The bytes of a picture of a grid's areas: neighbouring areas differ in colour, closed
/// cells are dark, the `marked` cells have a red mark. All cells are equal squares of at
/// least one pixel, chosen so that the longer side of the map takes about 1,000 pixels.
/// Cost: O(cells + borders), plus the pixels. Errors: those of Canvas.
Result<std::string> draw_areas(const Grid& grid, const AreaMap& areas,
                               std::span<const Border> borders,
                               std::span<const CellIndex> marked, PictureFormat format);

}  // namespace throng::cli

#pragma once

#include "../../areas/borders.hpp"
#include "png.hpp"

#include <throng/grid.hpp>

#include <span>

namespace throng::cli {

/// A picture of a grid's areas: areas that border each other differ in colour, closed cells
/// are dark, the `marked` cells bear a red mark. A cell is a square of pixels, all of one
/// size, so that the longer side of the map takes about 1,000 pixels; one at least.
/// Cost: O(cells + borders) besides the pixels.
Image paint_areas(const Grid& grid, const AreaMap& areas, std::span<const Border> borders,
                  std::span<const CellIndex> marked);

}  // namespace throng::cli

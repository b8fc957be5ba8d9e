#pragma once

#include <throng/query.hpp>

#include <cstdint>
#include <vector>

namespace throng {

/// The cells with x in [corner.x, corner.x + width) and y in [corner.y, corner.y + height).
/// Empty if a side is 0 or less.
struct MapRect {
  Position corner;
  std::int32_t width = 1;
  std::int32_t height = 1;
};

/// Where two versions of a grid differ. Each step and each link that changed has at least
/// one of its two ends in a rectangle, and each cell that opened or closed lies in one:
/// - costlier: steps and links that vanished, or whose cost rose; cells that closed;
/// - cheaper: steps and links that appeared, or whose cost fell; cells that opened.
///
/// Functions that take changes rely on them. Where changes lack something, no function
/// finds out: distances of fields may be wrong until their goals are set again, and reviews
/// may lack routes. Walks end all the same, and consist of legal moves.
///
/// Rectangles may overlap, may contain cells without any change, and may leave the map.
/// Cells are those of the grid. For large units they are anchors, so a terrain edit also
/// changes the unit_size - 1 columns and rows to its left and above it. A diagonal step
/// passes the corners of two other cells, so an edited rectangle must grow by one cell on
/// each side.
struct MapChanges {
  std::vector<MapRect> costlier = {};
  std::vector<MapRect> cheaper = {};
};

}  // namespace throng

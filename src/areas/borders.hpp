#pragma once

#include "area_map.hpp"

#include <throng/grid.hpp>

#include <cstdint>
#include <vector>

namespace throng {

/// A place where a step leads from one area to another. Two areas may share several.
struct Border {
  std::uint32_t a, b;  ///< the areas; a < b

  friend constexpr bool operator==(Border, Border) = default;
};

/// All borders between areas, in the order of their first cells:
///
/// - one for each longest straight run of cells side by side, all those on one side in one
///   area and all those on the other in another. A border with a bend is two. Diagonal
///   steps belong to it too: from one of its pairs to the next, and past an end of it;
/// - one for each diagonal step between two areas that meet at that corner only: the cells
///   beside the step are in neither.
///
/// Every legal step from one area to another belongs to a border; all steps of one border
/// lead across one straight line, and the cells at which they begin and end form, in either
/// area, a straight row without a gap. Dead ends rest on that.
///
/// Pre: straight steps between open cells are legal, as in every topology there is.
/// Cost: O(cells) time; 8 bytes a border.
std::vector<Border> find_borders(const Grid& grid, const AreaMap& areas);

}  // namespace throng

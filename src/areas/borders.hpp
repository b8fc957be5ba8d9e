#pragma once

#include "../core/crew.hpp"
#include "../core/progress.hpp"
#include "area_map.hpp"

#include <throng/grid.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng {

/// A boundary across which steps lead from one area to another. Two areas may share
/// several.
struct Border {
  std::uint32_t a, b;  ///< the areas; a < b

  friend constexpr bool operator==(Border, Border) = default;
};

/// Returns all borders between areas, in the order of their first cells:
///
/// - one for each maximal straight run of pairs of adjacent cells whose cells on one side
///   are all in one area and on the other side all in another. A border with a bend is two
///   borders. Diagonal steps from one of its pairs to the next, or past an end of it,
///   belong to it too;
/// - one for each diagonal step between two areas that meet at that corner only: the cells
///   beside the step are in neither.
///
/// Every legal step from one area to another belongs to a border. All steps of one border
/// cross one straight line. The cells at which they begin and end form, in either area, a
/// straight row without a gap. Dead ends rely on this.
///
/// Pre: straight steps between open cells are legal, as in every topology. Cost: O(cells)
/// time; 8 bytes a border.
std::vector<Border> find_borders(const Grid& grid, const AreaMap& areas);

/// The number of borders, without a list of them. Parallel. progress: counts cells.
std::size_t count_borders(const Grid& grid, const AreaMap& areas, Crew& crew,
                          const Progress& progress = Progress(nullptr));

}  // namespace throng

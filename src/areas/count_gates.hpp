#pragma once

#include "../core/crew.hpp"
#include "../core/progress.hpp"
#include "area_map.hpp"

#include <throng/grid.hpp>

#include <cstddef>

namespace throng {

/// Gates(grid, areas).count(), without the gates. Cost: O(cells) time, parallel, as long as
/// the entry cells of two areas form no cross with long arms; no memory.
/// progress: counts cells.
std::size_t count_gates(const Grid& grid, const AreaMap& areas, Crew& crew,
                        const Progress& progress = Progress(nullptr));

}  // namespace throng

#pragma once

#include "../../src/areas/area_map.hpp"

#include <throng/grid.hpp>

#include <cstdint>
#include <string_view>

namespace throng::test {

/// Some partition of a grid into areas, each held together by legal moves and otherwise of
/// any shape. The same arguments give the same partition everywhere.
AreaMap random_areas(const Grid& grid, std::uint64_t seed);

/// The partition drawn with a letter for each area and `@` for closed cells, a row a line,
/// of a grid of that size; blanks around a row are ignored.
AreaMap drawn_areas(const Grid& grid, std::string_view drawing);

}  // namespace throng::test

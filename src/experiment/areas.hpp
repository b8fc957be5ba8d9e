#pragma once

#include "../areas/area_map.hpp"
#include "../areas/borders.hpp"

#include <throng/grid.hpp>
#include <throng/monitor.hpp>
#include <throng/workers.hpp>

#include <cstddef>
#include <vector>

namespace throng::experiment {

/// The areas of a grid, and figures derived from them.
struct AreasReport {
  AreaMap areas;
  std::vector<Border> borders;     ///< between areas
  std::size_t blocks = 0;          ///< groups of areas that no single border separates
  std::size_t gates = 0;           ///< directed: two or more per border
  std::vector<CellIndex> entries;  ///< the cells by which areas are entered
  double seconds = 0;              ///< to compute all except the entries
};

/// Pre: a grid of squares.
AreasReport measure_areas(const Grid& grid);

/// Counts of an AreasReport.
struct AreaCounts {
  std::size_t areas = 0;
  std::size_t borders = 0;
  std::size_t gates = 0;
};

/// Much faster than measure_areas(). monitor: counts cells, three times each. Pre: a grid
/// of squares.
AreaCounts count_areas(const Grid& grid, Workers& workers, Monitor& monitor);

}  // namespace throng::experiment

#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace throng::experiment {

/// What the search of a grid without obstacles comes to.
struct GridFigures {
  std::string_view name;
  int neighbours = 0;
  double branching = 0;  ///< moves that the shortcut cuts of IDA* leave, far from the start
  double depth = 0;      ///< mean number of moves, in parts of that on a tile grid
};

/// The grids of the paper's Table 1, in its order. Cells of all of them have the area 1;
/// pairs of points are drawn at random in a disc and stand for the cells they are in, so
/// that all directions are alike.
std::vector<GridFigures> measure_grids(std::uint64_t seed);

}  // namespace throng::experiment

#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace throng::experiment {

/// Properties of the search on a grid without obstacles.
struct GridFigures {
  std::string_view name;
  int neighbours = 0;
  double branching = 0;  ///< moves left by the shortcut cuts of IDA*, far from the start
  double depth = 0;      ///< mean number of moves, relative to a tile grid
};

/// The grids of the paper's Table 1, in its order. All cells have area 1. Pairs of points
/// are drawn at random in a disc and represent the cells that contain them, so that all
/// directions are equally likely.
std::vector<GridFigures> measure_grids(std::uint64_t seed);

}  // namespace throng::experiment

#pragma once

#include "table1.hpp"

#include <cstddef>

namespace throng::experiment {

/// What the paper's Table 1 says of one search: Y. Björnsson, K. Halldórsson, "Improved
/// Heuristics for Optimal Pathfinding on Game Maps", AIIDE 2006. Times are those of a
/// personal computer with a 3.0 GHz processor.
struct PaperFigures {
  double path_cost;
  double estimate;
  double nodes;
  double milliseconds;
};

/// Null where the paper has no such maps, section or contender.
const PaperFigures* paper_figures(PaperMaps maps, Section section,
                                  std::size_t contender) noexcept;

}  // namespace throng::experiment

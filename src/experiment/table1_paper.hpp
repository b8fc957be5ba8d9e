#pragma once

#include "table1.hpp"

#include <cstddef>

namespace throng::experiment {

/// Figures of one search in the paper's Table 1: Y. Björnsson, K. Halldórsson, "Improved
/// Heuristics for Optimal Pathfinding on Game Maps", AIIDE 2006. Times were measured on a
/// personal computer with a 3.0 GHz processor.
struct PaperFigures {
  double path_cost;
  double estimate;
  double nodes;
  double milliseconds;
};

/// Null if the paper lacks the maps, section or contender.
const PaperFigures* paper_figures(PaperMaps maps, Section section,
                                  std::size_t contender) noexcept;

}  // namespace throng::experiment

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace throng::experiment {

/// A row of the paper's Table 2: P. Yap, "Grid-Based Path-Finding", AI 2002. IDA* on a tex
/// grid relative to IDA* on a tile grid.
struct PaperTrials {
  std::int32_t side;               ///< of the square map, in cells
  std::int32_t obstacles_percent;  ///< of the cells
  std::size_t trials;
  double path;
  double nodes;
  double time;
};

/// A row of the paper's Table 1.
struct PaperGrid {
  std::string_view name;
  double branching;
  double depth;   ///< of a search, relative to the depth on a tile grid
  double growth;  ///< of a search with one more step on a tile grid: branching ^ depth
};

/// Top down.
std::span<const PaperTrials> paper_trials() noexcept;
std::span<const PaperGrid> paper_grids() noexcept;

}  // namespace throng::experiment

#pragma once

#include "table2_grids.hpp"
#include "table2_paper.hpp"

#include <throng/monitor.hpp>
#include <throng/result.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace throng::experiment {

/// Means over the counted trials.
struct TrialFigures {
  double path = 0;          ///< moves
  double nodes = 0;         ///< expansions of all iterations
  double microseconds = 0;  ///< CPU time of the search alone
};

/// A row of Table 2, measured.
struct TrialsRow {
  PaperTrials paper;
  std::size_t trials = 0;  ///< counted trials; fields refer to them unless stated otherwise
  TrialFigures tile;
  TrialFigures tex;
  double median_nodes = 0;  ///< over the ratios of single trials, tex to tile

  /// Pairs that were drawn again because no path joins them on the tile grid: pairs joined
  /// on the tex grid alone, and all others.
  std::size_t unfair = 0;
  std::size_t apart = 0;

  /// Trials that do not count because a search reached its limit of expansions: on the tile
  /// grid, on the tex grid; some on both.
  std::size_t tile_cut_short = 0;
  std::size_t tex_cut_short = 0;
};

struct Table2 {
  std::vector<GridFigures> grids;
  std::vector<TrialsRow> rows;  ///< in the paper's order
};

/// Expansions after which a search gives up.
inline constexpr std::uint32_t kMostExpansions = 20'000'000;

/// Measures the rows of the paper's two tables.
///
/// Trials differ only in their seeds, which are derived from `seed` and the trial numbers.
/// They are distributed over all threads of the machine. All figures except times are
/// reproducible.
/// trials: per row; by default as many as a minute allows in total
/// The monitor counts trials. Errors: cancelled.
Result<Table2> measure_table2(std::uint64_t seed, std::optional<std::size_t> trials,
                              Monitor& monitor);

}  // namespace throng::experiment

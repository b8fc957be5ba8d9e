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

/// Means of the trials that count.
struct TrialFigures {
  double path = 0;          ///< moves
  double nodes = 0;         ///< expansions of all iterations
  double microseconds = 0;  ///< of computing, by the search alone
};

/// A row of Table 2, measured.
struct TrialsRow {
  PaperTrials paper;
  std::size_t trials = 0;  ///< that count; all the following speaks of, if nothing else
  TrialFigures tile;
  TrialFigures tex;
  double median_nodes = 0;  ///< of the trials' own ratios, tex to tile

  /// Pairs that were drawn again, because no path joins them on the tile grid: those that
  /// one joins on the tex grid alone, and the others.
  std::size_t unfair = 0;
  std::size_t apart = 0;

  /// Trials that do not count, because a search ran into its limit of expansions: on the
  /// tile grid, on the tex grid; some on both.
  std::size_t tile_cut_short = 0;
  std::size_t tex_cut_short = 0;
};

struct Table2 {
  std::vector<GridFigures> grids;
  std::vector<TrialsRow> rows;  ///< in the order of the paper's
};

/// Expansions after which a search is given up.
inline constexpr std::uint32_t kMostExpansions = 20'000'000;

/// Measures the rows of the paper's two tables.
///
/// Trials differ in their seeds alone, which are made of `seed` and their numbers, and are
/// shared out among all threads of the machine; all but the times is the same each time.
/// trials: of each row; by default as many as a minute allows in all
/// The monitor counts trials. Errors: cancelled.
Result<Table2> measure_table2(std::uint64_t seed, std::optional<std::size_t> trials,
                              Monitor& monitor);

}  // namespace throng::experiment

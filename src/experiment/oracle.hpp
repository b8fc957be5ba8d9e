#pragma once

#include "exercise.hpp"

#include <throng/index.hpp>
#include <throng/monitor.hpp>
#include <throng/result.hpp>
#include <throng/workers.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace throng::experiment {

/// The engines that are compared; plain A* is the first.
inline constexpr std::array<std::string_view, 5> kOracleEngines{
    "astar", "jps", "jps+landmarks", "hub", "hub+cells"};

struct OracleOptions {
  std::size_t hub_memory = IndexOptions{}.hub_memory;
  int threads = 0;  ///< that build indexes; 0: all cores
};

/// Why a map has no such engine.
struct Refusal {
  std::string no_hubs;  ///< what the index says of it; empty: there are labels of corners
  std::size_t corners = 0;     ///< they have labels, which leave no room for those of cells
  std::size_t hub_memory = 0;  ///< bytes that all labels may take
};

/// What one engine took on one map. Times of queries are on one thread.
struct OracleRow {
  std::optional<Refusal> refusal;  ///< all else is 0 where there is one
  double index_seconds = 0;
  std::size_t index_bytes = 0;  ///< 0: without an index
  double distance_us = 0;       ///< mean of the queries, no paths asked for
  double path_us = 0;           ///< mean of the queries, with paths
  double path_p50_us = 0, path_p99_us = 0;
  std::set<std::size_t> wrong;  ///< queries whose status or cost is not that of plain A*
};

/// What was measured on one map.
struct OracleReport {
  Exercise exercise;
  std::vector<OracleRow> rows;  ///< by engine
};

/// Measures every engine on every map. The monitor counts indexes, their sweeps, and rounds
/// of queries. Errors: those of Index::build, with the map's name; cancelled.
Result<std::vector<OracleReport>> measure_oracle(std::vector<Exercise> exercises,
                                                 const OracleOptions& options,
                                                 Monitor& monitor);

}  // namespace throng::experiment

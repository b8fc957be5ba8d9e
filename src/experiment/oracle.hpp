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

/// The engines to compare; plain A* is the first.
inline constexpr std::array<std::string_view, 5> kOracleEngines{
    "astar", "jps", "jps+landmarks", "hub", "hub+cells"};

struct OracleOptions {
  std::size_t hub_memory = IndexOptions{}.hub_labels.memory;
  int threads = 0;  ///< that build indexes; 0: all cores
};

/// Why a map lacks an engine.
struct Refusal {
  std::string no_hubs;  ///< the message of the index; empty: there are labels of corners
  std::size_t corners = 0;     ///< corners with labels; no memory left for cells
  std::size_t hub_memory = 0;  ///< limit in bytes for all labels
};

/// The cost of one engine on one map. Query times are on one thread.
struct OracleRow {
  std::optional<Refusal> refusal;  ///< if set, all other figures are 0
  double index_seconds = 0;
  std::size_t index_bytes = 0;  ///< 0: no index
  double distance_us = 0;       ///< mean over the queries, without paths
  double path_us = 0;           ///< mean over the queries, with paths
  double path_p50_us = 0, path_p99_us = 0;
  std::set<std::size_t> wrong;  ///< queries whose status or cost differs from plain A*
};

/// Measurements on one map.
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

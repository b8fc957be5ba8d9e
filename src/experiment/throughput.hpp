#pragma once

#include "exercise.hpp"

#include <throng/algorithm.hpp>
#include <throng/index.hpp>
#include <throng/monitor.hpp>
#include <throng/result.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace throng::experiment {

/// A way to solve a batch: a search, its lower bound and its threads.
struct Combination {
  Algorithm algorithm = Algorithm::automatic;
  Heuristic heuristic = Heuristic::automatic;
  int landmarks = 0;
  int threads = 1;  ///< at least 1

  friend bool operator==(const Combination&, const Combination&) = default;
};

/// The lists whose combinations are combinations. None is empty.
struct CombinationChoice {
  std::vector<Algorithm> algorithms{Algorithm::automatic};
  std::vector<Heuristic> heuristics{Heuristic::automatic};
  std::vector<int> landmarks{0};
  std::vector<int> threads{1};
};

/// All combinations, each once, the last list varying fastest. Where landmarks have no
/// effect on the search, their number is 0.
std::vector<Combination> combinations(const CombinationChoice& choice);

/// One repeat: the speed of a whole batch, with paths, and the times of its single queries.
struct ThroughputRun {
  double queries_per_second = 0;
  double p50_us = 0, p99_us = 0;
};

/// A combination on one map.
struct ThroughputRow {
  Combination combination;
  std::string refusal = {};  ///< why it cannot run on this map; empty: it can
  std::string engine = {};   ///< what answers: see engine_name()
  double index_seconds = 0;
  std::size_t index_bytes = 0;  ///< 0: no index
  std::uint64_t expanded = 0;   ///< by all queries together
  std::uint64_t cost_hash = 0;  ///< see Answers::cost_hash()
  /// Queries whose answer is not what the algorithm guarantees, by the costs that a search
  /// without an index finds.
  std::size_t wrong = 0;
  double ratio_mean = 1, ratio_max = 1;  ///< costs of paths over the optimum
  std::vector<ThroughputRun> runs = {};  ///< one per repeat, as they were measured
};

struct ThroughputOptions {
  std::size_t repeats = 5;
  std::size_t hub_memory = IndexOptions{}.hub_labels.memory;  ///< in bytes
  std::size_t gate_memory = IndexOptions{}.gates.memory;      ///< in bytes
  int threads = 0;  ///< that build indexes; 0: all cores
};

/// Measures combinations on a map until each has one run per repeat. Rows that have as many
/// runs are left alone; rows that have fewer go on. The combinations take turns, so that
/// other load on the machine affects all of them. A turn solves the batch for at least 50
/// ms. An index is built once for all combinations that need it, and all indexes of the map
/// are in memory at once.
///
/// The monitor counts the sweeps of the index or the queries of the batch at hand.
/// after_run: called after each run, so that the caller can store the rows.
/// Errors: cancelled; the rows then hold all completed runs. An index or a search that is
/// not possible on this map is a refusal of its row, not an error.
Outcome measure_throughput(const Exercise& exercise, const ThroughputOptions& options,
                           std::span<ThroughputRow> rows, Monitor& monitor,
                           const std::function<void()>& after_run);

}  // namespace throng::experiment

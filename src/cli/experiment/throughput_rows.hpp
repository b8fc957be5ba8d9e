#pragma once

#include "../../experiment/throughput.hpp"
#include "../origin.hpp"
#include "records.hpp"

#include <throng/result.hpp>
#include <throng/rules.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace throng::cli {

/// The map, queries and rules of a measurement.
struct Problem {
  std::string map;
  std::string map_hash;  ///< XXH64 of the file, as xxhsum prints it
  std::string scenario;  ///< empty: the queries are random
  std::uint64_t seed = 0;
  std::size_t queries = 0;
  std::string queries_hash;  ///< XXH64 of all coordinates
  std::string topology, corners, costs;
};

Problem describe_problem(const experiment::Exercise& exercise, const Rules& rules);

/// A row of the experiment `throughput`.
struct ThroughputEntry {
  Problem problem;
  experiment::ThroughputRow row;
  Origin origin;  ///< of the last run
};

/// The medians over the runs of a row, and its extreme speeds. Pre: there are runs.
struct RunSummary {
  double median = 0, slowest = 0, fastest = 0;  ///< queries per second
  double p50_us = 0, p99_us = 0;
};
RunSummary summarize(const std::vector<experiment::ThroughputRun>& runs);

/// The rows for programs, with all runs, so that read_throughput() restores them.
Records record_throughput(const std::vector<ThroughputEntry>& entries);

/// Reads what record_throughput() writes as CSV. Errors, with the path and the row:
/// - io; bad_format where the text is not such a table.
Result<std::vector<ThroughputEntry>> read_throughput(const std::string& path);

/// Whether two entries are the same row: the same map, rules and combination.
bool same_row(const ThroughputEntry& a, const ThroughputEntry& b);

/// What keeps two entries of the same row from being one measurement: "processor: was A,
/// now B". Empty: nothing.
std::string difference(const ThroughputEntry& old, const ThroughputEntry& now);

}  // namespace throng::cli

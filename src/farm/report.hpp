#pragma once

#include "manifest.hpp"
#include "output_folder.hpp"
#include "plan.hpp"
#include "run_job.hpp"

#include <throng/result.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace throng::farm {

using JobResults = std::vector<std::optional<JobResult>>;

/// How many jobs are in which state. A PlannedOutput that is refused counts as one: how
/// many jobs it would have had, as the shards of a matrix, is not known.
struct ReportTotals {
  std::size_t jobs = 0;
  std::size_t done = 0;     ///< their outputs are in the folder
  std::size_t refused = 0;  ///< they cannot be done
  std::size_t failed = 0;   ///< of this process
  std::size_t missing = 0;  ///< neither: left to others, or to later
  std::size_t bad_maps = 0;
  std::uint64_t bytes = 0;  ///< of the outputs
};

struct Report {
  std::string text;  ///< in JSON
  ReportTotals totals;
  std::vector<std::string> problems;  ///< a line for each bad map, refusal and failure
};

/// The report of a farm, from what its folder holds: the same text whoever made the
/// outputs, in whatever order. Only reasons of failures are those of this process.
Report write_report(const Manifest& manifest, const Plan& plan, const JobResults& results,
                    const OutputFolder& folder);

/// Writes report.json. Processes that end together take turns, so that the last report has
/// all outputs. Errors: io.
Result<Report> store_report(const Manifest& manifest, const Plan& plan,
                            const JobResults& results, const OutputFolder& folder);

/// The times of the jobs that this process ran, in JSON.
std::string write_timings(const Plan& plan, const JobResults& results, double seconds,
                          int threads, const std::string& origin);

}  // namespace throng::farm

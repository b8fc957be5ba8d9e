#pragma once

#include "job.hpp"
#include "manifest.hpp"

#include <throng/monitor.hpp>
#include <throng/result.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace throng::farm {

/// A map of the manifest.
struct PlannedMap {
  std::string name;  ///< as the manifest names it
  std::string hash;  ///< XXH3 of the file, 32 digits
  std::int32_t width = 0, height = 0;
  std::string error;  ///< why it cannot be read; else empty
};

/// What an order makes of one map for one class.
struct PlannedOutput {
  std::size_t map = 0;            ///< by number, in Plan::maps
  std::size_t order = 0;          ///< in Manifest::orders
  std::size_t unit = 0;           ///< in Manifest::classes
  std::vector<std::size_t> jobs;  ///< in Plan::jobs: of a matrix, its points and its shards
  std::string refusal;            ///< why there are none; else empty
};

/// All jobs of a manifest. The same for everybody who reads the same files.
struct Plan {
  std::vector<PlannedMap> maps;
  std::vector<PlannedOutput> outputs;  ///< by map, order and class
  std::vector<Job> jobs;               ///< each output once; the dearest first
  std::vector<std::string> refusals;   ///< by job: why it must not run; else empty
};

struct PlanOptions {
  std::size_t memory = 0;  ///< bytes that a job may take
  int threads = 0;         ///< that read maps; 0: all cores
  int job_threads = 1;     ///< of a job
};

/// Reads all maps. A map that cannot be read, or on which an order is not possible, is a
/// refusal of its outputs, not an error. The monitor counts maps.
/// Errors: those of find_maps; cancelled.
Result<Plan> make_plan(const Manifest& manifest, const PlanOptions& options,
                       Monitor& monitor);

}  // namespace throng::farm

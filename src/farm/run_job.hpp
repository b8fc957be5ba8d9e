#pragma once

#include "job.hpp"
#include "output_folder.hpp"

#include <throng/monitor.hpp>
#include <throng/workers.hpp>

#include <cstdint>
#include <string>

namespace throng::farm {

/// What became of a job.
enum class JobState : std::uint8_t {
  made,       ///< now
  kept,       ///< it was done, and its output is as it was
  refused,    ///< it cannot be done: the map, or the memory
  failed,     ///< it could not be done now
  cancelled,  ///< by the monitor
};

inline constexpr std::array kJobStates{JobState::made, JobState::kept, JobState::refused,
                                       JobState::failed, JobState::cancelled};

std::string_view name(JobState state) noexcept;
Result<JobState> parse_job_state(std::string_view word);

struct JobResult {
  JobState state = JobState::made;
  std::string reason = {};     ///< of what is refused or failed
  bool output_failed = false;  ///< the disk is full, or the like
  double seconds = 0;
};

/// Makes the output of a job, unless it is there. The output and its record are written
/// beside their places and renamed; after an error neither is new. Does not throw: a job
/// that runs out of memory has failed.
JobResult run_job(const Job& job, const OutputFolder& folder, Workers& workers,
                  Monitor& monitor);

}  // namespace throng::farm

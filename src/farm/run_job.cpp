#include "run_job.hpp"

#include "../core/words.hpp"
#include "../experiment/stopwatch.hpp"
#include "make_output.hpp"

#include <new>
#include <optional>

namespace throng::farm {
namespace {

JobResult failed(const Error& error) {
  const bool cancelled = error.code == Code::cancelled;
  return {cancelled ? JobState::cancelled : JobState::failed, error.what};
}

JobResult make(const Job& job, const OutputFolder& folder, Workers& workers,
               Monitor& monitor) {
  const Result<Facts> made = make_output(job, folder, workers, monitor);
  if (!made) {
    JobResult result = failed(made.error());
    result.output_failed =
        made.error().code == Code::io && made.error().what.starts_with(folder.path());
    return result;
  }
  if (const auto record = folder.complete(job, *made); !record)
    return {JobState::failed, record.error().what, true};
  return {JobState::made};
}

}  // namespace

std::string_view name(JobState state) noexcept {
  constexpr std::array<std::string_view, kJobStates.size()> kWords{
      "made", "kept", "refused", "failed", "cancelled"};
  return word_of(kWords, state);
}

Result<JobState> parse_job_state(std::string_view word) {
  return find_word(kJobStates, word);
}

JobResult run_job(const Job& job, const OutputFolder& folder, Workers& workers,
                  Monitor& monitor) {
  const experiment::Stopwatch stopwatch;
  JobResult result{JobState::kept};
  try {
    if (!folder.verify(job)) result = make(job, folder, workers, monitor);
  } catch (const std::bad_alloc&) {
    result = {JobState::failed, job.map.path + ": out of memory, although estimated at " +
                                    std::to_string((job.memory >> 20) + 1) + " MB"};
  }
  result.seconds = stopwatch.seconds();
  return result;
}

}  // namespace throng::farm

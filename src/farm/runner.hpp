#pragma once

#include "output_folder.hpp"
#include "plan.hpp"
#include "run_job.hpp"

#include <throng/monitor.hpp>

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <vector>

namespace throng::farm {

/// How far a farm is, for those who wait for it.
struct FarmProgress {
  std::size_t done = 0, jobs = 0;
  double seconds_done = 0, seconds_in_all = 0;  ///< as estimated
  std::size_t made = 0, kept = 0, failed = 0;
};

/// Which jobs of a plan a process runs, hands them out and collects their results. Thread
/// safety: all members may be called concurrently.
class JobQueue {
 public:
  /// shard of shards: of the jobs, in the order of the plan, every `shards`-th from this.
  /// memory: of all jobs that run at once, at least that of the plan.
  JobQueue(const Plan& plan, std::size_t shard, std::size_t shards, std::size_t memory);

  /// The next job that fits into the memory beside those that run; nothing if there is none
  /// now. A throughput experiment fits if nothing else runs.
  std::optional<std::size_t> take();
  /// Waits until there is one; nothing if there will be none.
  std::optional<std::size_t> wait_and_take();
  void give_back(std::size_t job, JobResult result);
  /// Hands out no more jobs.
  void stop();

  /// Whether no job is left to hand out.
  bool empty() const;
  /// Whether, besides, none runs.
  bool finished() const;
  FarmProgress progress() const;
  /// By job; nothing: of another shard, or not run. Pre: nothing runs.
  const std::vector<std::optional<JobResult>>& results() const noexcept { return results_; }
  /// Why jobs were left, if an output could not be written; else empty.
  std::string stopped_because() const;

 private:
  std::optional<std::size_t> take_locked();

  const Plan& plan_;
  const std::size_t memory_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::size_t> left_;  ///< the next one first
  std::vector<std::optional<JobResult>> results_;
  std::size_t running_ = 0, memory_used_ = 0;
  bool exclusive_ = false;  ///< an experiment runs
  std::string stopped_because_;
  FarmProgress progress_;
};

/// Runs the jobs of a queue on the threads of this process, and returns when none is left.
/// If the monitor cancels, running jobs are dropped.
/// threads: jobs at a time. job_threads: of each job.
void run_jobs(const Plan& plan, const OutputFolder& folder, int threads, int job_threads,
              JobQueue& queue, const Monitor& monitor);

}  // namespace throng::farm

#include "runner.hpp"

#include <throng/assert.hpp>

#include <algorithm>
#include <chrono>
#include <memory>
#include <thread>
#include <utility>

namespace throng::farm {

JobQueue::JobQueue(const Plan& plan, std::size_t shard, std::size_t shards,
                   std::size_t memory)
    : plan_(plan), memory_(memory), results_(plan.jobs.size()) {
  for (std::size_t job = shard; job < plan.jobs.size(); job += shards) {
    if (!plan.refusals[job].empty()) {
      results_[job] = JobResult{JobState::refused, plan.refusals[job]};
      continue;
    }
    left_.push_back(job);
    progress_.seconds_in_all += plan.jobs[job].seconds;
  }
  progress_.jobs = left_.size();
}

std::optional<std::size_t> JobQueue::take_locked() {
  for (auto next = left_.begin(); next != left_.end(); ++next) {
    const Job& job = plan_.jobs[*next];
    const bool alone = job.kind == JobKind::throughput;
    if (exclusive_ || (alone && running_ > 0)) return std::nullopt;
    if (job.memory > memory_ - memory_used_) continue;
    const std::size_t taken = *next;
    left_.erase(next);
    ++running_;
    memory_used_ += job.memory;
    exclusive_ = alone;
    return taken;
  }
  return std::nullopt;
}

std::optional<std::size_t> JobQueue::take() {
  const std::scoped_lock lock(mutex_);
  return take_locked();
}

std::optional<std::size_t> JobQueue::wait_and_take() {
  std::unique_lock lock(mutex_);
  for (;;) {
    if (auto job = take_locked()) return job;
    if (left_.empty()) return std::nullopt;
    changed_.wait(lock);
  }
}

void JobQueue::give_back(std::size_t job, JobResult result) {
  {
    const std::scoped_lock lock(mutex_);
    --running_;
    memory_used_ -= plan_.jobs[job].memory;
    exclusive_ = false;
    ++progress_.done;
    progress_.seconds_done += plan_.jobs[job].seconds;
    progress_.made += result.state == JobState::made ? 1 : 0;
    progress_.kept += result.state == JobState::kept ? 1 : 0;
    progress_.failed += result.state == JobState::failed ? 1 : 0;
    if (result.output_failed && stopped_because_.empty()) {
      stopped_because_ = result.reason;
      left_.clear();
    }
    results_[job] = std::move(result);
  }
  changed_.notify_all();
}

void JobQueue::stop() {
  {
    const std::scoped_lock lock(mutex_);
    left_.clear();
  }
  changed_.notify_all();
}

bool JobQueue::empty() const {
  const std::scoped_lock lock(mutex_);
  return left_.empty();
}

bool JobQueue::finished() const {
  const std::scoped_lock lock(mutex_);
  return left_.empty() && running_ == 0;
}

FarmProgress JobQueue::progress() const {
  const std::scoped_lock lock(mutex_);
  return progress_;
}

std::string JobQueue::stopped_because() const {
  const std::scoped_lock lock(mutex_);
  return stopped_because_;
}

void run_jobs(const Plan& plan, const OutputFolder& folder, int threads, int job_threads,
              JobQueue& queue, const Monitor& monitor) {
  const auto count = static_cast<std::size_t>(threads);
  const auto monitors = std::make_unique<Monitor[]>(count);  // one for each running job
  const auto run = [&](Monitor& own) {
    Workers workers(job_threads);
    while (const auto job = queue.wait_and_take()) {
      queue.give_back(*job, run_job(plan.jobs[*job], folder, workers, own));
      if (own.cancel) return;
    }
  };
  std::vector<std::jthread> running;
  for (std::size_t i = 0; i < count; ++i)
    running.emplace_back([&, i] { run(monitors[i]); });
  // A signal arrives in one monitor; each job has its own.
  constexpr std::chrono::milliseconds kBetween{20};
  while (!queue.finished()) {
    if (monitor.cancel) {
      queue.stop();
      for (std::size_t i = 0; i < count; ++i) monitors[i].cancel = true;
    }
    std::this_thread::sleep_for(kBetween);
  }
}

}  // namespace throng::farm

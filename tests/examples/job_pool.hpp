#pragma once

#include <throng/workers.hpp>

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

/// A job system as small as can be: threads that wait for jobs in one queue.
class JobPool final : public throng::Executor {
 public:
  explicit JobPool(int threads) {
    for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { work(); });
  }

  ~JobPool() override {
    {
      const std::lock_guard lock(mutex_);
      closing_ = true;
    }
    wake_.notify_all();  // threads_ joins
  }

  int concurrency() const override { return static_cast<int>(threads_.size()); }

  void parallel_for(std::size_t count, Body body) override {
    std::size_t left = count;
    std::unique_lock lock(mutex_);
    for (std::size_t i = 0; i < count; ++i)
      jobs_.emplace_back([this, body, i, &left] {
        body(i);
        const std::lock_guard done(mutex_);
        if (--left == 0) all_done_.notify_all();
      });
    wake_.notify_all();
    all_done_.wait(lock, [&] { return left == 0; });
  }

 private:
  void work() {
    for (;;) {
      std::unique_lock lock(mutex_);
      wake_.wait(lock, [&] { return closing_ || !jobs_.empty(); });
      if (jobs_.empty()) return;
      const std::function<void()> job = std::move(jobs_.front());
      jobs_.pop_front();
      lock.unlock();
      job();
    }
  }

  std::mutex mutex_;
  std::condition_variable wake_, all_done_;
  std::deque<std::function<void()>> jobs_;
  bool closing_ = false;
  std::vector<std::jthread> threads_;
};

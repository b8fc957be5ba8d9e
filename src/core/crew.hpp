#pragma once

#include "threads.hpp"

#include <throng/workers.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <memory>

#if THRONG_PROFILE
#include "loop_profile.hpp"
#endif

#if THRONG_USE_TBB
#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <optional>
#else
#include <vector>
#endif

namespace throng {

#if !THRONG_PROFILE
/// Times a step in builds with THRONG_PROFILE, and does nothing in others.
class StepTimer {
 public:
  explicit constexpr StepTimer(const char* /*name*/) noexcept {}
};
#endif

/// The number of threads that the process may run at once.
inline int hardware_threads() {
#if THRONG_USE_TBB
  return tbb::info::default_concurrency();  // unlike std::thread, it respects CPU affinity
#else
  return processors();
#endif
}

/// The number of threads nearest to the one asked for.
inline int possible_threads(int threads) {
  return std::clamp(threads, 1, Workers::kMaxThreads);
}

// The only file that uses oneTBB. The other backend starts its own threads. It is for
// ThreadSanitizer, which cannot see the synchronisation inside a libtbb built without it,
// and for platforms without oneTBB.
#if THRONG_USE_TBB

/// The threads of the caller's arena.
class CurrentArena final : public Executor {
 public:
  int concurrency() const override { return tbb::this_task_arena::max_concurrency(); }

  void parallel_for(std::size_t count, Body body) override {
    tbb::this_task_arena::isolate([&] { run(count, body); });
  }

  static void run(std::size_t count, Body body) {
    using Range = tbb::blocked_range<std::size_t>;
    const auto run_part = [&](const Range& part) {
      for (std::size_t i = part.begin(); i < part.end(); ++i) body(i);
    };
    tbb::parallel_for(Range(0, count), run_part, tbb::simple_partitioner{});
  }
};

/// A fixed number of own threads, in an arena.
class OwnThreads final : public Executor {
 public:
  explicit OwnThreads(int threads) : threads_(threads), arena_(threads) {
    // Without it oneTBB silently limits the arena to hardware_threads(). Only then: of
    // several live controls the smallest wins, so a small crew would starve a large one.
    if (threads > hardware_threads())
      allowance_.emplace(tbb::global_control::max_allowed_parallelism,
                         static_cast<std::size_t>(threads));
  }

  int concurrency() const override { return threads_; }

  void parallel_for(std::size_t count, Body body) override {
    arena_.execute([&] { CurrentArena::run(count, body); });
  }

 private:
  int threads_;
  std::optional<tbb::global_control> allowance_;
  tbb::task_arena arena_;
};

#else

/// There is no arena: runs on the calling thread alone.
class CurrentArena final : public Executor {
 public:
  int concurrency() const override { return 1; }

  void parallel_for(std::size_t count, Body body) override {
    for (std::size_t i = 0; i < count; ++i) body(i);
  }
};

/// A fixed number of own threads, started for each call.
class OwnThreads final : public Executor {
 public:
  explicit OwnThreads(int threads) : threads_(threads) {}

  int concurrency() const override { return threads_; }

  void parallel_for(std::size_t count, Body body) override {
    std::vector<Thread> others;
    for (std::size_t i = 1; i < count; ++i) others.emplace_back(body, i);
    body(0);
  }

 private:
  int threads_;
};

#endif

/// The first exception thrown on any of several threads.
class FirstException {
 public:
  void keep() noexcept {
    if (!kept_.exchange(true)) exception_ = std::current_exception();
  }
  /// Pre: no thread calls keep() any more.
  void rethrow() const {
    if (exception_) std::rethrow_exception(exception_);
  }

 private:
  std::atomic<bool> kept_{false};
  std::exception_ptr exception_;
};

/// Distributes blocks of an index range over the threads of an executor, or over a fixed
/// number of own threads.
class Crew {
 public:
  /// 0: as many threads as the process may run at once. See possible_threads().
  explicit Crew(int threads)
      : own_(std::make_unique<OwnThreads>(
            possible_threads(threads == 0 ? hardware_threads() : threads))),
        executor_(own_.get()),
        size_(executor_->concurrency()) {}

  /// Owns no threads. Pre: the executor outlives the crew.
  explicit Crew(Executor& executor)
      : executor_(&executor), size_(possible_threads(executor.concurrency())) {}

  int size() const noexcept { return size_; }

  /// Calls body(thread, begin, end) until each index of [0, count) is covered exactly once,
  /// in blocks of at most `block`. `thread` is in [0, size()). No two concurrent calls
  /// share it, so it may index per-thread memory. Low indices come first. Returns when all
  /// blocks are done. After an exception no new block starts; the call returns once the
  /// running blocks are done. A body must not wait for another body, which may not have
  /// begun.
  ///
  /// Loops do not nest: a body must not use a Crew. Executors of engines need not be
  /// reentrant, and per-thread memory stays that of one task: a thread that waits for an
  /// inner loop could receive a block of the outer one. Work in several dimensions
  /// (classes, parts of an index, windows of an edit) is one list of tasks instead. The
  /// cost: a list ends with its longest task on one thread. Of a farm of 54 maps that is a
  /// tenth of the work, so that 16 threads do it 9 times as fast as one, not 16 times.
#if THRONG_PROFILE
  template <class Body>
  void for_each_block(std::size_t count, std::size_t block, const Body& body,
                      const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
    LoopTimer timer({file, line}, count / block + (count % block != 0));
    run_blocks(count, block, [&](int thread, std::size_t begin, std::size_t end) {
      timer.time(begin / block, [&] { body(thread, begin, end); });
    });
  }

 private:
  template <class Body>
  void run_blocks(std::size_t count, std::size_t block, const Body& body) {
#else
  template <class Body>
  void for_each_block(std::size_t count, std::size_t block, const Body& body) {
#endif
    if (size_ == 1 || count <= block) {
      for (std::size_t begin = 0; begin < count; begin += block)
        body(0, begin, std::min(begin + block, count));
      return;
    }
    // Each thread runs one task, which takes blocks until none is left. So the executor
    // need not number its threads, and where it runs fewer of them, the others process more
    // blocks.
    std::atomic<std::size_t> next{0};  // relaxed: it orders nothing but the blocks
    FirstException failure;
    const auto task = [&](std::size_t thread) noexcept {
      try {
        for (std::size_t begin;
             (begin = next.fetch_add(block, std::memory_order_relaxed)) < count;)
          body(static_cast<int>(thread), begin, std::min(begin + block, count));
      } catch (...) {
        failure.keep();
        next.store(count, std::memory_order_relaxed);
      }
    };
    // By one reference for all calls: a second copy of the code is optimised less.
    const Executor::Body run = reference_to(task);
    executor_->parallel_for(tasks_for(count, block), run);
    run(0);  // what an executor left undone, such as that of an engine that shuts down
    failure.rethrow();
  }

 private:
  std::size_t tasks_for(std::size_t count, std::size_t block) const noexcept {
    return std::min(static_cast<std::size_t>(size_), (count - 1) / block + 1);
  }

  template <class Task>
  static Executor::Body reference_to(const Task& task) noexcept {
    return {[](const void* context, std::size_t i) noexcept {
              (*static_cast<const Task*>(context))(i);
            },
            &task};
  }

  std::unique_ptr<Executor> own_;  ///< null: the executor is the caller's
  Executor* executor_;             ///< never null
  int size_;
};

}  // namespace throng

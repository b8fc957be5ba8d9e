#pragma once

#include <throng/assert.hpp>

#include <algorithm>
#include <cstddef>

#if THRONG_USE_TBB
#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <optional>
#else
#include <atomic>
#include <thread>
#include <vector>
#endif

namespace throng {

/// As many threads as the process may run at once.
inline int hardware_threads() {
#if THRONG_USE_TBB
  return tbb::info::default_concurrency();  // unlike the standard's it heeds an affinity
#else
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
#endif
}

/// A fixed number of threads that share out blocks of an index range by work stealing.
/// The only file that knows oneTBB. The other backend, std::jthread and one counter, is
/// what ThreadSanitizer runs: it cannot see the synchronisation inside a libtbb built
/// without it.
class Crew {
 public:
  /// 0: as many as the process may run at once.
  explicit Crew(int threads) : size_(threads == 0 ? hardware_threads() : threads) {
    THRONG_ASSERT(threads >= 0);
#if THRONG_USE_TBB
    // Without it oneTBB silently gives no more threads than that. Only then: of
    // several controls alive the smallest wins, so that a small crew would starve a large.
    if (size_ > hardware_threads())
      allowance_.emplace(tbb::global_control::max_allowed_parallelism,
                         static_cast<std::size_t>(size_));
#endif
  }

  int size() const noexcept { return size_; }

  /// body(thread, begin, end) until every index of [0, count) is covered, each exactly
  /// once, in blocks of at most `block`. `thread` is in [0, size()) and no two calls that
  /// run at the same time share it, so it may index per-thread memory. A thread begins with
  /// low indices. Returns when all are done. A body must not use a Crew itself (a thread
  /// that waits could be given another block while its per-thread memory is in use) nor
  /// wait for another body (which may not have begun).
  template <class Body>
  void for_each_block(std::size_t count, std::size_t block, const Body& body) {
    if (size_ == 1 || count <= block) {
      for (std::size_t begin = 0; begin < count; begin += block)
        body(0, begin, std::min(begin + block, count));
      return;
    }
    share_out(count, block, body);
  }

 private:
  template <class Body>
  void share_out(std::size_t count, std::size_t block, const Body& body);

  int size_;
#if THRONG_USE_TBB
  std::optional<tbb::global_control> allowance_;
  tbb::task_arena arena_{size_};
#endif
};

#if THRONG_USE_TBB

template <class Body>
void Crew::share_out(std::size_t count, std::size_t block, const Body& body) {
  using Range = tbb::blocked_range<std::size_t>;
  const auto run = [&](const Range& part) {
    body(tbb::this_task_arena::current_thread_index(), part.begin(), part.end());
  };
  arena_.execute(
      [&] { tbb::parallel_for(Range(0, count, block), run, tbb::simple_partitioner{}); });
}

#else

template <class Body>
void Crew::share_out(std::size_t count, std::size_t block, const Body& body) {
  std::atomic<std::size_t> next{0};
  const auto run = [&](int thread) {
    for (std::size_t begin; (begin = next.fetch_add(block)) < count;)
      body(thread, begin, std::min(begin + block, count));
  };
  std::vector<std::jthread> others;
  for (int thread = 1; thread < size_; ++thread) others.emplace_back(run, thread);
  run(0);
}

#endif

}  // namespace throng

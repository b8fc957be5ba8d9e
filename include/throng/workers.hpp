#pragma once

#include <throng/export.hpp>

#include <cstddef>
#include <memory>
#include <memory_resource>

namespace throng {

/// Runs throng's work on the caller's threads: an engine derives from this class and passes
/// the bodies to its job system. Calls whose Workers have an executor start no thread.
///
/// Results are identical for every executor, whatever the threads, the order and the
/// concurrency of the bodies.
class Executor {
 public:
  /// The work to run for each index: a reference to a function, two pointers to copy, valid
  /// until parallel_for() returns. A body throws nothing: an exception inside (only
  /// std::bad_alloc) is stored, and the call to throng rethrows it on its thread after
  /// parallel_for().
  class Body {
   public:
    using Function = void(const void* context, std::size_t i) noexcept;

    Body(Function* function, const void* context) noexcept
        : function_(function), context_(context) {}

    void operator()(std::size_t i) const noexcept { function_(context_, i); }

   private:
    Function* function_;   ///< never null
    const void* context_;  ///< never null
  };

  Executor() = default;
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;
  virtual ~Executor() = default;

  /// The maximum number of bodies that run at once, clamped to 1 to Workers::kMaxThreads.
  /// Workers call it once, when they are constructed, and keep scratch memory for each
  /// body. With 1 the calling thread does all work.
  virtual int concurrency() const = 0;

  /// Calls body(i) once for each i below `count`, on any threads, in any order. Returns
  /// after all calls have returned; the caller then sees their writes. count <=
  /// concurrency(). The calling thread then does the work of bodies that were not called.
  ///
  /// Thread safety: called by the thread that called throng, concurrently only if several
  /// Workers share the executor, never from within a body. Bodies share the work by a
  /// counter and never wait for each other: running fewer at once, or one after the other,
  /// only takes longer. A waiting thread may run other jobs, but none that uses the same
  /// Workers.
  /// Throws: may throw once all bodies have finished; the call to throng rethrows it.
  virtual void parallel_for(std::size_t count, Body body) = 0;
};

/// Returns an executor for the caller's oneTBB arena: the arena of
/// tbb::task_arena::execute() or of the current task, else the thread's default arena.
/// Construct the Workers inside that arena too: concurrency() is the arena's at that time,
/// and limits later calls in other arenas. A waiting thread runs no unrelated tasks, so the
/// caller may hold a lock. Without oneTBB (THRONG_USE_TBB=OFF) concurrency() is 1.
THRONG_API Executor& current_arena() noexcept;

/// Threads, and for each thread the scratch memory of one search or sweep: the mutable half
/// of solving and building. Expensive to construct: construct one and keep it. Serves any
/// grid, one call at a time: a second call at the same time, and a call with moved-from
/// Workers, stops the program with a message.
///
/// All scratch memory comes from `memory`, and is freed with the Workers. Worker threads
/// allocate, so the resource must be thread-safe (such as the default resource or
/// std::pmr::synchronized_pool_resource), unless threads() is 1 or the bodies run one at a
/// time. Solver::solve, solve_lines and smooth allocate nothing else, except:
/// - their results;
/// - memory of the executor or oneTBB;
/// - one byte a cell, by Algorithm::bidirectional on grids that are not symmetric().
/// Index::build and the fields use `memory` for sweeps only.
///
/// A call throws std::bad_alloc if a resource does, and what its executor throws. The
/// Workers remain usable. The queries or requests of Solver::solve are then cancelled, and
/// any-angle paths are empty. Other results, and those whose own memory ran out, are
/// unspecified until they are overwritten.
class Workers {
 public:
  /// threads: 0 uses every hardware thread; other numbers are clamped to 1 to kMaxThreads.
  /// Pre: `memory` is not null and outlives the Workers.
  THRONG_API explicit Workers(int threads = 0, std::pmr::memory_resource* memory =
                                                   std::pmr::get_default_resource());
  /// Uses the executor's threads. Pre: the executor outlives the Workers.
  THRONG_API explicit Workers(Executor& executor, std::pmr::memory_resource* memory =
                                                      std::pmr::get_default_resource());
  THRONG_API ~Workers();
  THRONG_API Workers(Workers&&) noexcept;
  THRONG_API Workers& operator=(Workers&&) noexcept;

  static constexpr int kMaxThreads = 1024;

  /// The maximum number of threads that run at once; each has scratch memory.
  THRONG_API int threads() const noexcept;

  /// Bytes of scratch memory of all threads: 4 to 16 bytes a padded cell for each thread
  /// that has worked, 4 or 5 a cell for fields, and the largest open list and paths so far.
  /// Grows to a high-water mark and never shrinks.
  THRONG_API std::size_t memory_bytes() const noexcept;

  struct Impl;

 private:
  friend class WorkersInUse;  // of the library alone

  Impl& impl() const noexcept;

  std::unique_ptr<Impl> impl_;  ///< null: moved from
};

}  // namespace throng

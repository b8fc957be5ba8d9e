#pragma once

#include <cstddef>
#include <memory>
#include <memory_resource>

namespace throng {

/// Threads of the caller: an engine derives from this and hands the bodies to its own job
/// system. Calls with Workers of an executor start no thread.
///
/// Results are the same bytes with every executor: whatever runs where, in what order, and
/// how much of it at once.
class Executor {
 public:
  /// What is to be run for each index: a reference to a function, two pointers to copy,
  /// valid until parallel_for() returns. It throws nothing: an exception inside, which
  /// can only be std::bad_alloc, waits until parallel_for() has returned and then leaves
  /// the call to throng, on the thread that made it.
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

  /// The most bodies to run at once, 1 to Workers::kMaxThreads. Workers ask when they are
  /// made and keep scratch memory for each. With 1, all is done by the caller.
  virtual int concurrency() const = 0;

  /// Calls body(i) once for each i below `count`, on any threads, in any order, and returns
  /// when all calls have; the caller then sees what they wrote. count <= concurrency().
  ///
  /// Threads: called by the thread that called throng (by several at once if several
  ///          Workers share the executor), never from within a body. Bodies share out the
  ///          work by a counter and do not wait for each other: where fewer run at once, or
  ///          one after the other, it only takes longer. A thread that waits here may run
  ///          other jobs, but none that uses the same Workers.
  /// Throws:  what it likes, once no body runs any more: it leaves the call to throng.
  virtual void parallel_for(std::size_t count, Body body) = 0;
};

/// Runs bodies in the oneTBB arena in which throng is called: inside
/// tbb::task_arena::execute() or any task that arena, else the thread's default one. Make
/// the Workers there too, for concurrency() is that of the arena it is asked in; in another
/// one no more run at once. The thread that waits takes no foreign tasks meanwhile, so the
/// caller may hold a lock. Without oneTBB (THRONG_USE_TBB=OFF) concurrency() is 1.
Executor& current_arena() noexcept;

/// The mutable half of solving and of building: threads, and for each of them the scratch
/// memory of one search or sweep. Heavy to make, so make one and keep it; serves one call
/// at a time, for any grid.
///
/// All scratch memory comes from `memory`, and goes back when the Workers do. It grows on
/// the threads that work, so that a resource has to be synchronized (as the default one is,
/// or std::pmr::synchronized_pool_resource) unless threads() is 1 or one body runs at a
/// time. Solver::solve and solve_any_angle take no other memory but that of their results,
/// and what the executor or oneTBB takes (and a byte a cell, by bidirectional where there
/// and back cost differently). Index::build and the fields use it for sweeps alone.
///
/// When a resource throws std::bad_alloc, the call does. The Workers are as good as before;
/// what the call was to fill in holds anything until it is filled in again.
class Workers {
 public:
  /// 0: as many threads as the machine has. Pre: 0 <= threads <= kMaxThreads; memory
  /// outlives the Workers and is not null.
  explicit Workers(int threads = 0,
                   std::pmr::memory_resource* memory = std::pmr::get_default_resource());
  /// No threads, but those of the executor. Pre: it outlives the Workers.
  explicit Workers(Executor& executor,
                   std::pmr::memory_resource* memory = std::pmr::get_default_resource());
  ~Workers();
  Workers(Workers&&) noexcept;
  Workers& operator=(Workers&&) noexcept;

  static constexpr int kMaxThreads = 1024;

  /// The most that run at once: as many have scratch memory.
  int threads() const noexcept;

  /// Bytes of scratch held by all threads: 4 to 16 a padded cell and thread that has
  /// worked, and the largest open list and paths met so far. Grows to a high-water mark and
  /// stays.
  std::size_t memory_bytes() const noexcept;

  struct Impl;
  /// For the library alone: the type is private to it.
  Impl& impl() noexcept { return *impl_; }

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace throng

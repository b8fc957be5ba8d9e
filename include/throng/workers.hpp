#pragma once

#include <throng/executor.hpp>

#include <cstddef>
#include <memory>
#include <memory_resource>

namespace throng {

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

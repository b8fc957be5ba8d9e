#pragma once

#include <throng/executor.hpp>

#include <cstddef>
#include <memory>

namespace throng {

/// The mutable half of solving and of building: threads, and for each of them the scratch
/// memory of one search or sweep. Heavy to make, so make one and keep it; serves one call
/// at a time, for any grid.
class Workers {
 public:
  /// 0: as many threads as the machine has. Pre: 0 <= threads <= kMaxThreads.
  explicit Workers(int threads = 0);
  /// No threads, but those of the executor. Pre: it outlives the Workers.
  explicit Workers(Executor& executor);
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

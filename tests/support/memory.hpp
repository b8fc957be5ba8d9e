#pragma once

#include <atomic>
#include <cstddef>
#include <memory_resource>

namespace throng::test {

/// Counts what is taken and given back, and throws std::bad_alloc once it has given as
/// often as it may. Synchronized; knows no operator new.
class CountingMemory final : public std::pmr::memory_resource {
 public:
  ~CountingMemory() override;

  std::size_t bytes() const noexcept { return bytes_; }  ///< in use
  std::size_t allocations() const noexcept { return allocations_; }

  /// From now on.
  void allow(std::size_t allocations) noexcept { left_ = allocations; }
  static constexpr std::size_t kAll = ~std::size_t{0};

 private:
  void* do_allocate(std::size_t bytes, std::size_t alignment) override;
  void do_deallocate(void* memory, std::size_t bytes, std::size_t alignment) override;
  bool do_is_equal(const std::pmr::memory_resource& other) const noexcept override {
    return this == &other;
  }

  std::atomic<std::size_t> bytes_{0};
  std::atomic<std::size_t> allocations_{0};
  std::atomic<std::size_t> left_{kAll};
};

/// While it lives nothing can be had of the default resource.
class NoDefaultMemory {
 public:
  NoDefaultMemory();
  ~NoDefaultMemory();
  NoDefaultMemory(const NoDefaultMemory&) = delete;
  NoDefaultMemory& operator=(const NoDefaultMemory&) = delete;

 private:
  std::pmr::memory_resource* before_;
};

/// How often this thread has called operator new. 0 with sanitizers, which have their own.
std::size_t heap_allocations() noexcept;

/// While it lives, calls of operator new on this thread fail once `allowed` have succeeded.
/// Without effect with sanitizers, which have their own.
class LimitedHeap {
 public:
  explicit LimitedHeap(std::size_t allowed) noexcept;
  ~LimitedHeap();
  LimitedHeap(const LimitedHeap&) = delete;
  LimitedHeap& operator=(const LimitedHeap&) = delete;
};

}  // namespace throng::test

#pragma once

#include <atomic>
#include <cstddef>
#include <memory_resource>

namespace throng {

/// Allocates from another resource and counts the bytes in use. As thread-safe as that
/// resource.
class CountingResource final : public std::pmr::memory_resource {
 public:
  /// Pre: `from` is not null and outlives this.
  explicit CountingResource(std::pmr::memory_resource* from) noexcept : from_(from) {}

  std::size_t bytes() const noexcept { return bytes_.load(std::memory_order_relaxed); }

 private:
  void* do_allocate(std::size_t bytes, std::size_t alignment) override {
    void* const memory = from_->allocate(bytes, alignment);
    bytes_.fetch_add(bytes, std::memory_order_relaxed);
    return memory;
  }
  void do_deallocate(void* memory, std::size_t bytes, std::size_t alignment) override {
    from_->deallocate(memory, bytes, alignment);
    bytes_.fetch_sub(bytes, std::memory_order_relaxed);
  }
  bool do_is_equal(const std::pmr::memory_resource& other) const noexcept override {
    return this == &other;
  }

  std::pmr::memory_resource* from_;
  std::atomic<std::size_t> bytes_{0};
};

}  // namespace throng

#pragma once

#include "threads.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <memory_resource>
#include <new>
#include <utility>

namespace throng {

/// Keeps freed blocks for later requests of the same size and alignment: for programs that
/// make the same objects again and again, and allocate nothing when warm. Free blocks form
/// a list in their own memory, so that to free a block allocates nothing. The list has at
/// most as many blocks of a size as were in use at once. Thread-safe. Throws
/// std::bad_alloc.
///
/// Not a std::pmr::synchronized_pool_resource: that of libstdc++ 12 crashes where the heap
/// has no memory for its pools.
class KeptBlocks final : public std::pmr::memory_resource {
 public:
  KeptBlocks() = default;
  KeptBlocks(const KeptBlocks&) = delete;
  KeptBlocks& operator=(const KeptBlocks&) = delete;
  ~KeptBlocks() override {
    while (free_ != nullptr) {
      Free* const block = std::exchange(free_, free_->next);
      ::operator delete (block, std::align_val_t{block->alignment});
    }
  }

  /// Bytes in use and free.
  std::size_t bytes() const noexcept {
    const Lock lock(mutex_);
    return bytes_;
  }

 private:
  /// Stands in a block that is free.
  struct Free {
    Free* next;
    std::size_t bytes, alignment;
  };
  static std::size_t size_of(std::size_t bytes) noexcept {
    return std::max(bytes, sizeof(Free));
  }
  static std::size_t aligned(std::size_t alignment) noexcept {
    return std::max(alignment, alignof(Free));
  }

  void* do_allocate(std::size_t wanted, std::size_t alignment) override {
    const std::size_t bytes = size_of(wanted);
    alignment = aligned(alignment);
    const Lock lock(mutex_);
    for (Free** at = &free_; *at != nullptr; at = &(*at)->next)
      if ((*at)->bytes == bytes && (*at)->alignment == alignment)
        return std::exchange(*at, (*at)->next);
    void* const block = ::operator new (bytes, std::align_val_t{alignment});
    bytes_ += bytes;
    return block;
  }
  void do_deallocate(void* memory, std::size_t bytes, std::size_t alignment) override {
    const Lock lock(mutex_);
    free_ = std::construct_at(static_cast<Free*>(memory),
                              Free{free_, size_of(bytes), aligned(alignment)});
  }
  bool do_is_equal(const std::pmr::memory_resource& other) const noexcept override {
    return this == &other;
  }

  mutable Mutex mutex_;
  Free* free_ = nullptr;
  std::size_t bytes_ = 0;
};

}  // namespace throng

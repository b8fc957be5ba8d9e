#pragma once

#include "threads.hpp"

#include <cstddef>
#include <memory>
#include <new>
#include <utility>

namespace throng {

/// Makes shared objects whose memory is reused once their last owner is gone. So a program
/// that replaces an object again and again allocates nothing when warm. Objects may outlive
/// the pool, and may be released on any thread. Thread-safe. If memory runs out, make()
/// throws std::bad_alloc and changes nothing.
class VersionPool {
 public:
  VersionPool() : blocks_(std::make_shared<Blocks>()) {}

  template <class T, class... Args>
  std::shared_ptr<T> make(Args&&... args) const {
    return std::allocate_shared<T>(Allocator<T>(blocks_), std::forward<Args>(args)...);
  }

 private:
  /// Stands in a block that is free.
  struct Free {
    Free* next;
    std::size_t bytes, alignment;
  };

  /// Blocks of memory, each for one object. Free blocks form a list in their own memory, so
  /// that to free a block allocates nothing. The list is short: it has at most as many
  /// blocks of a size as objects of that size were alive at once.
  ///
  /// Not a std::pmr::synchronized_pool_resource: that of libstdc++ 12 crashes where the
  /// heap has no memory for its pools.
  class Blocks {
   public:
    Blocks() = default;
    Blocks(const Blocks&) = delete;
    Blocks& operator=(const Blocks&) = delete;
    ~Blocks() {
      while (free_ != nullptr) {
        Free* const block = std::exchange(free_, free_->next);
        ::operator delete (block, std::align_val_t{block->alignment});
      }
    }

    void* allocate(std::size_t bytes, std::size_t alignment) {
      {
        const Lock lock(mutex_);
        for (Free** at = &free_; *at != nullptr; at = &(*at)->next)
          if ((*at)->bytes == bytes && (*at)->alignment == alignment)
            return std::exchange(*at, (*at)->next);
      }
      return ::operator new (bytes, std::align_val_t{alignment});
    }

    void release(void* memory, std::size_t bytes, std::size_t alignment) noexcept {
      const Lock lock(mutex_);
      free_ = new (memory) Free{free_, bytes, alignment};
    }

   private:
    Mutex mutex_;
    Free* free_ = nullptr;
  };

  /// Each object keeps a copy, and with it the memory it lies in.
  template <class T>
  struct Allocator {
    using value_type = T;

    explicit Allocator(std::shared_ptr<Blocks> from) : blocks(std::move(from)) {}
    template <class U>
    Allocator(const Allocator<U>& other) noexcept : blocks(other.blocks) {}  // NOLINT

    T* allocate(std::size_t count) {
      static_assert(sizeof(T) >= sizeof(Free));
      static_assert(alignof(T) >= alignof(Free));
      return static_cast<T*>(blocks->allocate(count * sizeof(T), alignof(T)));
    }
    void deallocate(T* memory, std::size_t count) noexcept {
      blocks->release(memory, count * sizeof(T), alignof(T));
    }
    friend bool operator==(const Allocator&, const Allocator&) = default;

    std::shared_ptr<Blocks> blocks;
  };

  std::shared_ptr<Blocks> blocks_;
};

}  // namespace throng

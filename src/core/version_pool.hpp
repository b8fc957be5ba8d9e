#pragma once

#include "kept_blocks.hpp"

#include <cstddef>
#include <memory>
#include <utility>

namespace throng {

/// Makes shared objects whose memory is reused once their last owner is gone. So a program
/// that replaces an object again and again allocates nothing when warm. Objects may outlive
/// the pool, and may be released on any thread. Thread-safe. If memory runs out, make()
/// throws std::bad_alloc and changes nothing.
class VersionPool {
 public:
  VersionPool() : blocks_(std::make_shared<KeptBlocks>()) {}

  template <class T, class... Args>
  std::shared_ptr<T> make(Args&&... args) const {
    return std::allocate_shared<T>(Allocator<T>(blocks_), std::forward<Args>(args)...);
  }

 private:
  /// Each object keeps a copy, and with it the memory it lies in.
  template <class T>
  struct Allocator {
    using value_type = T;

    explicit Allocator(std::shared_ptr<KeptBlocks> from) : blocks(std::move(from)) {}
    template <class U>
    Allocator(const Allocator<U>& other) noexcept : blocks(other.blocks) {}  // NOLINT

    T* allocate(std::size_t count) {
      return static_cast<T*>(blocks->allocate(count * sizeof(T), alignof(T)));
    }
    void deallocate(T* memory, std::size_t count) noexcept {
      blocks->deallocate(memory, count * sizeof(T), alignof(T));
    }
    friend bool operator==(const Allocator&, const Allocator&) = default;

    std::shared_ptr<KeptBlocks> blocks;
  };

  std::shared_ptr<KeptBlocks> blocks_;
};

}  // namespace throng

#pragma once

#include "huge_pages.hpp"
#include "memory.hpp"

#include <throng/assert.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <memory_resource>
#include <utility>

namespace throng {

/// A counted handle of a block of memory. The last handle frees the block. The block
/// contains its count, so copying a handle allocates nothing.
///
/// Threads: different handles of one block may be copied and destroyed concurrently; one
///          handle is used by one thread at a time. The memory resource must outlive all
///          handles. It must be synchronized if handles are destroyed on several threads.
class SharedBlock {
 public:
  static constexpr std::size_t kAlignment = 64;

  /// Holds nothing.
  SharedBlock() noexcept = default;

  /// Allocates `bytes` bytes, which are not initialized.
  SharedBlock(std::size_t bytes, Memory memory) {
    void* const place = memory.allocate_bytes(sizeof(Head) + bytes, kAlignment);
    prefer_huge_pages(place, sizeof(Head) + bytes);
    head_ = std::construct_at(static_cast<Head*>(place), memory.resource(), bytes);
  }

  SharedBlock(const SharedBlock& other) noexcept : head_(other.head_) {
    // Relaxed: `other` keeps the block alive, and the copy publishes nothing.
    if (head_ != nullptr) head_->handles.fetch_add(1, std::memory_order_relaxed);
  }
  SharedBlock(SharedBlock&& other) noexcept : head_(std::exchange(other.head_, nullptr)) {}
  SharedBlock& operator=(SharedBlock other) noexcept {
    std::swap(head_, other.head_);
    return *this;
  }

  /// Release: the reads through this handle happen before another thread sees the lower
  /// count. Acquire: the reads through all other handles happen before the block is freed.
  ~SharedBlock() {
    if (head_ == nullptr) return;
    if (head_->handles.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
    std::pmr::memory_resource* const memory = head_->memory;
    const std::size_t bytes = memory_bytes();
    std::destroy_at(head_);
    memory->deallocate(head_, bytes, kAlignment);
  }

  /// Whether this is the only handle of the block. If true, the caller may write the block:
  /// all reads through former handles happened before, and only the caller can make new
  /// handles. If false, another thread may have destroyed its handle meanwhile.
  ///
  /// Acquire: after the constructor, counts change by atomic read-modify-write operations
  /// alone. So each decrement belongs to the release sequence of every earlier decrement,
  /// and the load that reads 1 synchronizes with all of them.
  /// Pre: the handle holds a block.
  bool sole() const noexcept {
    THRONG_ASSERT(head_ != nullptr);
    return head_->handles.load(std::memory_order_acquire) == 1;
  }

  /// Null if the handle holds nothing. Aligned to kAlignment.
  std::byte* data() const noexcept {
    return head_ == nullptr ? nullptr : reinterpret_cast<std::byte*>(head_ + 1);
  }
  std::size_t bytes() const noexcept { return head_ == nullptr ? 0 : head_->bytes; }
  /// Bytes that the block occupies, with its count.
  std::size_t memory_bytes() const noexcept {
    return head_ == nullptr ? 0 : sizeof(Head) + head_->bytes;
  }

 private:
  /// Occupies its own cache line: changes of the count do not delay reads of the block.
  struct alignas(kAlignment) Head {
    Head(std::pmr::memory_resource* from, std::size_t size) noexcept
        : memory(from), bytes(size) {}

    std::atomic<std::uint32_t> handles{1};
    std::pmr::memory_resource* memory;
    std::size_t bytes;
  };

  Head* head_ = nullptr;
};

}  // namespace throng

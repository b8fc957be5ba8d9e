#pragma once

#include "memory.hpp"
#include "shared_array.hpp"
#include "shared_block.hpp"

#include <throng/assert.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace throng {

/// A flat array that one writer changes while readers use earlier versions of it.
///
/// The writer changes values by write() and resize(). publish() returns the newest values
/// as a Snapshot, which later changes do not affect: the first change after publish() goes
/// to a spare buffer that no Snapshot holds. Each buffer has one bit for each chunk in
/// which it differs from the newest buffer. So the spare is updated by copying only the
/// chunks that changed since it was the newest buffer itself.
///
/// Buffers: one if no Snapshot exists when the next change begins; two if only Snapshots of
///          the newest version do, the normal case; one more for each older version held.
///          Of the buffers that become unused, kSpares are kept.
/// Cost:    a version costs its changed chunks, copied once, and size / (64 chunks) words
///          read. An additional buffer costs a full copy. Nothing is allocated once the
///          largest size and number of buffers were reached.
/// Threads: one writer at a time. See SharedArray for readers.
/// Memory:  everything is allocated from `memory`. Snapshots may outlive the array, but not
///          the resource; the resource must be synchronized if a Snapshot is destroyed on
///          another thread than the writer's.
template <class T>
class VersionedArray {
  static_assert(std::is_trivially_copyable_v<T>, "values are copied as bytes");
  static_assert(alignof(T) <= SharedBlock::kAlignment);

 public:
  /// Bytes that are copied together. Tuned on edits of 4 x 4 cells; 512 is as fast.
  static constexpr std::size_t kChunkBytes = 256;
  static_assert(kChunkBytes % sizeof(T) == 0, "a value lies in one chunk");

  /// Buffers without Snapshots that are kept besides the newest one, however many older
  /// versions readers hold: one for the next version, and one for the version after it, in
  /// case that nobody lets go of the former newest one in between.
  static constexpr std::size_t kSpares = 2;

  /// A handle of one version.
  using Snapshot = SharedArray<T>;

  /// An array of `size` values equal to `fill`.
  explicit VersionedArray(std::size_t size = 0, const T& fill = {},
                          Memory memory = heap_memory())
      : buffers_(memory) {
    buffers_.reserve(kSpares + 2);
    resize(size, fill);
  }
  /// An array whose values are arbitrary until they are written: the threads that write
  /// them are the first to touch their memory.
  static VersionedArray unset(std::size_t size, Memory memory = heap_memory()) {
    VersionedArray array(0, {}, memory);
    array.reserve(size);
    array.size_ = size;
    return array;
  }
  /// After a move the other array can only be destroyed or assigned to.
  VersionedArray(VersionedArray&&) noexcept = default;
  /// Also takes over the memory resource.
  VersionedArray& operator=(VersionedArray&& other) noexcept {
    if (this != &other) {
      std::destroy_at(this);
      std::construct_at(this, std::move(other));
    }
    return *this;
  }
  ~VersionedArray() = default;

  std::size_t size() const noexcept { return size_; }
  /// The newest values, published or not. Valid until the next call of write() or resize().
  std::span<const T> values() const noexcept { return {newest(), size_}; }

  /// Returns the values [first, first + count), to be changed before the next publish().
  /// Until then, and until resize(), all spans returned by write() are valid.
  /// Pre:    first + count <= size().
  /// Throws: std::bad_alloc; then the array is as before.
  std::span<T> write(std::size_t first, std::size_t count) {
    THRONG_ASSERT(first <= size_ && count <= size_ - first);
    if (published_) take_spare();
    if (count != 0) mark(first, count);
    return {newest() + first, count};
  }

  /// Makes a spare buffer if the next change needs one and there is none. Else that change
  /// copies all values. Throws: std::bad_alloc; then the array is as before.
  void prepare() {
    if (!buffers_.front().block.sole() && freshest_spare() == 0) add_spare();
  }

  /// Appends values equal to `fill`, or removes values at the end. The capacity never
  /// shrinks. It grows by at least a half; that copies all values to a new first buffer.
  /// Pre:    `fill` lies outside of the array.
  /// Throws: std::bad_alloc; then the array is as before.
  void resize(std::size_t size, const T& fill) {
    if (buffers_.empty() || size * sizeof(T) > buffers_.front().block.bytes())
      grow(size);
    else if (published_ && size > size_)
      take_spare();  // here it may throw
    const std::size_t before = std::exchange(size_, size);
    if (size > before) std::ranges::fill(write(before, size - before), fill);
  }

  /// Makes room for `size` values, so that resize() need not copy. Most systems give pages
  /// when they are first written, so room that is not used costs addresses alone.
  /// Throws: std::bad_alloc; then the array is as before.
  void reserve(std::size_t size) {
    if (size * sizeof(T) > buffers_.front().block.bytes()) grow(size);
  }

  /// Returns the newest values as an immutable version. Cost: O(1).
  Snapshot publish() noexcept {
    published_ = true;
    return {buffers_.front().block, size_};
  }

  /// Bytes of all buffers, except those that only Snapshots hold because the array outgrew
  /// them.
  std::size_t memory_bytes() const noexcept {
    std::size_t bytes = buffers_.capacity() * sizeof(Buffer);
    for (const Buffer& buffer : buffers_)
      bytes += buffer.block.memory_bytes() + buffer.stale.capacity() * sizeof(Word);
    return bytes;
  }

 private:
  using Word = std::uint64_t;
  static constexpr std::size_t kWordBits = 64;

  struct Buffer {
    SharedBlock block;
    std::pmr::vector<Word> stale;  ///< one bit a chunk: it differs from the newest buffer

    std::size_t stale_chunks() const noexcept {
      std::size_t count = 0;
      for (const Word word : stale) count += static_cast<std::size_t>(std::popcount(word));
      return count;
    }
  };

  T* newest() const noexcept { return reinterpret_cast<T*>(buffers_.front().block.data()); }

  void mark(std::size_t first, std::size_t count) noexcept {
    const std::size_t last = (first + count - 1) * sizeof(T) / kChunkBytes;
    for (std::size_t k = 1; k < buffers_.size(); ++k)
      for (std::size_t chunk = first * sizeof(T) / kChunkBytes; chunk <= last; ++chunk)
        buffers_[k].stale[chunk / kWordBits] |= Word{1} << chunk % kWordBits;
  }

  /// Makes the newest buffer one that no Snapshot holds.
  void take_spare() {
    if (!buffers_.front().block.sole()) {
      const std::size_t spare = freshest_spare();
      if (spare == 0) {
        add_spare();
        std::swap(buffers_.front(), buffers_.back());
      } else {
        bring_up_to_date(buffers_[spare]);
        std::swap(buffers_.front(), buffers_[spare]);
        free_spares(spare);
      }
    }
    published_ = false;
  }

  /// The slot of the buffer without Snapshots that has the fewest stale chunks; 0: none.
  std::size_t freshest_spare() const noexcept {
    std::size_t spare = 0, fewest = std::numeric_limits<std::size_t>::max();
    for (std::size_t k = 1; k < buffers_.size(); ++k) {
      if (!buffers_[k].block.sole()) continue;
      const std::size_t stale = buffers_[k].stale_chunks();
      if (stale >= fewest) continue;
      fewest = stale;
      spare = k;
    }
    return spare;
  }

  void bring_up_to_date(Buffer& spare) const noexcept {
    const std::byte* const from = buffers_.front().block.data();
    for (std::size_t w = 0; w < spare.stale.size(); ++w)
      for (Word bits = std::exchange(spare.stale[w], 0); bits != 0; bits &= bits - 1) {
        const auto chunk = w * kWordBits + static_cast<std::size_t>(std::countr_zero(bits));
        std::memcpy(spare.block.data() + chunk * kChunkBytes, from + chunk * kChunkBytes,
                    kChunkBytes);
      }
  }

  /// Frees buffers without Snapshots while there are more than kSpares. Keeps the buffer in
  /// slot `before`, which was the newest one, and counts it: it soon is a spare.
  void free_spares(std::size_t before) noexcept {
    std::size_t spares = 1;
    for (std::size_t k = buffers_.size() - 1; k > 0; --k) {
      if (k == before || !buffers_[k].block.sole() || ++spares <= kSpares) continue;
      if (before == buffers_.size() - 1) before = k;
      std::swap(buffers_[k], buffers_.back());
      buffers_.pop_back();
    }
  }

  /// Adds a copy of the newest buffer.
  void add_spare() {
    Buffer copy = make_buffer(buffers_.front().block.bytes());
    if (size_ != 0) std::memcpy(copy.block.data(), newest(), size_ * sizeof(T));
    buffers_.push_back(std::move(copy));
  }

  /// Replaces all buffers by one with room for `size` values.
  void grow(std::size_t size) {
    const std::size_t least = buffers_.empty() ? size : std::max(size, size_ + size_ / 2);
    const std::size_t chunks = (least * sizeof(T) + kChunkBytes - 1) / kChunkBytes;
    Buffer larger = make_buffer(std::max<std::size_t>(chunks, 1) * kChunkBytes);
    if (size_ != 0) std::memcpy(larger.block.data(), newest(), size_ * sizeof(T));
    buffers_.clear();
    buffers_.push_back(std::move(larger));
    published_ = false;
  }

  Buffer make_buffer(std::size_t bytes) const {
    const Memory memory = buffers_.get_allocator();
    return {SharedBlock(bytes, memory),
            std::pmr::vector<Word>(bytes / kChunkBytes / kWordBits + 1, memory)};
  }

  std::size_t size_ = 0;
  bool published_ = false;            ///< since the last change
  std::pmr::vector<Buffer> buffers_;  ///< the newest one first; empty only after a move
};

}  // namespace throng

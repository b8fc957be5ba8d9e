#pragma once

#include "../core/memory.hpp"
#include "bucket_set.hpp"
#include "concept.hpp"

#include <throng/assert.hpp>
#include <throng/query.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

namespace throng {

/// An open list: a ring of 2^ring_bits buckets, each a stack. A bucket holds the keys k
/// with equal k >> shift. The shift is the least for which the ring spans the largest rise
/// of a key. Push and pop are O(1).
///
/// Last in, first out inside a bucket: this tie-breaking dives to the goal. Keys within a
/// bucket are not sorted (with exact costs each of 64 buckets is 128 units, 1/18 of a step,
/// wide), so a search must accept a cell from it again after finding a cheaper way.
///
/// Pre of all functions: no key lies in a bucket before that of the last one popped, and
/// none exceeds it by more than max_rise. Memory is kept between searches. Source: R. Dial,
/// "Algorithm 360", CACM 12(11), 1969, with wide buckets.
template <unsigned ring_bits>
class BasicBucketQueue {
 public:
  using Entry = OpenEntry;
  static constexpr bool kMonotone = true;
  static constexpr bool kSorted = false;
  static constexpr bool kTakesAll = false;  ///< whether keys may rise by more than max_rise

  explicit BasicBucketQueue(Memory memory = {}) : pool_(kBuckets * kChunk, memory) {}

  /// Removes all entries and prepares for keys from first_key on. O(1).
  void clear(Cost first_key, Cost max_rise) noexcept {
    shift_ = shift_for(max_rise);
    bucket_ = first_key >> shift_;
    occupied_.clear();
    for (unsigned b = 0; b < kBuckets; ++b) top_[b] = b * kChunk;
    free_chunk_ = kNone;
    used_ = kBuckets * kChunk;
  }

  static constexpr unsigned shift_for(Cost max_rise) noexcept {
    const auto bits = static_cast<unsigned>(std::bit_width(max_rise));
    const unsigned shift = bits > kRingBits ? bits - kRingBits : 0;
    return (max_rise >> shift) + 1 < kBuckets ? shift : shift + 1;
  }

  /// The key range of the bucket that pop() used last (at first: that of first_key). No key
  /// in the queue is less than floor(); keys less than ceiling() lie in that bucket.
  Cost floor() const noexcept { return bucket_ << shift_; }
  Cost ceiling() const noexcept { return (bucket_ + 1) << shift_; }

  /// The largest key that the ring accepts at present.
  Cost last_key() const noexcept {
    const std::uint64_t end = (std::uint64_t{bucket_} + kBuckets) << shift_;
    return static_cast<Cost>(std::min<std::uint64_t>(end - 1, kUnreachable));
  }

  /// Always inlined: otherwise g++ 12 emits a call, 10 % of the instructions of A*.
  [[gnu::always_inline]] void push(Entry entry, Cost key) {
    const Cost bucket = key >> shift_;
    THRONG_ASSERT(bucket >= bucket_ && bucket - bucket_ < kBuckets);
    const unsigned b = bucket % kBuckets;
    std::uint32_t top = top_[b];
    pool_[top++] = entry;
    if (top % kChunk == kLink) [[unlikely]]
      top = grow(top);
    top_[b] = top;
    occupied_.set(b);
  }

  bool empty() const noexcept { return occupied_.none(); }
  /// Moves on to the bucket of `key`. Pre: empty(), key >= floor().
  void skip_to(Cost key) noexcept { bucket_ = key >> shift_; }

  /// Removes an entry of the first non-empty bucket; false when the queue is empty.
  bool pop(Entry& entry) noexcept {
    if (occupied_.none()) return false;
    bucket_ += occupied_.distance(bucket_ % kBuckets);
    const unsigned b = bucket_ % kBuckets;
    std::uint32_t top = top_[b];
    if (top % kChunk == 0) [[unlikely]]
      top = shrink(top);
    entry = pool_[--top];
    top_[b] = top;
    occupied_.reset_if(b, top == b * kChunk);
    return true;
  }

  /// Slots for entries: searches that need no more do not allocate.
  std::size_t capacity() const noexcept { return pool_.size(); }
  void reserve(std::size_t slots) {
    if (slots > pool_.size()) pool_.resize(slots);
  }

 private:
  static constexpr unsigned kRingBits = ring_bits;
  static constexpr unsigned kBuckets = 1U << kRingBits;
  /// Entries are stored in chunks of this many slots. Each stack keeps its first chunk
  /// permanently, because most stacks are short. The last slot links to the chunk below it
  /// in the stack, or to the next free chunk.
  static constexpr std::uint32_t kChunk = ring_bits == 6 ? 64 : 16;
  static constexpr std::uint32_t kLink = kChunk - 1;
  static constexpr std::uint32_t kNone = 0;  ///< no chunk: chunk 0 is never free

  /// `full` is the link slot of a full chunk. Puts a chunk on top of it and returns that
  /// chunk's first slot.
  std::uint32_t grow(std::uint32_t full) {
    std::uint32_t fresh = free_chunk_;
    if (fresh != kNone) {
      free_chunk_ = pool_[fresh + kLink].cell;
    } else {
      fresh = used_;
      used_ += kChunk;
      if (used_ > pool_.size()) pool_.resize(2 * std::size_t{used_});
    }
    pool_[fresh + kLink].cell = full;
    return fresh;
  }

  /// `empty` is the first slot of a chunk that lies on another one. Frees it and returns
  /// the link slot of the chunk below.
  std::uint32_t shrink(std::uint32_t empty) noexcept {
    const std::uint32_t below = pool_[empty + kLink].cell;
    pool_[empty + kLink].cell = free_chunk_;
    free_chunk_ = empty;
    return below;
  }

  Cost bucket_ = 0;  ///< key >> shift_ of the current bucket
  unsigned shift_ = 0;
  std::conditional_t<ring_bits == 6, OneWord, TwoStageWords<kBuckets>> occupied_;
  std::array<std::uint32_t, kBuckets>
      top_{};  ///< by bucket % kBuckets: the slot to fill next
  std::uint32_t free_chunk_ = kNone;
  std::uint32_t used_ = 0;  ///< slots handed out since clear()
  std::pmr::vector<Entry> pool_;
};

using BucketQueue = BasicBucketQueue<6>;

/// For steps of many weights. If keys rise by up to 18 steps, the buckets of BucketQueue
/// are half a step wide, and a search with a good bound expands most cells out of order
/// (weights 1 to 9, 16 landmarks, brc202d: 10,360 expansions, 7,996 of them of cells
/// expanded before, 850 us; with this queue 2,326, none, 300 us).
using FineBucketQueue = BasicBucketQueue<10>;

static_assert(OpenList<BucketQueue> && OpenList<FineBucketQueue>);

}  // namespace throng

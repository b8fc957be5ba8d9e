#pragma once

#include "concept.hpp"

#include <throng/assert.hpp>
#include <throng/query.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace throng {

/// An open list: a ring of 64 buckets, each a stack. A bucket holds the keys k with equal
/// k >> shift, where the shift is the least that lets the ring span the largest rise of a
/// key; one 64-bit word says which buckets hold something. Push and pop are O(1).
///
/// Last in, first out inside a bucket: that is the tie-breaking that dives to the goal.
/// Keys within a bucket are not sorted (with exact costs a bucket is 128 units, 1/18 of a
/// step, wide), so a search must accept a cell from it again when it finds a cheaper way.
///
/// Pre of all: no key lies in a bucket before that of the last one popped, and none exceeds
/// it by more than max_rise. Memory is kept between searches.
/// Source: R. Dial, "Algorithm 360", CACM 12(11), 1969, with wide buckets.
class BucketQueue {
 public:
  using Entry = OpenEntry;
  static constexpr bool kMonotone = true;
  static constexpr bool kSorted = false;

  BucketQueue() : pool_(kBuckets * kChunk) {}

  /// Forgets everything and makes ready for keys from first_key on. O(1).
  void clear(Cost first_key, Cost max_rise) noexcept {
    shift_ = shift_for(max_rise);
    bucket_ = first_key >> shift_;
    occupied_ = 0;
    for (unsigned b = 0; b < kBuckets; ++b) top_[b] = b * kChunk;
    free_chunk_ = kNone;
    used_ = kBuckets * kChunk;
  }

  static constexpr unsigned shift_for(Cost max_rise) noexcept {
    const auto bits = static_cast<unsigned>(std::bit_width(max_rise));
    const unsigned shift = bits > kRingBits ? bits - kRingBits : 0;
    return (max_rise >> shift) + 1 < kBuckets ? shift : shift + 1;
  }

  /// The keys of the bucket that pop() took from last (at first: first_key's): no key in
  /// the queue is less than floor(), those less than ceiling() lie in that bucket.
  Cost floor() const noexcept { return bucket_ << shift_; }
  Cost ceiling() const noexcept { return (bucket_ + 1) << shift_; }

  /// The largest key that the ring takes at present.
  Cost last_key() const noexcept {
    const std::uint64_t end = (std::uint64_t{bucket_} + kBuckets) << shift_;
    return static_cast<Cost>(std::min<std::uint64_t>(end - 1, kUnreachable));
  }

  /// Always inlined: left to itself g++ 12 makes it a call, 10 % of the instructions of A*.
  [[gnu::always_inline]] void push(Entry entry, Cost key) {
    const Cost bucket = key >> shift_;
    THRONG_ASSERT(bucket >= bucket_ && bucket - bucket_ < kBuckets);
    const unsigned b = bucket % kBuckets;
    std::uint32_t top = top_[b];
    pool_[top++] = entry;
    if (top % kChunk == kLink) [[unlikely]]
      top = grow(top);
    top_[b] = top;
    occupied_ |= std::uint64_t{1} << b;
  }

  /// Takes an entry from the first bucket that holds one; false when there is none.
  bool pop(Entry& entry) noexcept {
    if (occupied_ == 0) return false;
    bucket_ += static_cast<Cost>(
        std::countr_zero(std::rotr(occupied_, static_cast<int>(bucket_ % kBuckets))));
    const unsigned b = bucket_ % kBuckets;
    std::uint32_t top = top_[b];
    if (top % kChunk == 0) [[unlikely]]
      top = shrink(top);
    entry = pool_[--top];
    top_[b] = top;
    occupied_ ^= std::uint64_t{top == b * kChunk} << b;
    return true;
  }

  /// Slots for entries: searches that need no more allocate nothing.
  std::size_t capacity() const noexcept { return pool_.size(); }
  void reserve(std::size_t slots) {
    if (slots > pool_.size()) pool_.resize(slots);
  }

  std::size_t memory_bytes() const noexcept {
    return sizeof(*this) + pool_.capacity() * sizeof(Entry);
  }

 private:
  static constexpr unsigned kRingBits = 6;
  static constexpr unsigned kBuckets = 1U << kRingBits;
  /// Entries come in chunks of this many slots; each stack keeps its first chunk for good,
  /// for most stacks are short. The last slot links to the chunk below it in the stack, or
  /// to the next free chunk.
  static constexpr std::uint32_t kChunk = 64;
  static constexpr std::uint32_t kLink = kChunk - 1;
  static constexpr std::uint32_t kNone = 0;  ///< no chunk: chunk 0 is never free

  /// `full` is the link slot of a full chunk; gives the first slot of a chunk put on it.
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

  /// `empty` is the first slot of a chunk that lies on another; frees it and gives the link
  /// slot of the one below.
  std::uint32_t shrink(std::uint32_t empty) noexcept {
    const std::uint32_t below = pool_[empty + kLink].cell;
    pool_[empty + kLink].cell = free_chunk_;
    free_chunk_ = empty;
    return below;
  }

  Cost bucket_ = 0;  ///< key >> shift_ of the bucket in work
  unsigned shift_ = 0;
  std::uint64_t occupied_ = 0;  ///< bit b: stack b holds something
  std::array<std::uint32_t, kBuckets>
      top_{};  ///< by bucket % kBuckets: the slot to fill next
  std::uint32_t free_chunk_ = kNone;
  std::uint32_t used_ = 0;  ///< slots ever handed out
  std::vector<Entry> pool_;
};

static_assert(OpenList<BucketQueue>);

}  // namespace throng

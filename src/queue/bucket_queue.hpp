#pragma once

#include "../core/memory.hpp"
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

/// Which of 64 buckets hold something: one word.
class OneWord {
 public:
  bool none() const noexcept { return word_ == 0; }
  void clear() noexcept { word_ = 0; }
  void set(unsigned b) noexcept { word_ |= std::uint64_t{1} << b; }
  /// Pre: b is set.
  void reset_if(unsigned b, bool empty) noexcept { word_ ^= std::uint64_t{empty} << b; }
  /// How far the first set one is behind b, round the ring. Pre: not none().
  unsigned distance(unsigned b) const noexcept {
    return static_cast<unsigned>(std::countr_zero(std::rotr(word_, static_cast<int>(b))));
  }

 private:
  std::uint64_t word_ = 0;
};

/// The same for up to 4096 buckets: a bit for each, and one for each word of these.
template <unsigned buckets>
class TwoStageWords {
 public:
  bool none() const noexcept { return summary_.none(); }
  void clear() noexcept {
    words_.fill({});
    summary_.clear();
  }
  void set(unsigned b) noexcept {
    words_[b / 64].set(b % 64);
    summary_.set(b / 64);
  }
  void reset_if(unsigned b, bool empty) noexcept {
    words_[b / 64].reset_if(b % 64, empty);
    if (words_[b / 64].none()) summary_.reset_if(b / 64, true);
  }
  unsigned distance(unsigned b) const noexcept {
    const OneWord here = words_[b / 64];
    if (!here.none() && here.distance(b % 64) < 64 - b % 64) return here.distance(b % 64);
    const unsigned next = (b / 64 + 1) % 64;
    const unsigned w = (next + summary_.distance(next)) % 64;
    return (w * 64 + words_[w].distance(0) - b) % buckets;
  }

 private:
  OneWord summary_;
  std::array<OneWord, buckets / 64> words_{};
};

/// An open list: a ring of buckets, each a stack. A bucket holds the keys k with equal
/// k >> shift, where the shift is the least that lets the ring span the largest rise of a
/// key. There are 2^ring_bits buckets. Push and pop are O(1).
///
/// Last in, first out inside a bucket: that is the tie-breaking that dives to the goal.
/// Keys within a bucket are not sorted (with exact costs one of 64 buckets is 128 units,
/// 1/18 of a step, wide), so a search must accept a cell from it again when it finds a
/// cheaper way.
///
/// Pre of all: no key lies in a bucket before that of the last one popped, and none exceeds
/// it by more than max_rise. Memory is kept between searches.
/// Source: R. Dial, "Algorithm 360", CACM 12(11), 1969, with wide buckets.
template <unsigned ring_bits>
class BasicBucketQueue {
 public:
  using Entry = OpenEntry;
  static constexpr bool kMonotone = true;
  static constexpr bool kSorted = false;
  static constexpr bool kTakesAll = false;  ///< keys that rise by more than max_rise, too

  explicit BasicBucketQueue(Memory memory = {}) : pool_(kBuckets * kChunk, memory) {}

  /// Forgets everything and makes ready for keys from first_key on. O(1).
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
    occupied_.set(b);
  }

  bool empty() const noexcept { return occupied_.none(); }
  /// Goes on to the bucket of `key`. Pre: empty(), key >= floor().
  void skip_to(Cost key) noexcept { bucket_ = key >> shift_; }

  /// Takes an entry from the first bucket that holds one; false when there is none.
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

  /// Slots for entries: searches that need no more allocate nothing.
  std::size_t capacity() const noexcept { return pool_.size(); }
  void reserve(std::size_t slots) {
    if (slots > pool_.size()) pool_.resize(slots);
  }

 private:
  static constexpr unsigned kRingBits = ring_bits;
  static constexpr unsigned kBuckets = 1U << kRingBits;
  /// Entries come in chunks of this many slots; each stack keeps its first chunk for good,
  /// for most stacks are short. The last slot links to the chunk below it in the stack, or
  /// to the next free chunk.
  static constexpr std::uint32_t kChunk = ring_bits == 6 ? 64 : 16;
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
  std::conditional_t<ring_bits == 6, OneWord, TwoStageWords<kBuckets>> occupied_;
  std::array<std::uint32_t, kBuckets>
      top_{};  ///< by bucket % kBuckets: the slot to fill next
  std::uint32_t free_chunk_ = kNone;
  std::uint32_t used_ = 0;  ///< slots ever handed out
  std::pmr::vector<Entry> pool_;
};

using BucketQueue = BasicBucketQueue<6>;

/// For steps of many weights: between keys that rise by up to 18 steps the buckets of the
/// other are as wide as half a step, and a search that a good bound leads straight on finds
/// most cells out of order (weights 1 to 9, 16 landmarks, brc202d: 10,360 expansions of
/// which 7,996 were of cells expanded before, 850 us; with this one 2,326, none, 300 us).
using FineBucketQueue = BasicBucketQueue<10>;

static_assert(OpenList<BucketQueue> && OpenList<FineBucketQueue>);

}  // namespace throng

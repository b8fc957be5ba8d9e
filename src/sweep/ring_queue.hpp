#pragma once

#include "../core/memory.hpp"
#include "bucket_set.hpp"

#include <throng/query.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng {

/// An open list for searches whose keys rise in large leaps, like those of jump points: a
/// ring of 4,096 buckets, each a stack, and a bit for each in two levels of words. Push and
/// pop are O(1). Keys beyond the end of the ring wait in its last bucket; when they are
/// popped too early, they are pushed again.
///
/// Last in, first out inside a bucket, whose keys are not sorted: a search must accept a
/// node from it again after finding a cheaper way. A key below the current bucket
/// (inconsistent bounds) is put into that bucket. Memory is kept between searches.
class RingQueue {
 public:
  struct Entry {
    std::uint32_t node;
    Cost g;  ///< cost when pushed: the entry is stale once the node has a smaller one
    Cost key;
  };

  explicit RingQueue(Memory memory = {}) : top_(memory), links_(memory) {}

  /// Removes all entries and prepares for keys from first_key on, in buckets of the largest
  /// power of two that is at most max(1, width). Cost: O(1), and a word for every 64
  /// buckets in use.
  void clear(Cost first_key, Cost width) {
    if (top_.empty()) take_memory();
    occupied_.clear();
    used_ = 0;
    shift_ = static_cast<unsigned>(std::bit_width(width | 1U)) - 1;
    bucket_ = first_key >> shift_;
  }

  /// No key in the queue is less than floor().
  Cost floor() const noexcept { return bucket_ << shift_; }

  [[gnu::always_inline]] void push(Entry entry) {
    const Cost ahead = std::max(entry.key >> shift_, bucket_) - bucket_;
    const unsigned b = (bucket_ + std::min(ahead, Cost{kBuckets - 1})) % kBuckets;
    if (used_ == room_) [[unlikely]]
      grow();
    link_[used_] = {entry, occupied_.test_and_set(b) ? top_[b] : kNone};
    top_[b] = used_++;
  }

  /// Removes an entry of the first non-empty bucket; false when the queue is empty.
  /// Inlined: a query of eight expansions takes 2 % less time.
  [[gnu::always_inline]] bool pop(Entry& entry) {
    while (!occupied_.none()) {
      bucket_ += occupied_.distance(bucket_ % kBuckets);
      entry = take(bucket_ % kBuckets);
      if (entry.key >> shift_ <= bucket_) return true;
      push(entry);
    }
    return false;
  }

  /// Slots for entries: searches that need no more do not allocate.
  std::size_t capacity() const noexcept { return links_.size(); }
  void reserve(std::size_t entries) {
    if (entries <= links_.size()) return;
    links_.resize(entries);
    link_ = links_.data();
    room_ = static_cast<std::uint32_t>(entries);
  }

 private:
  static constexpr unsigned kBuckets = 4096;
  static constexpr std::uint32_t kNone = 0xFFFF'FFFF;

  struct Link {
    Entry entry;
    std::uint32_t below;  ///< the next entry down the stack
  };

  Entry take(unsigned b) noexcept {
    const Link link = link_[top_[b]];
    occupied_.reset_if(b, link.below == kNone);
    top_[b] = link.below;
    return link.entry;
  }

  /// Allocates on first use: a thread may never search for jump points.
  void take_memory() {
    reserve(1024);
    top_.resize(kBuckets);  // last: a non-empty top_ means that memory is allocated
  }

  /// Out of line: inlined, it would take registers from every push.
  [[gnu::noinline]] void grow() { reserve(2 * links_.size()); }

  Cost bucket_ = 0;  ///< key >> shift_ of the current bucket
  unsigned shift_ = 0;
  TwoStageWords<kBuckets> occupied_;
  std::pmr::vector<std::uint32_t> top_;  ///< of the non-empty stacks
  std::uint32_t used_ = 0;
  std::uint32_t room_ = 0;
  Link* link_ = nullptr;          ///< into links_
  std::pmr::vector<Link> links_;  ///< one for each push of a search
};

}  // namespace throng

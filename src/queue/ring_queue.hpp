#pragma once

#include "../core/memory.hpp"

#include <throng/query.hpp>

#include <algorithm>
#include <array>
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
    for (; groups_ != 0; groups_ &= groups_ - 1)
      occupied_[static_cast<unsigned>(std::countr_zero(groups_))] = 0;
    used_ = 0;
    shift_ = static_cast<unsigned>(std::bit_width(width | 1U)) - 1;
    bucket_ = first_key >> shift_;
  }

  /// No key in the queue is less than floor().
  Cost floor() const noexcept { return bucket_ << shift_; }

  [[gnu::always_inline]] void push(Entry entry) {
    const Cost ahead = std::max(entry.key >> shift_, bucket_) - bucket_;
    const unsigned b = (bucket_ + std::min(ahead, Cost{kBuckets - 1})) % kBuckets;
    std::uint64_t& word = occupied_[b / 64];
    const std::uint64_t bit = std::uint64_t{1} << b % 64;
    if (used_ == room_) [[unlikely]]
      grow();
    link_[used_] = {entry, (word & bit) != 0 ? top_[b] : kNone};
    top_[b] = used_++;
    word |= bit;
    groups_ |= std::uint64_t{1} << b / 64;
  }

  /// Removes an entry of the first non-empty bucket; false when the queue is empty.
  /// Inlined: a query of eight expansions takes 2 % less time.
  [[gnu::always_inline]] bool pop(Entry& entry) {
    while (groups_ != 0) {
      entry = take(advance());
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
  static constexpr unsigned kGroups = 64;
  static constexpr unsigned kBuckets = kGroups * 64;
  static constexpr std::uint32_t kNone = 0xFFFF'FFFF;

  struct Link {
    Entry entry;
    std::uint32_t below;  ///< the next entry down the stack
  };

  /// Moves on to the first non-empty bucket. Pre: there is one.
  unsigned advance() noexcept {
    unsigned b = bucket_ % kBuckets;
    std::uint64_t rest = occupied_[b / 64] >> b % 64;
    if (rest == 0) {
      // The next non-empty group. The group of b comes last: its remaining buckets lie
      // before b, one turn of the ring ahead.
      const unsigned after = (b / 64 + 1) % kGroups;
      const auto turn = static_cast<unsigned>(
          std::countr_zero(std::rotr(groups_, static_cast<int>(after))));
      const unsigned next = (after + turn) % kGroups * 64;
      bucket_ += (next - b) % kBuckets;
      b = next;
      rest = occupied_[b / 64];
    }
    const auto skip = static_cast<unsigned>(std::countr_zero(rest));
    bucket_ += skip;
    return b + skip;
  }

  Entry take(unsigned b) noexcept {
    const Link link = link_[top_[b]];
    if (link.below == kNone) {
      std::uint64_t& word = occupied_[b / 64];
      word ^= std::uint64_t{1} << b % 64;
      if (word == 0) groups_ ^= std::uint64_t{1} << b / 64;
    }
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
  std::uint64_t groups_ = 0;  ///< bit i: some bucket of group i is not empty
  std::array<std::uint64_t, kGroups> occupied_{};  ///< one bit for each bucket
  std::pmr::vector<std::uint32_t> top_;            ///< of the non-empty stacks
  std::uint32_t used_ = 0;
  std::uint32_t room_ = 0;
  Link* link_ = nullptr;          ///< into links_
  std::pmr::vector<Link> links_;  ///< one for each push of a search
};

}  // namespace throng

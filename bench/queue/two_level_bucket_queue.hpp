#pragma once

#include "../../src/core/memory.hpp"
#include "../../src/sweep/bucket_bits.hpp"
#include "../../src/sweep/concept.hpp"

#include <throng/assert.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace throng {

/// An open list for keys that rise in leaps of any size, in the exact order of the keys: a
/// ring of wide buckets, and a unit bucket for each key of the current wide bucket. When a
/// wide bucket becomes current, its entries are distributed to the unit buckets. So an
/// entry is moved at most once, and one that is never reached is not moved. Push and pop
/// are O(1).
///
/// The ring spans the largest rise of a key, and the two levels have about equally many
/// buckets: 128 + 64 for a rise of two diagonal steps of 3363, 2^15 + 2^15 for one of 2^29.
/// Last in, first out among equal keys.
///
/// Source: B. Cherkassky, A. Goldberg, C. Silverstein, "Buckets, heaps, lists, and monotone
/// priority queues", SIAM J. Computing 28(4), 1999 (multi-level buckets, of two levels).
class TwoLevelBucketQueue {
 public:
  using Entry = OpenEntry;
  static constexpr bool kMonotone = true;
  static constexpr bool kSorted = true;

  explicit TwoLevelBucketQueue(Memory memory = {})
      : units_(memory), wide_(memory), links_(memory) {}

  /// See OpenList. Cost: O(1), and a word for every 64 buckets in use.
  void clear(Cost first_key, Cost max_rise) {
    unit_bits_ = (static_cast<unsigned>(std::bit_width(max_rise)) + 1) / 2;
    units_.clear(1U << unit_bits_);
    ring_ = std::bit_ceil((max_rise >> unit_bits_) + 2);
    wide_.clear(ring_);
    floor_ = first_key;
    free_ = kNone;
    used_ = 0;
    size_ = 0;
  }

  /// The key that pop() removed last, at first first_key.
  Cost floor() const noexcept { return floor_; }

  void push(Entry entry, Cost key) {
    THRONG_ASSERT(key >= floor_ && wide_of(key) - wide_of(floor_) < ring_);
    const std::uint32_t link = take_link();
    links_[link] = {entry, key, kNone};
    ++size_;
    if (wide_of(key) == wide_of(floor_)) {
      put(units_, unit_of(key), link);
    } else {
      put(wide_, wide_of(key) % ring_, link);
    }
  }

  /// Removes the last entry with the least key; false when the queue is empty.
  bool pop(Entry& entry) noexcept {
    if (size_ == 0) return false;
    unsigned unit = units_.full.first_from(unit_of(floor_));
    if (unit == BucketBits::kNone) {
      advance();
      unit = units_.full.first_from(0);
    }
    const std::uint32_t link = units_.top[unit];
    floor_ = links_[link].key;
    entry = links_[link].entry;
    units_.top[unit] = links_[link].below;
    if (links_[link].below == kNone) units_.full.reset(unit);
    links_[link].below = std::exchange(free_, link);
    --size_;
    return true;
  }

 private:
  static constexpr std::uint32_t kNone = 0xFFFF'FFFF;

  struct Link {
    Entry entry;
    Cost key;
    std::uint32_t below;  ///< in the stack, or the next free link
  };

  /// Stacks of links.
  struct Level {
    explicit Level(Memory memory) : full(memory), top(memory) {}

    BucketBits full;
    std::pmr::vector<std::uint32_t> top;  ///< of the non-empty stacks

    void clear(unsigned count) {
      full.clear(count);
      if (top.size() < count) top.resize(count);
    }
  };

  unsigned unit_of(Cost key) const noexcept { return key & ((1U << unit_bits_) - 1); }
  Cost wide_of(Cost key) const noexcept { return key >> unit_bits_; }

  void put(Level& level, unsigned bucket, std::uint32_t link) noexcept {
    if (level.full.test(bucket)) links_[link].below = level.top[bucket];
    level.top[bucket] = link;
    level.full.set(bucket);
  }

  std::uint32_t take_link() {
    if (free_ != kNone) return std::exchange(free_, links_[free_].below);
    if (used_ == links_.size()) [[unlikely]]
      grow();
    return used_++;
  }

  [[gnu::noinline]] void grow() {
    links_.resize(links_.empty() ? 1024 : 2 * links_.size());
  }

  /// Distributes the entries of the next wide bucket, bottom first, and moves the floor to
  /// its first key. Pre: all unit buckets are empty, some wide bucket is not.
  void advance() noexcept {
    const unsigned before = wide_of(floor_) % ring_;
    unsigned next = wide_.full.first_from(before);
    if (next == BucketBits::kNone) next = wide_.full.first_from(0);
    floor_ = (wide_of(floor_) + (next - before) % ring_) << unit_bits_;
    wide_.full.reset(next);

    std::uint32_t turned = kNone;
    for (std::uint32_t link = wide_.top[next]; link != kNone;)
      turned = std::exchange(link, std::exchange(links_[link].below, turned));
    while (turned != kNone) {
      const std::uint32_t link = turned;
      turned = std::exchange(links_[link].below, kNone);
      put(units_, unit_of(links_[link].key), link);
    }
  }

  unsigned unit_bits_ = 0;  ///< a wide bucket holds 2^unit_bits_ keys
  unsigned ring_ = 1;       ///< wide buckets, a power of two
  Cost floor_ = 0;
  std::uint32_t free_ = kNone;
  std::uint32_t used_ = 0;  ///< links handed out since clear()
  std::uint32_t size_ = 0;
  Level units_;  ///< of the wide bucket that contains floor_
  Level wide_;   ///< by key >> unit_bits_, modulo ring_; the bucket of floor_ is empty
  std::pmr::vector<Link> links_;
};

static_assert(OpenList<TwoLevelBucketQueue>);

}  // namespace throng

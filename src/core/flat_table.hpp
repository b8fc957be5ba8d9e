#pragma once

#include "memory.hpp"

#include <throng/query.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace throng {

/// A position as a key.
inline std::uint64_t bits_of(Position p) noexcept {
  return std::uint64_t{static_cast<std::uint32_t>(p.x)} << 32 |
         static_cast<std::uint32_t>(p.y);
}

/// A hash table of indices with open addressing; the keys are stored elsewhere. Entries are
/// never removed. At most half of the slots are in use, so that every search ends: the
/// table grows when more keys arrive than it has room for. Memory is kept.
class FlatTable {
 public:
  explicit FlatTable(Memory memory = {}) : slots_(memory), larger_(memory) {}

  static constexpr std::uint32_t kEmpty = std::numeric_limits<std::uint32_t>::max();

  /// Empties the table and reserves room for `count` keys: until there are more, add()
  /// allocates nothing. Cost: O(count).
  void clear(std::size_t count) {
    slots_.assign(std::bit_ceil(2 * count + 1), Slot{});
    size_ = 0;
  }

  /// The index of a key, or kEmpty if the key is absent. is_key(index): whether that index
  /// has the key.
  template <class IsKey>
  std::uint32_t find(std::uint64_t key, const IsKey& is_key) const {
    return slots_.empty() ? kEmpty : slots_[place_of(hash_of(key), is_key)].index;
  }

  /// As find(). Where the key is absent, adds it with `index`. The result is valid until
  /// the next add(); the caller may write another index of the same key to it.
  template <class IsKey>
  std::uint32_t& add(std::uint64_t key, std::uint32_t index, const IsKey& is_key) {
    if (2 * (size_ + 1) > slots_.size()) [[unlikely]]
      grow();
    const std::uint32_t hash = hash_of(key);
    Slot& slot = slots_[place_of(hash, is_key)];
    if (slot.index == kEmpty) {
      slot = {hash, index};
      ++size_;
    }
    return slot.index;
  }

  /// Adds a key that is absent.
  void add_new(std::uint64_t key, std::uint32_t index) {
    add(key, index, [](std::uint32_t) { return false; });
  }

 private:
  struct Slot {
    std::uint32_t hash = 0;
    std::uint32_t index = kEmpty;
  };

  static constexpr std::size_t kFewest = 16;

  static std::uint32_t hash_of(std::uint64_t key) noexcept {
    return static_cast<std::uint32_t>(key * 0x9E37'79B9'7F4A'7C15U >> 32);
  }

  /// The slot of the key, or the free slot where it belongs. Pre: a slot is free.
  template <class IsKey>
  std::size_t place_of(std::uint32_t hash, const IsKey& is_key) const {
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t at = hash & mask;; at = (at + 1) & mask) {
      const Slot& slot = slots_[at];
      if (slot.index == kEmpty || (slot.hash == hash && is_key(slot.index))) return at;
    }
  }

  void grow() {
    larger_.assign(std::max(kFewest, 2 * slots_.size()), Slot{});
    std::swap(slots_, larger_);
    for (const Slot& slot : larger_)
      if (slot.index != kEmpty)
        slots_[place_of(slot.hash, [](std::uint32_t) { return false; })] = slot;
  }

  std::pmr::vector<Slot> slots_;   ///< a power of two, or none
  std::size_t size_ = 0;           ///< keys
  std::pmr::vector<Slot> larger_;  ///< of grow(): swapped, so that both keep their memory
};

}  // namespace throng

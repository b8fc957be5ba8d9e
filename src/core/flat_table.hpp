#pragma once

#include "memory.hpp"

#include <throng/query.hpp>

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
/// never removed. Memory is kept.
class FlatTable {
 public:
  explicit FlatTable(Memory memory = {}) : slots_(memory) {}

  static constexpr std::uint32_t kEmpty = std::numeric_limits<std::uint32_t>::max();

  /// Empties the table and reserves room for `count` keys.
  void clear(std::size_t count) { slots_.assign(std::bit_ceil(2 * count + 1), kEmpty); }

  /// The slot of a key: its index, or kEmpty if the key is absent; then write the index
  /// there. is_key(index): whether that index has the key.
  template <class IsKey>
  std::uint32_t& find(std::uint64_t key, const IsKey& is_key) {
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t at = key * 0x9E37'79B9'7F4A'7C15U >> 32;; ++at) {
      std::uint32_t& slot = slots_[at & mask];
      if (slot == kEmpty || is_key(slot)) return slot;
    }
  }

 private:
  std::pmr::vector<std::uint32_t> slots_;
};

}  // namespace throng

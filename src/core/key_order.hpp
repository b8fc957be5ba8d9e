#pragma once

#include "memory.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace throng {

/// Sorts indices by integer keys: a radix sort, whose passes cover the bits in which keys
/// may differ. It keeps its memory.
class KeyOrder {
 public:
  struct Item {
    std::uint64_t key;
    std::uint32_t index;
  };

  explicit KeyOrder(Memory memory) : items_(memory), sorted_(memory) {}

  /// Lists item_of(0) to item_of(count - 1) by rising key, equal keys as they come. Valid
  /// until the next call. Cost: O(count) if the keys rise already; else O(count) for every
  /// 11 bits of the difference between the greatest and the least key.
  template <class ItemOf>
  std::span<const Item> operator()(std::size_t count, const ItemOf& item_of) {
    items_.resize(count);
    std::uint64_t least = ~std::uint64_t{0}, most = 0, last = 0;
    bool rises = true;
    for (std::uint32_t i = 0; i < count; ++i) {
      items_[i] = item_of(i);
      const std::uint64_t key = items_[i].key;
      rises &= key >= last;
      last = key;
      least = std::min(least, key);
      most = std::max(most, key);
    }
    if (rises) return items_;
    sorted_.resize(count);
    const std::uint64_t differs = most - least;
    for (int shift = 0; shift < 64 && differs >> shift != 0; shift += kBits) {
      sort_by_digit(least, shift);
      items_.swap(sorted_);
    }
    return items_;
  }

 private:
  static constexpr int kBits = 11;
  static constexpr std::size_t kDigits = std::size_t{1} << kBits;

  /// From items_ to sorted_. Stable.
  void sort_by_digit(std::uint64_t least, int shift) noexcept {
    const auto digit = [&](const Item& item) {
      return static_cast<std::size_t>((item.key - least) >> shift) % kDigits;
    };
    std::array<std::uint32_t, kDigits + 1> begin{};
    for (const Item& item : items_) ++begin[digit(item) + 1];
    for (std::size_t d = 1; d < kDigits; ++d) begin[d] += begin[d - 1];
    for (const Item& item : items_) sorted_[begin[digit(item)]++] = item;
  }

  std::pmr::vector<Item> items_, sorted_;
};

}  // namespace throng

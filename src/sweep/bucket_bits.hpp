#pragma once

#include "../core/memory.hpp"

#include <throng/assert.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng {

/// A set of non-empty buckets, up to 2^18: a bit for each bucket, one for each word of
/// these bits, and one for each word of the second level. Finding the next bucket reads
/// five words.
class BucketBits {
 public:
  static constexpr unsigned kNone = 0xFFFF'FFFF;
  static constexpr unsigned kMost = 64 * 64 * 64;

  explicit BucketBits(Memory memory = {}) : words_(memory) {}

  /// Clears all bits and makes room for `count` of them. Cost: one operation for each word
  /// with a set bit. Pre: count <= kMost.
  void clear(unsigned count) {
    THRONG_ASSERT(count <= kMost);
    for (; root_ != 0; root_ &= root_ - 1) {
      const unsigned w = lowest(root_);
      for (; middle_[w] != 0; middle_[w] &= middle_[w] - 1)
        words_[w * 64 + lowest(middle_[w])] = 0;
    }
    if (words_.size() * 64 < count) words_.resize((count + 63) / 64);
  }

  bool test(unsigned i) const noexcept { return (words_[i / 64] >> i % 64 & 1U) != 0; }

  void set(unsigned i) noexcept {
    words_[i / 64] |= bit(i);
    middle_[i / 4096] |= bit(i / 64);
    root_ |= bit(i / 4096);
  }

  void reset(unsigned i) noexcept {
    if ((words_[i / 64] &= ~bit(i)) != 0) return;
    if ((middle_[i / 4096] &= ~bit(i / 64)) != 0) return;
    root_ &= ~bit(i / 4096);
  }

  /// The first set bit at or after i; kNone when there is none.
  unsigned first_from(unsigned i) const noexcept {
    const std::uint64_t here = words_[i / 64] >> i % 64;
    if (here != 0) return i + lowest(here);
    unsigned word = i / 64;
    std::uint64_t group = middle_[word / 64] & after(word);
    if (group == 0) {
      const std::uint64_t groups = root_ & after(word / 64);
      if (groups == 0) return kNone;
      word = lowest(groups) * 64;
      group = middle_[word / 64];
    }
    word = word / 64 * 64 + lowest(group);
    return word * 64 + lowest(words_[word]);
  }

 private:
  static unsigned lowest(std::uint64_t word) noexcept {
    return static_cast<unsigned>(std::countr_zero(word));
  }
  static std::uint64_t bit(unsigned i) noexcept { return std::uint64_t{1} << i % 64; }
  /// The bits of a word after bit i.
  static std::uint64_t after(unsigned i) noexcept { return ~std::uint64_t{1} << i % 64; }

  std::uint64_t root_ = 0;                  ///< a bit for each word of middle_
  std::array<std::uint64_t, 64> middle_{};  ///< a bit for each word of words_
  std::pmr::vector<std::uint64_t> words_;
};

}  // namespace throng

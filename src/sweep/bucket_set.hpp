#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace throng {

/// A set of buckets among 64 that form a ring, in one word.
class OneWord {
 public:
  bool none() const noexcept { return word_ == 0; }
  void clear() noexcept { word_ = 0; }
  void set(unsigned b) noexcept { word_ |= std::uint64_t{1} << b; }
  /// Whether b was set before.
  bool test_and_set(unsigned b) noexcept {
    const std::uint64_t before = word_;
    set(b);
    return (before >> b & 1U) != 0;
  }
  /// Pre: b is set.
  void reset_if(unsigned b, bool empty) noexcept { word_ ^= std::uint64_t{empty} << b; }
  /// The bits from b on, shifted down.
  std::uint64_t from(unsigned b) const noexcept { return word_ >> b; }
  /// The distance from b to the first set bit at or after it, round the ring. Pre: not
  /// none().
  unsigned distance(unsigned b) const noexcept {
    return static_cast<unsigned>(std::countr_zero(std::rotr(word_, static_cast<int>(b))));
  }

 private:
  std::uint64_t word_ = 0;
};

/// The same set for up to 4096 buckets: a bit for each bucket, and one for each word of
/// these.
template <unsigned buckets>
class TwoStageWords {
 public:
  bool none() const noexcept { return summary_.none(); }
  /// Cost: a word for every 64 buckets in use.
  void clear() noexcept {
    while (!summary_.none()) {
      const unsigned w = summary_.distance(0);
      words_[w].clear();
      summary_.reset_if(w, true);
    }
  }
  void set(unsigned b) noexcept {
    words_[b / 64].set(b % 64);
    summary_.set(b / 64);
  }
  bool test_and_set(unsigned b) noexcept {
    summary_.set(b / 64);
    return words_[b / 64].test_and_set(b % 64);
  }
  void reset_if(unsigned b, bool empty) noexcept {
    words_[b / 64].reset_if(b % 64, empty);
    if (words_[b / 64].none()) summary_.reset_if(b / 64, true);
  }
  unsigned distance(unsigned b) const noexcept {
    if (const std::uint64_t rest = words_[b / 64].from(b % 64); rest != 0)
      return static_cast<unsigned>(std::countr_zero(rest));
    // The word of b comes last: its remaining buckets lie before b, one turn ahead.
    const unsigned next = (b / 64 + 1) % 64;
    const unsigned w = (next + summary_.distance(next)) % 64;
    return (w * 64 + words_[w].distance(0) - b) % buckets;
  }

 private:
  OneWord summary_;
  std::array<OneWord, buckets / 64> words_{};
};

}  // namespace throng

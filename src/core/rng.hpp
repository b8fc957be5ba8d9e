#pragma once

#include <throng/assert.hpp>

#include <cstdint>

namespace throng {

/// SplitMix64: returns the same numbers for the same seed on every machine, which the
/// distributions of <random> do not guarantee. Not for secrets.
///
/// A counter that grows by 0x9E3779B97F4A7C15, mixed: z ^= z >> 30, z *=
/// 0xBF58476D1CE4E5B9, z ^= z >> 27, z *= 0x94D049BB133111EB, z ^= z >> 31.
///
/// Source: G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number generators",
/// OOPSLA, 2014; the multipliers are those of S. Vigna's splitmix64.c, 2015.
class SplitMix64 {
 public:
  explicit SplitMix64(std::uint64_t seed) noexcept : state_(seed) {}

  std::uint64_t next() noexcept {
    std::uint64_t z = (state_ += 0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
  }

  /// A number in 0 .. n - 1, uniformly distributed. Pre: n > 0.
  ///
  /// The upper half of x * n, where x is the upper 32 bits of next(). Of the 2^32 products,
  /// those whose lower half is below 2^32 mod n are drawn again: each result then has
  /// equally many products. Source: D. Lemire, "Fast random integer generation in an
  /// interval", ACM TOMACS 29(1), 2019.
  std::uint32_t below(std::uint32_t n) noexcept {
    THRONG_ASSERT(n > 0);
    const std::uint32_t uneven = (0 - n) % n;
    for (;;) {
      const std::uint64_t product = (next() >> 32) * n;
      if (static_cast<std::uint32_t>(product) >= uneven)
        return static_cast<std::uint32_t>(product >> 32);
    }
  }

  /// True with a probability of `percent` / 100. Pre: 0 <= percent <= 100.
  bool chance(std::int32_t percent) noexcept {
    THRONG_ASSERT(percent >= 0 && percent <= 100);
    return below(100) < static_cast<std::uint32_t>(percent);
  }

 private:
  std::uint64_t state_;
};

}  // namespace throng

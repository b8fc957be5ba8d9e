#pragma once

#include <bit>
#include <cstdint>

namespace throng {

__extension__ using Uint128 = unsigned __int128;

/// The largest r with r * r <= n. Newton's method on the leading bits of n; each step
/// doubles the number of bits of the root, starting from one: O(log log n) divisions.
/// Source: M. Dickinson's integer square root in CPython (Modules/mathmodule.c, 2019),
/// whose comment proves that r stays within one of the root of the bits used so far.
constexpr std::uint64_t integer_root(Uint128 n) noexcept {
  if (n == 0) return 0;
  const auto high = static_cast<std::uint64_t>(n >> 64);
  const auto width =
      static_cast<unsigned>(high != 0 ? 64 + std::bit_width(high)
                                      : std::bit_width(static_cast<std::uint64_t>(n)));
  const unsigned last = (width - 1) / 2;
  Uint128 root = 1;
  unsigned bits = 0;
  for (auto turn = static_cast<unsigned>(std::bit_width(last)); turn-- > 0;) {
    const unsigned before = bits;
    bits = last >> turn;
    root = (root << (bits - before - 1)) + (n >> (2 * last - before - bits + 1)) / root;
  }
  if (root * root > n) --root;
  return static_cast<std::uint64_t>(root);
}

}  // namespace throng

#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace throng {

/// A mask of bytes that are 0 or 1, at most 64 of them: bit k is byte k.
inline std::uint64_t pack_bits(const std::uint8_t* bytes, std::size_t count) noexcept {
  std::uint64_t mask = 0;
  std::size_t k = 0;
  if constexpr (std::endian::native == std::endian::little)
    for (; k + 8 <= count; k += 8) {  // the product has byte i in bit 56 + i
      std::uint64_t word = 0;
      std::memcpy(&word, bytes + k, 8);
      mask |= (word * 0x0102'0408'1020'4080U >> 56) << k;
    }
  for (; k < count; ++k) mask |= std::uint64_t{bytes[k]} << k;
  return mask;
}

/// Bit k: test(k), for k < count <= 64. Without branches, so that a test of a few
/// comparisons becomes vector code.
template <class Test>
std::uint64_t bits_where(std::size_t count, const Test& test) noexcept {
  std::array<std::uint8_t, 64> bytes;
  for (std::size_t k = 0; k < count; ++k) bytes[k] = test(k) ? 1 : 0;
  return pack_bits(bytes.data(), count);
}

}  // namespace throng

#include "npy.hpp"

#include <bit>

namespace throng {

// A magic word, the format, two bytes with the length of the rest, and a Python literal,
// padded so that the numbers begin at a multiple of 64.
std::string npy_header(std::initializer_list<std::size_t> shape) {
  constexpr std::size_t kAlignment = 64;
  std::string text("\x93NUMPY\x01\x00\x00\x00", 10);
  const std::size_t fixed = text.size();
  text += "{'descr': '<u4', 'fortran_order': False, 'shape': (";
  for (const std::size_t side : shape) {
    if (text.back() != '(') text += ' ';
    text += std::to_string(side) + ',';
  }
  if (shape.size() > 1) text.pop_back();  // only a tuple of one ends in a comma
  text += "), }";
  text.append((kAlignment - 1) - text.size() % kAlignment, ' ');
  text += '\n';
  text[fixed - 2] = static_cast<char>(text.size() - fixed);  // always less than 256
  return text;
}

std::string_view npy_bytes(std::span<const std::uint32_t> values, std::string& converted) {
  const std::size_t size = values.size_bytes();
  if constexpr (std::endian::native == std::endian::little)
    return {reinterpret_cast<const char*>(values.data()), size};
  converted.resize(size);
  std::size_t at = 0;
  for (const std::uint32_t value : values)
    for (unsigned shift = 0; shift < 32; shift += 8)
      converted[at++] = static_cast<char>(value >> shift & 0xFFU);
  return converted;
}

}  // namespace throng

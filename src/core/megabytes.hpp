#pragma once

#include <array>
#include <cstddef>
#include <cstdio>
#include <string>

namespace throng {

/// A number of bytes for messages, such as "9.0 MB".
inline std::string in_megabytes(std::size_t bytes) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.1f MB",
                static_cast<double>(bytes) / (1 << 20));
  return text.data();
}

}  // namespace throng

#pragma once

#include "../../src/core/rng.hpp"
#include "../../src/core/saved_state.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace throng::test {

/// A saved state with one to three other bytes behind its word and format, and a hash that
/// fits them.
inline std::string forged(std::string_view saved, std::string_view word,
                          SplitMix64& random) {
  std::string bytes(saved.substr(0, saved.size() - sizeof(std::uint64_t)));
  const std::size_t begin = word.size() + 1;
  for (std::uint32_t changes = 1 + random.below(3); changes > 0; --changes) {
    const auto at = begin + random.below(static_cast<std::uint32_t>(bytes.size() - begin));
    bytes[at] = static_cast<char>(random.chance(50) ? random.below(4) : random.below(256));
  }
  ByteWriter out;
  out.add(std::string_view(bytes));
  return end_state(std::move(out));
}

}  // namespace throng::test

#pragma once

#include <throng/export.hpp>
#include <throng/result.hpp>

#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace throng {

/// Joins strings of bytes to one: what was saved of a map, its scheduler and its route
/// book, and the bytes of the game itself, as one saved game.
/// See saved games in living.md.
///
/// Cost: O(bytes). Size: 8 bytes for each part, and 30 more.
/// Thread safety: any thread, at any time.
THRONG_API std::string bundle(std::span<const std::string_view> parts);
inline std::string bundle(std::initializer_list<std::string_view> parts) {
  return bundle(std::span(parts.begin(), parts.size()));
}

/// The parts that were joined, as views of the bytes of `saved`. count: their number.
/// Errors: bad_format if the bytes are damaged, cut off or no bundle, or have another
///         number of parts.
THRONG_API Result<std::vector<std::string_view>> unbundle(std::string_view saved,
                                                          std::size_t count);

}  // namespace throng

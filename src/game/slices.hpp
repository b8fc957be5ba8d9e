#pragma once

#include "budget.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>

namespace throng {

/// A slice that is large enough for every search.
inline constexpr std::uint32_t kWholeSearch = std::numeric_limits<std::uint32_t>::max();

/// The size of a slice, less than kWholeSearch.
inline std::uint32_t clamped(std::uint64_t slice) noexcept {
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(slice, kWholeSearch - 1));
}

/// The largest slice that `work` pays for, its overhead included.
inline std::uint32_t slice_within(std::uint64_t work) noexcept {
  return clamped(std::max(work, kPerSlice + 1) - kPerSlice);
}

}  // namespace throng

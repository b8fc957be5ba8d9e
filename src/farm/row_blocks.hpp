#pragma once

#include <throng/query.hpp>

#include <algorithm>
#include <cstddef>

namespace throng::farm {

/// How many rows of a matrix are in memory at a time: some megabytes of them, but one for
/// each thread.
inline std::size_t rows_at_a_time(std::size_t columns, int threads) {
  constexpr std::size_t kBytes = std::size_t{8} << 20;
  const std::size_t row_bytes = std::max<std::size_t>(1, columns * sizeof(Cost));
  return std::max(static_cast<std::size_t>(threads), kBytes / row_bytes);
}

}  // namespace throng::farm

#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace throng::cli {

/// The least value that at least this share of all do not exceed. Pre: sorted, not empty.
template <class Values>
double quantile(const Values& sorted, double share) {
  const auto rank =
      static_cast<std::size_t>(std::ceil(share * static_cast<double>(sorted.size())));
  return sorted[std::max<std::size_t>(rank, 1) - 1];
}

}  // namespace throng::cli

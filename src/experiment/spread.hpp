#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

namespace throng::experiment {

/// Distribution of a quantity over queries, frames or requests.
struct Spread {
  double mean = 0, p50 = 0, p99 = 0, max = 0;
};

/// The least value that at least `share` of all values do not exceed. Pre: sorted, not
/// empty.
template <class Values>
double quantile(const Values& sorted, double share) {
  const auto rank =
      static_cast<std::size_t>(std::ceil(share * static_cast<double>(sorted.size())));
  return sorted[std::max<std::size_t>(rank, 1) - 1];
}

/// The value in the middle; of an even number, the mean of the two in the middle. Pre: not
/// empty.
template <class Values>
double median(Values values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

/// Without values all figures are 0.
template <class Values>
Spread spread(Values values) {
  if (values.empty()) return {};
  std::sort(values.begin(), values.end());
  const double sum = std::accumulate(values.begin(), values.end(), 0.0);
  return {sum / static_cast<double>(values.size()), quantile(values, 0.50),
          quantile(values, 0.99), values.back()};
}

}  // namespace throng::experiment

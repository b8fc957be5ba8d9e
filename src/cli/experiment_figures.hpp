#pragma once

#include <throng/batch.hpp>

#include <cstddef>
#include <numeric>
#include <vector>

namespace throng::cli {

/// Pre: values is not empty.
template <class Values>
double mean(const Values& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) /
         static_cast<double>(values.size());
}

/// How many answers differ in status or cost from the true ones to the same queries.
inline std::size_t count_wrong(const BatchResult& result, const BatchResult& truth) {
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < truth.size(); ++i)
    wrong += static_cast<std::size_t>(result.status[i] != truth.status[i] ||
                                      result.cost[i] != truth.cost[i]);
  return wrong;
}

}  // namespace throng::cli

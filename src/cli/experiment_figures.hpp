#pragma once

#include <throng/batch.hpp>

#include <cstddef>
#include <numeric>
#include <set>
#include <vector>

namespace throng::cli {

/// Pre: values is not empty.
template <class Values>
double mean(const Values& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) /
         static_cast<double>(values.size());
}

/// The queries whose answers differ in status or cost from the true ones.
inline std::set<std::size_t> find_wrong(const BatchResult& result,
                                        const BatchResult& truth) {
  std::set<std::size_t> wrong;
  for (std::size_t i = 0; i < truth.size(); ++i)
    if (result.status[i] != truth.status[i] || result.cost[i] != truth.cost[i])
      wrong.insert(i);
  return wrong;
}

}  // namespace throng::cli

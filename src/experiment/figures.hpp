#pragma once

#include <throng/answers.hpp>
#include <throng/result.hpp>

#include <cstddef>
#include <numeric>
#include <set>

namespace throng::experiment {

/// Pre: values is not empty.
template <class Values>
double mean(const Values& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) /
         static_cast<double>(values.size());
}

/// The queries whose answers differ in status or cost from the reference.
inline std::set<std::size_t> find_wrong(const Answers& result, const Answers& truth) {
  std::set<std::size_t> wrong;
  for (std::size_t i = 0; i < truth.size(); ++i)
    if (result.status[i] != truth.status[i] || result.cost[i] != truth.cost[i])
      wrong.insert(i);
  return wrong;
}

/// The failure of an experiment whose monitor was cancelled.
inline Failure cancelled() { return fail(Code::cancelled, "the experiment was cancelled"); }

}  // namespace throng::experiment

#pragma once

#include "problem.hpp"

#include <throng/algorithm.hpp>

#include <memory>

namespace throng {

/// A search that the lab adds, see use_lab().
struct LabSearch {
  /// Makes what the kernel needs besides the problem, Problem::prepared; null: nothing.
  std::shared_ptr<const void> (*prepare)(const Problem& problem);
  Kernel kernel;
};

/// search: must live on. Thread-safe.
void set_lab_search(Algorithm algorithm, const LabSearch& search) noexcept;

/// Null: the algorithm is none of the lab, or there is no lab. Thread-safe.
const LabSearch* lab_search(Algorithm algorithm) noexcept;

}  // namespace throng

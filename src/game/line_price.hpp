#pragma once

#include "../batch/group_orders.hpp"
#include "../search/problem.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>

namespace throng {

// The work of line searches, which is counted in rows (see LineFound), in expansions of
// the solver of the same class.

/// Measured time of a row in nanoseconds: 8 to 17, on maps whose expansions take 0.6 to 1.2
/// times as long as rates() says.
inline constexpr std::uint64_t kRowTime = 12;

/// The time of an expansion. Fronts do not expand: theirs is what FrameBudget charges.
inline std::uint64_t time_of_expansion(const Problem& problem) noexcept {
  const Rates rate = rates(problem);
  return std::max(rate.expansion, rate.quick_expansion);
}

/// What so many rows cost, rounded up.
inline std::uint64_t expansions_for(const Problem& problem, std::uint64_t rows) noexcept {
  const std::uint64_t time = time_of_expansion(problem);
  return (rows * kRowTime + time - 1) / time;
}

/// The most rows that cost no more.
inline std::uint64_t rows_for(const Problem& problem, std::uint32_t expansions) noexcept {
  return std::uint64_t{expansions} * time_of_expansion(problem) / kRowTime;
}

}  // namespace throng

#pragma once

#include "front_lanes.hpp"

#include <throng/query.hpp>

#include <cstddef>
#include <span>

namespace throng {

// Front columns that take their costs from later columns. Sums are capped at kUnreachable.
// Results do not depend on the registers of the processor.

/// Fields that are computed together: the costs of a column lie side by side.
inline constexpr std::size_t kFieldLanes = 8;

/// Makes the costs of the own columns final, the last one first:
/// to[p] = min(to[p], row p [j] + to[j] for all later columns j).
/// to: a cost by column, and kLanePadding more, which become kUnreachable. Those of the
/// boundary are final. Cost: 0.3 to 0.5 ns an entry with AVX2.
void pull_rows(const StoredRows& rows, Cost* to) noexcept;

/// The same for several fields: to[p * kFieldLanes + field]. Needs no padding. Cost: about
/// 0.7 to 1 ns an entry with AVX2, for all fields.
void pull_rows_together(const StoredRows& rows, Cost* to) noexcept;

/// Both functions as one processor runs them.
struct PullKernels {
  void (*one)(const StoredRows&, Cost*) noexcept;
  void (*together)(const StoredRows&, Cost*) noexcept;
};

/// The implementations that this processor can run, the fastest last: the functions above
/// call the last ones. All have the same results.
std::span<const PullKernels> pull_kernels() noexcept;

}  // namespace throng

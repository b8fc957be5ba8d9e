#pragma once

#include "front_way.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace throng {

/// The ways between the columns of a front that has been eliminated, row by row.
struct WayMatrix {
  /// Ways that are read and written at a time. Rows of `ways`, `back` and `middles` may be
  /// read and written that far beyond their end.
  static constexpr std::size_t kLanes = 4;

  FrontWay* ways;
  FrontWay* back;                ///< room for the way back of each way from an own column
  const std::uint32_t* middles;  ///< see DenseMatrix
  std::size_t stride;            ///< of all three
  const std::uint64_t* entries;  ///< by own column: its entry with column j is j later
  std::uint32_t own, columns;
  bool symmetric;  ///< only ways above the diagonal are meant
};

/// Joins the way from each column i to each column j over the middle (i, j), where there is
/// one: of the moves of both parts if they are few, else as FrontWay::over().
/// Cost: 1 to 2 ns for each (i, j) with AVX2, twice that without.
void join_ways(const WayMatrix& matrix) noexcept;

/// An implementation of join_ways().
using WayJoin = void (*)(const WayMatrix&) noexcept;

/// The implementations that this processor can run, the fastest last: join_ways() calls the
/// last one.
std::span<const WayJoin> way_joins() noexcept;

}  // namespace throng

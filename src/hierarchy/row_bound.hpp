#pragma once

#include <throng/query.hpp>

#include <cstddef>
#include <span>

namespace throng {

/// The greatest of `least` and the differences |row[i] - to_goal[i]| for i below `count`.
/// Uses the widest registers of the processor; the result does not depend on them.
Cost row_bound(const Cost* row, const Cost* to_goal, std::size_t count,
               Cost least) noexcept;

/// An implementation of row_bound().
using RowBound = Cost (*)(const Cost*, const Cost*, std::size_t, Cost) noexcept;

/// The implementations that this processor can run, the fastest last.
std::span<const RowBound> row_bounds() noexcept;

}  // namespace throng

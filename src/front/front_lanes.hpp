#pragma once

#include <throng/query.hpp>

#include <cstddef>
#include <cstdint>
#include <span>

namespace throng {

// The operations on many costs at once. All sums are capped at kUnreachable. Each operation
// uses the widest registers of the processor; results do not depend on them.

/// Costs are processed so many at a time: rows may be read and written that far beyond
/// their end.
inline constexpr std::size_t kLanePadding = 8;

/// A square matrix of costs and the columns on their ways.
struct DenseMatrix {
  static constexpr std::uint32_t kNoMiddle = 0xFFFF'FFFF;

  Cost* costs;
  std::uint32_t* middles;
  std::size_t stride;
  std::size_t own, columns;
  bool symmetric;  ///< only entries above the diagonal are meant
};

/// Eliminates the own columns in their order, see DenseFront.
void eliminate(const DenseMatrix& matrix) noexcept;

/// Some rows of a front, as they are stored: of each own column the costs of the later
/// columns. The last row is followed by kLanePadding readable costs.
struct StoredRows {
  const Cost* costs;
  std::uint32_t own;
  std::uint32_t columns;
};

/// Relaxes the ways from the own columns, from `first` on, in their order:
/// to[j] = min(to[j], to[p] + row p [j]), unless to[p] is not less than `bound`.
/// to: a cost by column, and kLanePadding more, which become undefined.
void relax_rows(const StoredRows& rows, std::uint32_t first, Cost bound, Cost* to) noexcept;

/// to[j] = min(to[j], by + row[j]) for all j below `size`; where that is less, nexts[j]
/// becomes `column`. Nothing beyond `size` changes.
void relax_next(const Cost* row, Cost by, std::uint32_t column, std::size_t size, Cost* to,
                std::uint32_t* nexts) noexcept;

/// A rank that an end of a query reaches, with its row of FrontRows.
struct FarRow {
  const Cost* costs;  ///< from it to each of its ancestors, by depth
  Cost cost;          ///< from the end to it
  std::uint32_t depth;
  std::uint32_t column;  ///< of the last front that the climb passed
};

/// The least costs over `rows` to the ancestors of depths below `count`. rows: depths fall;
/// the last row is followed by kLanePadding readable costs. to: has room for kLanePadding
/// more, which become undefined.
void reach(std::span<const FarRow> rows, std::size_t count, Cost* to) noexcept;

/// The least of the sums a[i] + b[i] for i below `count`; kUnreachable if there is none.
Cost least_sum(const Cost* a, const Cost* b, std::size_t count) noexcept;

/// These operations as one processor runs them.
struct FrontKernels {
  void (*eliminate)(const DenseMatrix&) noexcept;
  void (*relax_rows)(const StoredRows&, std::uint32_t, Cost, Cost*) noexcept;
  void (*relax_next)(const Cost*, Cost, std::uint32_t, std::size_t, Cost*,
                     std::uint32_t*) noexcept;
  void (*reach)(std::span<const FarRow>, std::size_t, Cost*) noexcept;
  Cost (*least_sum)(const Cost*, const Cost*, std::size_t) noexcept;
};

/// The implementations that this processor can run, the fastest last: the functions above
/// call the last ones.
std::span<const FrontKernels> front_kernels() noexcept;

}  // namespace throng

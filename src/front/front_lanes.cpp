#include "front_lanes.hpp"

#include "../core/processor.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace throng {
namespace {

/// Costs side by side; without registers that wide the compiler splits the operations.
using Lanes = Cost __attribute__((vector_size(kLanePadding * sizeof(Cost))));

// By reference: a vector that wide in the signature of a function would depend on flags.
[[gnu::always_inline]] inline void load(const Cost* from, Lanes& to) noexcept {
  std::memcpy(&to, from, sizeof to);
}
[[gnu::always_inline]] inline void store(const Lanes& from, Cost* to) noexcept {
  std::memcpy(to, &from, sizeof from);
}

/// Columns that are eliminated together, and rows that are relaxed together: the row that
/// changes is read and written once for all of them.
constexpr std::size_t kBlock = 4;

/// Rows of pivots from their first common column on, in the order of the pivots.
struct Pivots {
  void add(const Cost* row, Cost cost, std::size_t column) {
    rows[count] = row;
    by[count] = cost;
    columns[count++] = static_cast<std::uint32_t>(column);
  }

  std::array<const Cost*, kBlock> rows;
  std::array<Cost, kBlock> by;  ///< the costs of the ways to them
  std::array<std::uint32_t, kBlock> columns;
  std::size_t count = 0;
};

/// to[j] = min(to[j], by + row[j]) for each of kCount pivots in turn, which becomes the
/// middle where that is less.
template <std::size_t kCount>
[[gnu::always_inline]] inline void relax_pivots(const Pivots& pivots, std::size_t size,
                                                Cost* to, std::uint32_t* middles) {
  for (std::size_t j = 0; j < size; j += kLanePadding) {
    Lanes least, middle;
    load(to + j, least);
    load(middles + j, middle);
    for (std::size_t k = 0; k < kCount; ++k) {
      const Lanes most = Lanes{} + (kUnreachable - pivots.by[k]);
      const Lanes pivot = Lanes{} + pivots.columns[k];
      Lanes sum;
      load(pivots.rows[k] + j, sum);
      sum = (sum < most ? sum : most) + pivots.by[k];
      const Lanes old = least;
      least = sum < least ? sum : least;
      middle = least == old ? middle : pivot;
    }
    store(least, to + j);
    store(middle, middles + j);
  }
}

[[gnu::always_inline]] inline void relax_all(const Pivots& pivots, std::size_t size,
                                             Cost* to, std::uint32_t* middles) {
  switch (pivots.count) {
    case 0:
      return;
    case 1:
      return relax_pivots<1>(pivots, size, to, middles);
    case 2:
      return relax_pivots<2>(pivots, size, to, middles);
    case 3:
      return relax_pivots<3>(pivots, size, to, middles);
    default:
      return relax_pivots<kBlock>(pivots, size, to, middles);
  }
}

/// Relaxes the ways from column i over the pivots of a block to later columns.
[[gnu::always_inline]] inline void relax_row(const DenseMatrix& matrix, std::size_t first,
                                             std::size_t end, std::size_t i) {
  Cost* const row = matrix.costs + i * matrix.stride;
  std::uint32_t* const middles = matrix.middles + i * matrix.stride;
  const std::size_t j = matrix.symmetric ? i + 1 : end;
  Pivots pivots;
  for (std::size_t p = first; p < end; ++p) {
    const Cost* const from = matrix.costs + p * matrix.stride;
    const Cost by = matrix.symmetric ? from[i] : row[p];
    if (by == kUnreachable) continue;
    pivots.add(from + j, by, p);
    if (matrix.symmetric) continue;
    for (std::size_t q = p + 1; q < end; ++q) {  // later pivots of the block
      const Cost sum = std::min(from[q], kUnreachable - by) + by;
      if (sum >= row[q]) continue;
      row[q] = sum;
      middles[q] = static_cast<std::uint32_t>(p);
    }
  }
  relax_all(pivots, matrix.columns - j, row + j, middles + j);
}

[[gnu::always_inline]] inline void eliminate_by_lanes(const DenseMatrix& matrix) {
  for (std::size_t first = 0; first < matrix.own; first += kBlock) {
    const std::size_t end = std::min(first + kBlock, matrix.own);
    for (std::size_t p = first; p < end; ++p)  // the pivots of the block themselves
      for (std::size_t i = p + 1; i < end; ++i) {
        Cost* const row = matrix.costs + i * matrix.stride;
        const Cost* const from = matrix.costs + p * matrix.stride;
        const Cost by = matrix.symmetric ? from[i] : row[p];
        if (by == kUnreachable) continue;
        const std::size_t j = matrix.symmetric ? i + 1 : p + 1;
        Pivots one;
        one.add(from + j, by, p);
        relax_pivots<1>(one, matrix.columns - j, row + j,
                        matrix.middles + i * matrix.stride + j);
      }
    for (std::size_t i = end; i < matrix.columns; ++i) relax_row(matrix, first, end, i);
  }
}

/// Some rows from their first common column on, and the costs of their own columns.
struct Block {
  std::array<const Cost*, kBlock> rows;
  std::array<Cost, kBlock> by;
};

[[gnu::always_inline]] inline void relax_block(const Block& block, std::size_t count,
                                               Cost* to) {
  for (std::size_t j = 0; j < count; j += kLanePadding) {
    Lanes least;
    load(to + j, least);
    for (std::size_t k = 0; k < kBlock; ++k) {
      Lanes sum;
      load(block.rows[k] + j, sum);
      const Lanes most = Lanes{} + (kUnreachable - block.by[k]);
      sum = (sum < most ? sum : most) + block.by[k];
      least = sum < least ? sum : least;
    }
    store(least, to + j);
  }
}

/// Relaxes the ways from column p within a block that ends before column `end`.
[[gnu::always_inline]] inline void relax_within(const Cost* row, std::size_t p,
                                                std::size_t end, Cost* to) {
  for (std::size_t j = p + 1; j < end; ++j)
    to[j] = std::min(to[j], std::min(row[j - p - 1], kUnreachable - to[p]) + to[p]);
}

[[gnu::always_inline]] inline void relax_by_lanes(const StoredRows& rows, std::size_t first,
                                                  Cost bound, Cost* to) {
  const Cost* row =
      rows.costs + first * rows.columns - first * (first + 1) / 2;  // rows shrink
  for (std::size_t p = first; p < rows.own;) {
    const std::size_t end = std::min<std::size_t>(p + kBlock, rows.own);
    Block block;
    block.rows.fill(row);
    block.by.fill(kUnreachable);
    bool any = false;
    for (std::size_t k = 0; p < end; ++k, ++p) {
      if (to[p] < bound) {
        relax_within(row, p, end, to);
        block.rows[k] = row + (end - p - 1);
        block.by[k] = to[p];
        any = true;
      }
      row += rows.columns - p - 1;
    }
    if (any) relax_block(block, rows.columns - end, to + end);
  }
}

/// to[j] = min(to[j], by + row[j]) for j below `size`, exactly; `column` becomes the next
/// one where that is less.
[[gnu::always_inline]] inline void relax_next_by_lanes(const Cost* row, Cost by,
                                                       std::uint32_t column,
                                                       std::size_t size, Cost* to,
                                                       std::uint32_t* nexts) {
  Pivots one;
  one.add(row, by, column);
  const std::size_t whole = size / kLanePadding * kLanePadding;
  relax_pivots<1>(one, whole, to, nexts);
  for (std::size_t j = whole; j < size; ++j) {
    const Cost sum = std::min(row[j], kUnreachable - by) + by;
    if (sum >= to[j]) continue;
    to[j] = sum;
    nexts[j] = column;
  }
}

/// to[j] = min(to[j], by + row[j]) for j below `size`, exactly.
[[gnu::always_inline]] inline void relax_exactly(const Cost* row, Cost by, std::size_t size,
                                                 Cost* to) {
  const Lanes most = Lanes{} + (kUnreachable - by);
  const std::size_t whole = size / kLanePadding * kLanePadding;
  for (std::size_t j = 0; j < whole; j += kLanePadding) {
    Lanes least, sum;
    load(to + j, least);
    load(row + j, sum);
    sum = (sum < most ? sum : most) + by;
    least = sum < least ? sum : least;
    store(least, to + j);
  }
  for (std::size_t j = whole; j < size; ++j)
    to[j] = std::min(to[j], std::min(row[j], kUnreachable - by) + by);
}

/// Ancestors are fewer from row to row: those that all rows of a block have are relaxed
/// together.
[[gnu::always_inline]] inline void reach_by_lanes(std::span<const FarRow> rows,
                                                  std::size_t count, Cost* to) {
  std::fill_n(to, count + kLanePadding, kUnreachable);
  for (std::size_t i = 0; i < rows.size(); i += kBlock) {
    const auto part = rows.subspan(i, std::min(kBlock, rows.size() - i));
    std::size_t common = std::min<std::size_t>(count, part.back().depth);
    if (common < count) common = common / kLanePadding * kLanePadding;
    if (part.size() < kBlock) common = 0;
    if (common > 0) {
      Block block;
      for (std::size_t k = 0; k < kBlock; ++k) {
        block.rows[k] = part[k].costs;
        block.by[k] = part[k].cost;
      }
      relax_block(block, common, to);
    }
    for (const FarRow& row : part) {
      const std::size_t size = std::min<std::size_t>(count, row.depth);
      if (common < size)
        relax_exactly(row.costs + common, row.cost, size - common, to + common);
      if (row.depth < count) to[row.depth] = std::min(to[row.depth], row.cost);
    }
  }
}

[[gnu::always_inline]] inline Cost least_by_lanes(const Cost* a, const Cost* b,
                                                  std::size_t count) {
  constexpr Lanes kMost = Lanes{} + kUnreachable;
  const std::size_t whole = count / kLanePadding * kLanePadding;
  Lanes lanes = kMost;
  for (std::size_t i = 0; i < whole; i += kLanePadding) {
    Lanes first, second;
    load(a + i, first);
    load(b + i, second);
    const Lanes most = kMost - second;
    first = (first < most ? first : most) + second;
    lanes = first < lanes ? first : lanes;
  }
  Cost least = kUnreachable;
  for (std::size_t k = 0; k < kLanePadding; ++k) least = std::min(least, lanes[k]);
  for (std::size_t i = whole; i < count; ++i)
    least = std::min(least, std::min(a[i], kUnreachable - b[i]) + b[i]);
  return least;
}

// The two versions of each operation differ in what the compiler may use.

void eliminate_portably(const DenseMatrix& matrix) noexcept { eliminate_by_lanes(matrix); }
void relax_portably(const StoredRows& rows, std::uint32_t first, Cost bound,
                    Cost* to) noexcept {
  relax_by_lanes(rows, first, bound, to);
}
void relax_next_portably(const Cost* row, Cost by, std::uint32_t column, std::size_t size,
                         Cost* to, std::uint32_t* nexts) noexcept {
  relax_next_by_lanes(row, by, column, size, to, nexts);
}
void reach_portably(std::span<const FarRow> rows, std::size_t count, Cost* to) noexcept {
  reach_by_lanes(rows, count, to);
}
Cost least_portably(const Cost* a, const Cost* b, std::size_t count) noexcept {
  return least_by_lanes(a, b, count);
}

#if defined(__x86_64__)
[[gnu::target("avx2")]] void eliminate_avx2(const DenseMatrix& matrix) noexcept {
  eliminate_by_lanes(matrix);
}
[[gnu::target("avx2")]] void relax_avx2(const StoredRows& rows, std::uint32_t first,
                                        Cost bound, Cost* to) noexcept {
  relax_by_lanes(rows, first, bound, to);
}
[[gnu::target("avx2")]] void relax_next_avx2(const Cost* row, Cost by, std::uint32_t column,
                                             std::size_t size, Cost* to,
                                             std::uint32_t* nexts) noexcept {
  relax_next_by_lanes(row, by, column, size, to, nexts);
}
[[gnu::target("avx2")]] void reach_avx2(std::span<const FarRow> rows, std::size_t count,
                                        Cost* to) noexcept {
  reach_by_lanes(rows, count, to);
}
[[gnu::target("avx2")]] Cost least_avx2(const Cost* a, const Cost* b,
                                        std::size_t count) noexcept {
  return least_by_lanes(a, b, count);
}
#endif

constexpr std::array kFrontKernels {
  FrontKernels{eliminate_portably, relax_portably, relax_next_portably, reach_portably,
               least_portably},
#if defined(__x86_64__)
      FrontKernels{eliminate_avx2, relax_avx2, relax_next_avx2, reach_avx2, least_avx2},
#endif
};

const FrontKernels& fastest() noexcept {
  static const FrontKernels found = front_kernels().back();
  return found;
}

}  // namespace

std::span<const FrontKernels> front_kernels() noexcept {
  return std::span(kFrontKernels).first(has_avx2() ? kFrontKernels.size() : 1);
}

void eliminate(const DenseMatrix& matrix) noexcept { fastest().eliminate(matrix); }

void relax_rows(const StoredRows& rows, std::uint32_t first, Cost bound,
                Cost* to) noexcept {
  fastest().relax_rows(rows, first, bound, to);
}

void relax_next(const Cost* row, Cost by, std::uint32_t column, std::size_t size, Cost* to,
                std::uint32_t* nexts) noexcept {
  fastest().relax_next(row, by, column, size, to, nexts);
}

void reach(std::span<const FarRow> rows, std::size_t count, Cost* to) noexcept {
  fastest().reach(rows, count, to);
}

Cost least_sum(const Cost* a, const Cost* b, std::size_t count) noexcept {
  return fastest().least_sum(a, b, count);
}

}  // namespace throng

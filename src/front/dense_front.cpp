#include "dense_front.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace throng {
namespace {

constexpr std::uint32_t kNoMiddle = 0xFFFF'FFFF;

/// Costs side by side; without registers that wide the compiler splits the operations.
using Lanes = Cost __attribute__((vector_size(kLanePadding * sizeof(Cost))));

// By reference: a vector that wide in the signature of a function would depend on flags.
[[gnu::always_inline]] inline void load(const Cost* from, Lanes& to) noexcept {
  std::memcpy(&to, from, sizeof to);
}
[[gnu::always_inline]] inline void store(const Lanes& from, Cost* to) noexcept {
  std::memcpy(to, &from, sizeof from);
}

/// A matrix of costs and the columns on their ways.
struct Matrix {
  Cost* costs;
  std::uint32_t* middles;
  std::size_t stride;
  std::size_t own, columns;
  bool symmetric;
};

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
[[gnu::always_inline]] inline void relax_row(const Matrix& matrix, std::size_t first,
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

[[gnu::always_inline]] inline void eliminate_by_lanes(const Matrix& matrix) {
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

void eliminate_portably(const Matrix& matrix) { eliminate_by_lanes(matrix); }
void relax_portably(const StoredRows& rows, std::size_t first, Cost bound, Cost* to) {
  relax_by_lanes(rows, first, bound, to);
}

using Eliminate = void (*)(const Matrix&);
using Relax = void (*)(const StoredRows&, std::size_t, Cost, Cost*);

struct Kernels {
  Eliminate eliminate = eliminate_portably;
  Relax relax = relax_portably;
};

#if defined(__x86_64__)
[[gnu::target("avx2")]] void eliminate_avx2(const Matrix& matrix) {
  eliminate_by_lanes(matrix);
}
[[gnu::target("avx2")]] void relax_avx2(const StoredRows& rows, std::size_t first,
                                        Cost bound, Cost* to) {
  relax_by_lanes(rows, first, bound, to);
}
#endif

/// The fastest ones that this processor runs. Results are the same.
Kernels find_kernels() noexcept {
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx2")) return {eliminate_avx2, relax_avx2};
#endif
  return {};
}

const Kernels& kernels() noexcept {
  static const Kernels found = find_kernels();
  return found;
}

}  // namespace

void DenseFront::open(std::uint32_t own, std::uint32_t columns, bool symmetric) {
  own_ = own;
  columns_ = columns;
  symmetric_ = symmetric;
  stride_ = columns + kLanePadding;
  const std::size_t size = stride_ * columns;
  costs_.assign(size, kUnreachable);
  middles_.assign(size, kNoMiddle);
  if (ways_.size() < size) ways_.resize(size);
}

void DenseFront::add(const Update& update, std::span<const std::uint16_t> places) noexcept {
  std::size_t next = 0;
  for (std::size_t i = 0; i < places.size(); ++i)
    for (std::size_t j = first_column(i); j < places.size(); ++j, ++next)
      add(places[i], places[j], update.costs[next], update.ways[next]);
}

void DenseFront::eliminate(const Front& front) {
  kernels().eliminate(
      {costs_.data(), middles_.data(), stride_, own_, columns_, symmetric_});
  find_ways(front);
}

/// The way from one column over an own column to another one.
FrontWay DenseFront::join(std::uint32_t from, std::uint32_t middle, std::uint32_t to,
                          const Front& front) const noexcept {
  const FrontWay there =
      symmetric_ ? ways_[middle * stride_ + from] : ways_[from * stride_ + middle];
  const FrontWay on = ways_[middle * stride_ + to];
  const unsigned moves = there.moves() + on.moves();
  if (there.moves() == 0 || on.moves() == 0 || moves > FrontWay::kMostMoves)
    return FrontWay::over(front.entry(middle, std::min(from, to)),
                          std::max(from, to) - std::min(from, to));
  return (symmetric_ ? there.reversed() : there).then(on);
}

/// Entries are final in this order: one with a middle needs entries of that column only.
void DenseFront::find_ways(const Front& front) {
  for (std::uint32_t i = 0; i < columns_; ++i)
    for (auto j = static_cast<std::uint32_t>(first_column(i)); j < columns_; ++j) {
      const std::size_t at = i * stride_ + j;
      if (middles_[at] != kNoMiddle) ways_[at] = join(i, middles_[at], j, front);
    }
}

void DenseFront::copy_update(Update& update) const {
  const std::size_t boundary = columns_ - own_;
  const std::size_t size =
      symmetric_ ? boundary * (boundary - (boundary > 0 ? 1 : 0)) / 2 : boundary * boundary;
  update.costs.clear();
  update.ways.clear();
  update.costs.reserve(size);
  update.ways.reserve(size);
  for (std::size_t i = 0; i < boundary; ++i) {
    const std::size_t row = (own_ + i) * stride_ + own_;
    const std::size_t begin = row + first_column(i), end = row + boundary;
    update.costs.insert(update.costs.end(), costs_.data() + begin, costs_.data() + end);
    update.ways.insert(update.ways.end(), ways_.data() + begin, ways_.data() + end);
  }
}

void relax_rows(const StoredRows& rows, std::uint32_t first, Cost bound,
                Cost* to) noexcept {
  kernels().relax(rows, first, bound, to);
}

}  // namespace throng

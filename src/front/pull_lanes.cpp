#include "pull_lanes.hpp"

#include "../core/processor.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <utility>

namespace throng {
namespace {

// Vectors are passed by reference: see front_lanes.cpp.
using FieldCosts = Cost __attribute__((vector_size(kFieldLanes * sizeof(Cost))));
static_assert(kFieldLanes == kLanePadding);

[[gnu::always_inline]] inline void read(const Cost* from, FieldCosts& to) noexcept {
  std::memcpy(&to, from, sizeof to);
}
[[gnu::always_inline]] inline void write(const FieldCosts& from, Cost* to) noexcept {
  std::memcpy(to, &from, sizeof from);
}
[[gnu::always_inline]] inline void lower(FieldCosts& cost, const FieldCosts& by) noexcept {
  cost = by < cost ? by : cost;
}

/// Rows that become final together, at most: the costs of later columns are read once for
/// all.
constexpr std::size_t kRowsTogether = 4;

/// body(k) for each k below kCount. Loops over a block are unrolled so that the compiler
/// keeps its vectors in registers: that saves a quarter of the time.
template <std::size_t kCount, class Body>
[[gnu::always_inline]] inline void unrolled(const Body& body) {
  [&]<std::size_t... kEach>(std::index_sequence<kEach...>) __attribute__((always_inline)) {
    (body(kEach), ...);
  }
  (std::make_index_sequence<kCount>{});
}

/// The rows of kCount own columns that follow each other.
template <std::size_t kCount>
struct RowBlock {
  /// before: the column after them.
  RowBlock(const StoredRows& rows, std::size_t before) noexcept : end(before) {
    const std::size_t first = end - kCount;
    row[0] = rows.costs + first * rows.columns - first * (first + 1) / 2;  // rows shrink
    unrolled<kCount - 1>(
        [&](std::size_t k) { row[k + 1] = row[k] + (rows.columns - first - k - 1); });
  }
  /// The entry of row k with the column `later` columns after the block.
  const Cost* entry(std::size_t k, std::size_t later) const noexcept {
    return row[k] + (kCount - 1 - k) + later;
  }
  /// The entry of row k with row q of the block. Pre: k < q.
  Cost within(std::size_t k, std::size_t q) const noexcept { return row[k][q - k - 1]; }

  std::size_t end;
  std::array<const Cost*, kCount> row;
};

[[gnu::always_inline]] inline void fold(const FieldCosts& a, const FieldCosts& b,
                                        FieldCosts& least) noexcept {
  least = __builtin_shufflevector(a, b, 0, 8, 1, 9, 4, 12, 5, 13);
  lower(least, __builtin_shufflevector(a, b, 2, 10, 3, 11, 6, 14, 7, 15));
}

/// The least lane of each vector.
[[gnu::always_inline]] inline void least_of_each(
    const std::array<FieldCosts, kRowsTogether>& lanes,
    std::array<Cost, kRowsTogether>& least) noexcept {
  using Halves = Cost __attribute__((vector_size(kRowsTogether * sizeof(Cost))));
  FieldCosts front, back;
  fold(lanes[0], lanes[1], front);
  fold(lanes[2], lanes[3], back);
  FieldCosts all = __builtin_shufflevector(front, back, 0, 1, 8, 9, 4, 5, 12, 13);
  lower(all, __builtin_shufflevector(front, back, 2, 3, 10, 11, 6, 7, 14, 15));
  Halves low = __builtin_shufflevector(all, all, 0, 1, 2, 3);
  const Halves high = __builtin_shufflevector(all, all, 4, 5, 6, 7);
  low = high < low ? high : low;
  std::memcpy(least.data(), &low, sizeof low);
}

/// See pull_rows().
struct OneField {
  template <std::size_t kCount>
  [[gnu::always_inline]] static void pull(const RowBlock<kCount>& block,
                                          std::size_t columns, Cost* to) noexcept {
    std::array<FieldCosts, kRowsTogether> lanes;
    for (FieldCosts& lane : lanes) lane = FieldCosts{} + kUnreachable;
    const Cost* const after = to + block.end;
    for (std::size_t j = 0; j < columns - block.end; j += kLanePadding) {
      FieldCosts cost, entry;
      read(after + j, cost);
      const FieldCosts most = kUnreachable - cost;
      for (std::size_t k = 0; k < kCount; ++k) {
        read(block.entry(k, j), entry);
        lower(entry, most);
        lower(lanes[k], entry + cost);
      }
    }
    std::array<Cost, kRowsTogether> least;
    least_of_each(lanes, least);
    Cost* const own = to + block.end - kCount;
    unrolled<kCount>([&](std::size_t i) __attribute__((always_inline)) {
      const std::size_t k = kCount - 1 - i;
      std::uint64_t cost = std::min(own[k], least[k]);
      for (std::size_t q = k + 1; q < kCount; ++q)
        cost = std::min(cost, std::uint64_t{block.within(k, q)} + own[q]);
      own[k] = static_cast<Cost>(cost);
    });
  }
};

/// See pull_rows_together().
struct FieldsTogether {
  template <std::size_t kCount>
  [[gnu::always_inline]] static void pull(const RowBlock<kCount>& block,
                                          std::size_t columns, Cost* to) noexcept {
    std::array<FieldCosts, kCount> own;
    Cost* const first = to + (block.end - kCount) * kFieldLanes;
    unrolled<kCount>([&](std::size_t k) __attribute__((always_inline)) {
      read(first + k * kFieldLanes, own[k]);
    });
    const Cost* const after = to + block.end * kFieldLanes;
    for (std::size_t j = 0; j < columns - block.end; ++j) {
      FieldCosts later;
      read(after + j * kFieldLanes, later);
      const FieldCosts most = kUnreachable - later;
      for (std::size_t k = 0; k < kCount; ++k)
        relax(later, most, *block.entry(k, j), own[k]);
    }
    unrolled<kCount>([&](std::size_t i) __attribute__((always_inline)) {
      const std::size_t q = kCount - 1 - i;
      const FieldCosts most = kUnreachable - own[q];
      for (std::size_t k = 0; k < q; ++k) relax(own[q], most, block.within(k, q), own[k]);
      write(own[q], first + q * kFieldLanes);
    });
  }

  /// cost = min(cost, later + entry). most: what may be added to `later`.
  [[gnu::always_inline]] static void relax(const FieldCosts& later, const FieldCosts& most,
                                           Cost entry, FieldCosts& cost) noexcept {
    FieldCosts sum = FieldCosts{} + entry;
    lower(sum, most);
    lower(cost, sum + later);
  }
};

/// Pulls the blocks of own columns, the last one first.
template <class Fields>
[[gnu::always_inline]] inline void pull_all(const StoredRows& rows, Cost* to) noexcept {
  std::size_t end = rows.own;
  for (; end >= kRowsTogether; end -= kRowsTogether)
    Fields::pull(RowBlock<kRowsTogether>(rows, end), rows.columns, to);
  static_assert(kRowsTogether == 4);
  if (end == 3) Fields::pull(RowBlock<3>(rows, end), rows.columns, to);
  if (end == 2) Fields::pull(RowBlock<2>(rows, end), rows.columns, to);
  if (end == 1) Fields::pull(RowBlock<1>(rows, end), rows.columns, to);
}

template <class Fields>
void pull_portably(const StoredRows& rows, Cost* to) noexcept {
  pull_all<Fields>(rows, to);
}
#if defined(__x86_64__)
template <class Fields>
[[gnu::target("avx2")]] void pull_avx2(const StoredRows& rows, Cost* to) noexcept {
  pull_all<Fields>(rows, to);
}
#endif

constexpr std::array kPullKernels {
  PullKernels{pull_portably<OneField>, pull_portably<FieldsTogether>},
#if defined(__x86_64__)
      PullKernels{pull_avx2<OneField>, pull_avx2<FieldsTogether>},
#endif
};

}  // namespace

std::span<const PullKernels> pull_kernels() noexcept {
  return std::span(kPullKernels).first(has_avx2() ? kPullKernels.size() : 1);
}

void pull_rows(const StoredRows& rows, Cost* to) noexcept {
  static const auto pull = pull_kernels().back().one;
  std::fill_n(to + rows.columns, kLanePadding, kUnreachable);
  pull(rows, to);
}

void pull_rows_together(const StoredRows& rows, Cost* to) noexcept {
  static const auto pull = pull_kernels().back().together;
  pull(rows, to);
}

}  // namespace throng

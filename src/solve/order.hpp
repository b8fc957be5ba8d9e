#pragma once

#include <throng/query.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory_resource>
#include <span>
#include <vector>

namespace throng {

/// How far apart two cells are, in columns or rows.
inline std::uint64_t span_of(Position a, Position b) noexcept {
  const std::int64_t dx = std::int64_t{a.x} - b.x, dy = std::int64_t{a.y} - b.y;
  return static_cast<std::uint64_t>(std::max(std::abs(dx), std::abs(dy)));
}

/// The indices of a batch, those of the largest length_of(i) first: a long search that
/// begins last keeps one thread busy while the others wait. Stable within a class of
/// similar length. O(n) by counting.
template <class LengthOf>
void order_longest_first(std::size_t count, std::pmr::vector<std::uint32_t>& order,
                         const LengthOf& length_of) {
  constexpr std::size_t kClasses = 256;
  std::uint64_t longest = 1;
  for (std::size_t i = 0; i < count; ++i)
    longest = std::max<std::uint64_t>(longest, length_of(i));
  const auto class_of = [&](std::size_t i) {
    return kClasses - 1 - length_of(i) * (kClasses - 1) / longest;
  };

  std::array<std::uint32_t, kClasses + 1> begin{};
  for (std::size_t i = 0; i < count; ++i) ++begin[class_of(i) + 1];
  for (std::size_t c = 1; c <= kClasses; ++c) begin[c] += begin[c - 1];
  order.resize(count);
  for (std::size_t i = 0; i < count; ++i)
    order[begin[class_of(i)]++] = static_cast<std::uint32_t>(i);
}

/// The farther apart the ends of a query, the longer the search as a rule.
inline void order_longest_first(std::span<const Query> queries,
                                std::pmr::vector<std::uint32_t>& order) {
  order_longest_first(queries.size(), order, [&](std::size_t i) {
    return span_of(queries[i].start, queries[i].goal);
  });
}

}  // namespace throng
